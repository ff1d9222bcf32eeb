import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { PullVersion } from '../../../features/pulls/pull.ts'
import type { VersionComparison } from '../../../features/pulls/read-versions.ts'
import { maybeText, plain, timestamp } from './form.ts'

const text = Type.String()

export const pullVersion = plain<PullVersion>(
  {
    version: Type.Integer(),
    head_sha: text,
    base_sha: Type.Union([text, Type.Null()], { description: 'Where it left the target; null while unknown' }),
    pushed_by: maybeText,
    created_at: timestamp,
  },
  (value) => ({
    version: value.number,
    head_sha: value.headSha,
    base_sha: value.baseSha,
    pushed_by: value.pusher,
    created_at: iso(value.createdAt),
  }),
)

const pair = Type.Object({
  status: Type.String({ enum: ['same', 'changed', 'added', 'removed'] }),
  old_sha: maybeText,
  new_sha: maybeText,
  subject: text,
  diff: Type.String({ description: 'How the two patches differ: a diff of diffs' }),
  truncated: Type.Boolean(),
})

export const versionComparison = plain<VersionComparison>(
  { from: pullVersion.B.schema, to: pullVersion.B.schema, commits: Type.Array(pair) },
  (value, context) => ({
    from: pullVersion.B.present(value.from, context),
    to: pullVersion.B.present(value.to, context),
    commits: value.pairs.map((one) => ({
      status: one.status,
      old_sha: one.old,
      new_sha: one.new,
      subject: one.subject,
      diff: one.lines.join('\n'),
      truncated: one.isCut,
    })),
  }),
)
