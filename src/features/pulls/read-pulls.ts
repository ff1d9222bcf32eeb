import type { Selectable } from 'kysely'
import { requireSha, type Sha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import type { Schema } from '../../db/schema.ts'
import { readThreads } from '../threads/keep-thread.ts'
import type { Person, Thread } from '../threads/thread.ts'
import type { MergeInput, Pull } from './pull.ts'

function select(reader: Reader) {
  return reader
    .selectFrom('pulls')
    .leftJoin('repos as source', 'source.id', 'pulls.source_repo_id')
    .leftJoin('owners as source_owner', 'source_owner.id', 'source.owner_id')
    .leftJoin('owners as merger', 'merger.id', 'pulls.merged_by')
    .leftJoin('owners as auto_merger', 'auto_merger.id', 'pulls.auto_merge_by')
    .selectAll('pulls')
    .select([
      'source.slug as source_slug',
      'source.is_public as source_is_public',
      'source_owner.name as source_owner_name',
      'merger.name as merger_name',
      'auto_merger.name as auto_merger_name',
    ])
}

interface Row extends Selectable<Schema['pulls']> {
  readonly source_slug: string | null
  readonly source_is_public: number | null
  readonly source_owner_name: string | null
  readonly merger_name: string | null
  readonly auto_merger_name: string | null
}

/** Pull requests by the ids of their threads, in this order: a few queries, however many there are. */
export async function readPulls(reader: Reader, ids: readonly number[]): Promise<readonly Pull[]> {
  if (ids.length === 0) return []
  const [threads, rows, reviewers] = await Promise.all([
    readThreads(reader, ids),
    select(reader).where('thread_id', 'in', ids).execute(),
    reviewersOf(reader, ids),
  ])
  const threadOf = new Map(threads.map((thread) => [thread.id, thread]))
  const rowOf = new Map(rows.map((row) => [row.thread_id, row]))
  return ids.flatMap((id) => {
    const thread = threadOf.get(id)
    const row = rowOf.get(id)
    return thread === undefined || row === undefined ? [] : [toPull(thread, row, reviewers.get(id) ?? [])]
  })
}

async function reviewersOf(reader: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Person[]>> {
  const rows = await reader
    .selectFrom('requested_reviewers')
    .innerJoin('owners', 'owners.id', 'requested_reviewers.user_id')
    .select(['thread_id', 'owners.id', 'owners.name as username'])
    .where('thread_id', 'in', ids)
    .orderBy('owners.name_key')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.thread_id)
  return new Map([...groups].map(([id, some]) => [id, some.map((row) => ({ id: row.id, username: row.username }))]))
}

function toPull(thread: Thread, row: Row, requestedReviewers: readonly Person[]): Pull {
  return {
    ...thread,
    sourceRepo: sourceOf(row),
    sourceBranch: row.source_branch,
    targetBranch: row.target_branch,
    isDraft: row.is_draft === 1,
    headSha: requireSha(row.head_sha),
    seenHead: requireSha(row.seen_head),
    targetSha: requireSha(row.target_sha),
    mergeBase: maybeSha(row.merge_base),
    version: row.version,
    additions: row.additions,
    deletions: row.deletions,
    changedFiles: row.changed_files,
    commitCount: row.commit_count,
    mergeable: row.mergeable === null ? null : row.mergeable === 1,
    conflicts: JSON.parse(row.conflicts) as string[],
    requestedReviewers,
    mergedAt: row.merged_at,
    mergedBy: personOf(row.merged_by, row.merger_name),
    mergeCommitSha: maybeSha(row.merge_commit_sha),
    mergeRequest: row.merge_request,
    autoMerge: autoMergeOf(row),
  }
}

function maybeSha(text: string | null): Sha | null {
  return text === null ? null : requireSha(text)
}

function personOf(id: number | null, username: string | null): Person | null {
  return id === null || username === null ? null : { id, username }
}

function sourceOf(row: Row): Pull['sourceRepo'] {
  const { source_repo_id: id, source_owner_name: owner, source_slug: slug } = row
  return id === null || owner === null || slug === null
    ? null
    : { id, owner, slug, isPublic: row.source_is_public === 1 }
}

function autoMergeOf({ auto_merge: input, auto_merge_by: id, auto_merger_name: name }: Row): Pull['autoMerge'] {
  const by = personOf(id, name)
  // Of a person who is gone, nothing is done any more.
  return input === null || by === null ? null : { by, input: JSON.parse(input) as MergeInput }
}
