import type { Actor } from '../../core/actor.ts'
import { userOf } from '../../core/actor.ts'
import type { Reference } from '../../core/references.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Role } from '../../core/roles.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepo } from '../repos/find-repo.ts'
import { addToTimeline } from './timeline.ts'

/** How a commit is known among what refers to threads. */
export function commitKey(sha: string): string {
  return `c${sha}`
}

export interface ReferenceSource {
  /** `t<thread>`, or a commit's key: what tells of itself once. */
  readonly key: string
  /** `owner/repo#12` or `owner/repo@sha`, for people. */
  readonly name: string
  readonly repo: Repo
  /** Of a thread: it does not refer to itself. */
  readonly threadId: number | null
}

const mostInText = 50

/** Tells the threads that a text points to, where whoever wrote it may read them. Each is told once by each source. */
export async function recordReferences(
  tx: Tx,
  actor: Actor,
  source: ReferenceSource,
  references: readonly Reference[],
): Promise<void> {
  const threads = references.filter((one) => one.kind === 'thread')
  const targets = new Map(
    threads.map((one) => [`${one.repo?.owner}/${one.repo?.repo}#${one.number}`.toLowerCase(), one]),
  )
  for (const { repo, number } of [...targets.values()].slice(0, mostInText)) {
    const target = await findTarget(tx, actor, source.repo, { repo, number })
    if (target === null || target.threadId === source.threadId || target.repo.isArchived) continue
    if (!(await noteReference(tx, target.threadId, source.key))) continue
    await addToTimeline(tx, {
      threadId: target.threadId,
      actorId: userOf(actor)?.id ?? null,
      event: { type: 'referenced', source: source.name, closes: false },
      sourceRepoId: source.repo.id,
    })
  }
}

export interface ReferenceTarget {
  readonly threadId: number
  readonly repo: Repo
  readonly role: Role
}

/** The thread that somebody means, if they may read it. */
export async function findTarget(
  reader: Reader,
  actor: Actor,
  home: Repo,
  { repo: ref, number }: { readonly repo: RepoRef | null; readonly number: number },
): Promise<ReferenceTarget | null> {
  const repo = ref === null ? home : await findRepo(reader, ref)
  const role = repo === null ? null : await roleOf(reader, actor, repo)
  if (repo === null || role === null) return null
  const row = await reader
    .selectFrom('threads')
    .select('id')
    .where('repo_id', '=', repo.id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row === undefined ? null : { threadId: row.id, repo, role }
}

/** From here on the source has told of itself; false when it had before. */
export async function noteReference(tx: Tx, threadId: number, sourceKey: string): Promise<boolean> {
  const row = await tx
    .insertInto('thread_references')
    .values({ thread_id: threadId, source_key: sourceKey, closes: 0, created_at: tx.now })
    .onConflict((oc) => oc.columns(['thread_id', 'source_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
