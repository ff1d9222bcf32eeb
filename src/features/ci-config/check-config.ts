import type { App } from '../../app.ts'
import { parseEasy } from '../../ci/easy/parse-easy.ts'
import type { Actor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import type { RepoRef } from '../../core/repo.ts'
import { requireRepo } from '../access/require-repo.ts'
import { rulesOf } from '../pipelines/detect-config.ts'
import type { ConfigCheck } from './ci-config.ts'

/** What is wrong with the text of `.svc-ci.yml`, by the rules of this deployment. Nothing is run. */
export async function checkText({ config }: Pick<App, 'config'>, text: string): Promise<ConfigCheck> {
  const parsed = await new Pace().through(parseEasy(text, rulesOf(config)))
  return 'errors' in parsed ? { valid: false, errors: parsed.errors } : { valid: true, errors: [] }
}

/** For whoever is writing one. */
export async function checkConfig(
  app: Pick<App, 'config' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  content: string,
): Promise<ConfigCheck> {
  await requireRepo(app, actor, ref, { role: 'Developer', scope: 'ci:write' })
  return checkText(app, content)
}
