import { type TProperties, Type } from 'typebox'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import { mergeMethods, type Pull } from '../../../features/pulls/pull.ts'
import {
  authorElsewhere,
  fromElsewhere,
  importedFrom,
  maybeName,
  maybeText,
  maybeTimestamp,
  sameInBoth,
  timestamp,
} from './form.ts'

const text = Type.String()
const count = Type.Integer()
const names = Type.Array(text)

const label = Type.Object({
  name: text,
  color: Type.String({ description: 'Such as #d73a4a' }),
  type: Type.String({ enum: ['issue', 'pull', 'any'] }),
})

const autoMerge = Type.Object({ enabled_by: text, merge_method: Type.String({ enum: [...mergeMethods] }) })

const fields: TProperties = {
  number: Type.Integer({ description: 'Issues and pull requests of a repository share one sequence' }),
  title: text,
  body: Type.String({ description: 'Markdown' }),
  state: Type.String({ enum: ['open', 'merged', 'closed'] }),
  draft: Type.Boolean(),
  author: maybeName,
  source_branch: text,
  target_branch: text,
  source_repo: Type.Union([text, Type.Null()], {
    description: '`owner/repository`; null when it is gone, or a fork that you may not read',
  }),
  head_sha: text,
  merge_base: maybeText,
  mergeable: Type.Union([Type.Boolean(), Type.Null()], { description: 'Null while unknown: ask again in a moment' }),
  conflicts: Type.Array(text, { description: 'The files that are in the way of merging' }),
  merged: Type.Boolean(),
  merged_at: maybeTimestamp,
  merged_by: maybeName,
  merge_commit_sha: maybeText,
  auto_merge: Type.Union([autoMerge, Type.Null()]),
  labels: Type.Array(label),
  assignees: names,
  milestone: Type.Union([Type.String({ description: 'Its title' }), Type.Null()]),
  requested_reviewers: names,
  locked: Type.Boolean(),
  comment_count: count,
  commit_count: count,
  version: Type.Integer({ description: 'Grows with every push to its branch' }),
  additions: count,
  deletions: count,
  changed_files: count,
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: maybeTimestamp,
  closed_by: maybeName,
  author_elsewhere: authorElsewhere,
  imported_from: importedFrom,
}

export const pull = sameInBoth<Pull>(fields, (value) => ({
  number: value.number,
  title: value.title,
  body: value.body,
  state: value.state,
  draft: value.isDraft,
  author: value.author?.username ?? null,
  source_branch: value.sourceBranch,
  target_branch: value.targetBranch,
  source_repo: value.sourceRepo === null ? null : `${value.sourceRepo.owner}/${value.sourceRepo.slug}`,
  head_sha: value.headSha,
  merge_base: value.mergeBase,
  mergeable: value.state === 'open' ? value.mergeable : false,
  conflicts: value.conflicts,
  merged: value.state === 'merged',
  merged_at: maybeIso(value.mergedAt),
  merged_by: value.mergedBy?.username ?? null,
  merge_commit_sha: value.mergeCommitSha,
  auto_merge:
    value.autoMerge === null
      ? null
      : { enabled_by: value.autoMerge.by.username, merge_method: value.autoMerge.input.method },
  labels: value.labels.map(({ name, color, type }) => ({ name, color, type })),
  assignees: value.assignees.map(({ username }) => username),
  milestone: value.milestone?.title ?? null,
  requested_reviewers: value.requestedReviewers.map(({ username }) => username),
  locked: value.isLocked,
  comment_count: value.commentCount,
  commit_count: value.commitCount,
  version: value.version,
  additions: value.additions,
  deletions: value.deletions,
  changed_files: value.changedFiles,
  created_at: iso(value.createdAt),
  updated_at: iso(value.updatedAt),
  closed_at: maybeIso(value.closedAt),
  closed_by: value.closedBy?.username ?? null,
  ...fromElsewhere(value.elsewhere),
}))
