import { sql } from 'kysely'
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
  readonly peeled: Sha
}

type Needs = Pick<App, 'config' | 'db' | 'objects'>

/**
 * Looks which refs really moved and writes everything that follows from them, together with the end of the journal
 * entry, in one transaction: once, whether it runs right after the push or after a crash.
 */
export async function settlePush(app: Needs, entry: JournalEntry): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  const dir = repoDirectory(app.config, repo)
  const applied = await findApplied(app, dir, entry.changes)
  const defaultBranch = newDefaultBranch(repo, applied)
  if (defaultBranch !== null) await pointHead(dir, defaultBranch)
  await inTransaction(app, async (tx) => {
    const closed = await tx.deleteFrom('push_journal').where('id', '=', entry.id).executeTakeFirst()
    if (closed.numDeletedRows === 0n || applied.length === 0) return
    for (const change of applied) await saveRef(tx, repo.id, change)
    const filled = applied.some((change) => change.after !== noSha)
    await tx
      .updateTable('repos')
      .set({
        pushed_at: tx.now,
        updated_at: tx.now,
        refs_version: sql`refs_version + 1`,
        ...(filled ? { is_empty: 0 } : {}),
        ...(defaultBranch === null ? {} : { default_branch: defaultBranch }),
      })
      .where('id', '=', repo.id)
      .execute()
    const changes = applied.map(({ ref, before, after }) => ({ ref, before, after }))
    await emit(tx, { type: 'repo.pushed', repoId: repo.id, pusherId: entry.pusherId, changes })
  })
}

async function findApplied(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  changes: readonly RefChange[],
): Promise<readonly Applied[]> {
  const applied: Applied[] = []
  for (const change of changes) {
    const now = (await readRef(dir, change.ref)) ?? noSha
    if (now !== change.after || change.before === change.after) continue
    applied.push({ ...change, peeled: change.after === noSha ? noSha : await peel(app, dir, change.after) })
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
  if (change.after === noSha) {
    await tx.deleteFrom('refs').where('repo_id', '=', repoId).where('name', '=', change.ref).execute()
    return
  }
  const values = { sha: change.after, peeled: change.peeled, updated_at: tx.now }
  await tx
    .insertInto('refs')
    .values({ repo_id: repoId, name: change.ref, ...values })
    .onConflict((oc) => oc.columns(['repo_id', 'name']).doUpdateSet(values))
    .execute()
}
