import type { Config } from '../../../config.ts'
import type { PresentRecords } from '../../../features/webhooks/present-records.ts'
import { idIn } from './form.ts'
import { pipeline } from './pipeline.ts'
import { pull } from './pull.ts'
import { release } from './release.ts'
import { pullComment, review } from './review.ts'
import { comment, issue } from './thread.ts'

/** Things as the deployment's own form shows them. */
export function presentRecords(config: Config): PresentRecords {
  const form = config.API_FORM
  const context = { config }
  return {
    id: (of) => idIn(form, of),
    issue: (one) => issue[form].present(one, context),
    pull: (one) => pull[form].present(one, context),
    comment: (one) => comment[form].present(one, context),
    pullComment: (one) => pullComment[form].present(one, context),
    review: (one) => review[form].present(one, context),
    release: (one) => release[form].present(one, context),
    pipeline: (one) => pipeline[form].present(one, context),
  }
}
