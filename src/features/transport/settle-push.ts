import type { App } from '../../app.ts'
import { branchOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readRef } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { pointHead } from '../../git/repository-folder.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { emit } from '../../outbox/emit.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { JournalEntry } from './push-journal.ts'

interface Applied extends RefChange {
  /** What git has now: somebody may have moved the ref on since. */
  readonly now: Sha
  readonly peeled: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'objects'>

/** Another push was settled after we had looked at the refs: what we saw may be old. */
class Overtaken extends Error {}

/**
 * Writes everything that follows from the refs that really moved, together with the end of the journal entry, in one
 * transaction: once, whether it runs right after the push or after a crash. `moved` is what git said it moved; without
 * it, a ref that is where the push wanted it counts.
 */
export async function settlePush(
  app: Needs,
  entry: JournalEntry,
  moved: ReadonlySet<string> | null = null,
): Promise<void> {
  for (;;) {
    try {
      await settleOnce(app, entry, moved)
      return
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
}

async function settleOnce(app: Needs, entry: JournalEntry, moved: ReadonlySet<string> | null): Promise<void> {
  // Taken before the refs are looked at: if it still holds when we write, nobody has written anything newer.
  const version = await refsVersion(app, entry.repoId)
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null || version === null) return
  const dir = repoDirectory(app.config, repo)
  const applied = await findApplied(app, dir, entry.changes, moved)
  const defaultBranch = newDefaultBranch(repo, applied)
  if (defaultBranch !== null) await pointHead(dir, defaultBranch)
  await inTransaction(app, async (tx) => {
    const closed = await tx.deleteFrom('push_journal').where('id', '=', entry.id).executeTakeFirst()
    if (closed.numDeletedRows === 0n || applied.length === 0) return
    const filled = applied.some((change) => change.after !== noSha)
    const written = await tx
      .updateTable('repos')
      .set({
        refs_version: version + 1,
        pushed_at: tx.now,
        updated_at: tx.now,
        ...(filled ? { is_empty: 0 } : {}),
        ...(defaultBranch === null ? {} : { default_branch: defaultBranch }),
      })
      .where('id', '=', repo.id)
      .where('refs_version', '=', version)
      .executeTakeFirst()
    if (written.numUpdatedRows === 0n) throw new Overtaken()
    for (const change of applied) await saveRef(tx, repo.id, change)
    const changes = applied.map(({ ref, before, after }) => ({ ref, before, after }))
    await emit(tx, { type: 'repo.pushed', repoId: repo.id, pusherId: entry.pusherId, changes })
  })
}

async function refsVersion(app: Needs, repoId: number): Promise<number | null> {
  const row = await app.db.selectFrom('repos').select('refs_version').where('id', '=', repoId).executeTakeFirst()
  return row?.refs_version ?? null
}

async function findApplied(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  changes: readonly RefChange[],
  moved: ReadonlySet<string> | null,
): Promise<readonly Applied[]> {
  const applied: Applied[] = []
  for (const change of changes) {
    const now = (await readRef(dir, change.ref)) ?? noSha
    if (change.before === change.after) continue
    if (moved === null ? now !== change.after : !moved.has(change.ref)) continue
    applied.push({ ...change, now, peeled: now === noSha ? noSha : await peel(app, dir, now) })
  }
  return applied
}

/** The first push decides: people push `master` into a repository that was made with `main`. */
function newDefaultBranch(repo: Repo, applied: readonly Applied[]): string | null {
  if (!repo.isEmpty) return null
  const branches = applied.flatMap((change) => (change.after === noSha ? [] : (branchOf(change.ref) ?? [])))
  if (branches.length === 0 || branches.includes(repo.defaultBranch)) return null
  return branches.find((name) => name === 'master') ?? branches[0] ?? null
}

async function saveRef(tx: Tx, repoId: number, change: Applied): Promise<void> {
  if (change.now === noSha) {
    await tx.deleteFrom('refs').where('repo_id', '=', repoId).where('name', '=', change.ref).execute()
    return
  }
  const values = { sha: change.now, peeled: change.peeled, updated_at: tx.now }
  await tx
    .insertInto('refs')
    .values({ repo_id: repoId, name: change.ref, ...values })
    .onConflict((oc) => oc.columns(['repo_id', 'name']).doUpdateSet(values))
    .execute()
}
