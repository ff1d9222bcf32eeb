import type { Sha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Pull, PullVersion } from './pull.ts'
import { readPulls } from './read-pulls.ts'

export async function findPullById(reader: Reader, threadId: number): Promise<Pull | null> {
  const [pull] = await readPulls(reader, [threadId])
  return pull ?? null
}

export async function findPull(reader: Reader, repoId: number, number: number): Promise<Pull | null> {
  const row = await reader
    .selectFrom('threads')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('number', '=', number)
    .where('kind', '=', 'pull')
    .executeTakeFirst()
  return row === undefined ? null : findPullById(reader, row.id)
}

/** What from and to where: of open ones, there is one of each. */
export interface Route {
  readonly sourceRepoId: number
  readonly sourceBranch: string
  readonly repoId: number
  readonly targetBranch: string
}

export function openKeyOf({ sourceRepoId, sourceBranch, repoId, targetBranch }: Route): string {
  return JSON.stringify([sourceRepoId, sourceBranch, repoId, targetBranch])
}

/** The number of the open pull request that has this route. */
export async function findOpenRoute(reader: Reader, route: Route): Promise<number | null> {
  const row = await reader
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .select('threads.number')
    .where('open_key', '=', openKeyOf(route))
    .executeTakeFirst()
  return row?.number ?? null
}

/** What is known of the two commits that would be merged. */
export interface Sight {
  readonly head: Sha
  readonly target: Sha
  readonly mergeBase: Sha | null
  readonly additions: number
  readonly deletions: number
  readonly changedFiles: number
  readonly commitCount: number
}

function columnsOf(sight: Sight) {
  return {
    seen_head: sight.head,
    target_sha: sight.target,
    merge_base: sight.mergeBase,
    additions: sight.additions,
    deletions: sight.deletions,
    changed_files: sight.changedFiles,
    commit_count: sight.commitCount,
  }
}

/** False when there is an open one of the same route. */
export async function insertPull(
  tx: Tx,
  threadId: number,
  values: Route & { readonly isDraft: boolean },
  sight: Sight,
): Promise<boolean> {
  const made = await tx
    .insertInto('pulls')
    .values({
      thread_id: threadId,
      repo_id: values.repoId,
      source_repo_id: values.sourceRepoId,
      source_branch: values.sourceBranch,
      target_branch: values.targetBranch,
      open_key: openKeyOf(values),
      is_draft: values.isDraft ? 1 : 0,
      head_sha: sight.head,
      version: 0,
      conflicts: '[]',
      ...columnsOf(sight),
    })
    .onConflict((oc) => oc.column('open_key').doNothing())
    .returning('thread_id')
    .executeTakeFirst()
  return made !== undefined
}

/** The next version of the series: from now on its head is this. */
export async function addVersion(
  tx: Tx,
  { id, version }: { readonly id: number; readonly version: number },
  head: string,
  pusherId: number | null,
): Promise<void> {
  const number = version + 1
  await tx
    .insertInto('pull_versions')
    .values({ thread_id: id, number, head_sha: head, pusher_id: pusherId, created_at: tx.now })
    .execute()
  await tx.updateTable('pulls').set({ version: number, head_sha: head }).where('thread_id', '=', id).execute()
}

/** Null for what is not known yet. Oldest first. */
export async function readVersions(reader: Reader, threadId: number): Promise<readonly PullVersion[]> {
  const rows = await reader
    .selectFrom('pull_versions')
    .leftJoin('owners', 'owners.id', 'pull_versions.pusher_id')
    .selectAll('pull_versions')
    .select('owners.name as pusher')
    .where('thread_id', '=', threadId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    headSha: row.head_sha as Sha,
    baseSha: row.base_sha as Sha | null,
    patchKey: row.patch_key,
    pusherId: row.pusher_id,
    pusher: row.pusher,
    createdAt: row.created_at,
  }))
}

export async function describeVersion(
  tx: Tx,
  threadId: number,
  number: number,
  { baseSha, patchKey }: { readonly baseSha: Sha | null; readonly patchKey: string },
): Promise<void> {
  await tx
    .updateTable('pull_versions')
    .set({ base_sha: baseSha, patch_key: patchKey })
    .where('thread_id', '=', threadId)
    .where('number', '=', number)
    .execute()
}

/** Only while it still has the head that was looked at. Whether it can be merged has to be found out anew. */
export async function saveSight(tx: Tx, threadId: number, sight: Sight): Promise<boolean> {
  const saved = await tx
    .updateTable('pulls')
    .set({ ...columnsOf(sight), mergeable: null, conflicts: '[]' })
    .where('thread_id', '=', threadId)
    .where('head_sha', '=', sight.head)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Only of the two commits that were looked at. */
export async function saveMergeable(
  tx: Tx,
  pull: Pick<Pull, 'id' | 'seenHead' | 'targetSha'>,
  found: { readonly mergeable: boolean; readonly conflicts: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('pulls')
    .set({ mergeable: found.mergeable ? 1 : 0, conflicts: JSON.stringify(found.conflicts) })
    .where('thread_id', '=', pull.id)
    .where('seen_head', '=', pull.seenHead)
    .where('target_sha', '=', pull.targetSha)
    .execute()
  await tx.notify('threads', String(pull.id))
}
