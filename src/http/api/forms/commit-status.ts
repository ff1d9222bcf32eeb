import { type TProperties, Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { CombinedStatus } from '../../../features/statuses/read-statuses.ts'
import { type CommitStatus, statusStates } from '../../../features/statuses/status.ts'
import { type Form, maybeName, maybeText, type Presentation, type Presenter, sameInBoth, timestamp } from './form.ts'

const fields: TProperties = {
  state: Type.String({ enum: [...statusStates] }),
  context: Type.String({ description: 'Which check; the newest status of each counts' }),
  description: Type.String(),
  target_url: maybeText,
  commit_sha: Type.String(),
  creator: maybeName,
  created_at: timestamp,
}

export const commitStatus = sameInBoth<CommitStatus>(fields, (value) => ({
  state: value.state,
  context: value.context,
  description: value.description,
  target_url: value.targetUrl,
  commit_sha: value.sha,
  creator: value.creator,
  created_at: iso(value.createdAt),
}))

function combinedIn(form: Form): Presenter<CombinedStatus> {
  return {
    schema: Type.Object({
      commit_sha: Type.String(),
      state: Type.String({
        enum: ['pending', 'success', 'failure'],
        description: 'Of all checks together; pending while there is none',
      }),
      total_count: Type.Integer(),
      statuses: Type.Array(commitStatus[form].schema),
    }),
    present: (value, context) => ({
      commit_sha: value.sha,
      state: value.state,
      total_count: value.statuses.length,
      statuses: value.statuses.map((one) => commitStatus[form].present(one, context)),
    }),
  }
}

export const combinedStatus: Presentation<CombinedStatus> = { A: combinedIn('A'), B: combinedIn('B') }
