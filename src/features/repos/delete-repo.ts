import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { RepositoryAway } from '../../core/repository-away.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { findFolder } from '../backup/find-folder.ts'
import { trashRoot } from '../lifecycle/owner-directory.ts'
import { moveIfThere } from '../lifecycle/patience.ts'
import { undoUnlessCommitted } from '../lifecycle/undo-unless-committed.ts'
import { wakePipelines } from '../pipelines/wake-pipelines.ts'
import { buryRepos, haveMuch } from './bury-repo.ts'
import { findRepoById } from './find-repo.ts'
import { repoDirectory } from './repo-directory.ts'
import { deleteRepoRow } from './store.ts'

/**
 * The row goes (of one with much in it, by a job), then a job removes the folder, which was moved out of the way first. A crash in between leaves a folder
 * in the trash whose row is still there: the next start puts it back.
 */
export async function deleteRepo(
  app: Pick<App, 'config' | 'db' | 'keys' | 'log' | 'objects' | 'passing'>,
  actor: Actor,
  ref: RepoRef,
): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Owner', scope: 'repo:write', evenArchived: true })
  const dir = repoDirectory(app.config, repo)
  const trash = join(trashRoot(app.config), repo.uuid)
  await mkdir(trashRoot(app.config), { recursive: true })
  const moved = await moveIfThere(dir, trash)
  if (!moved) await requireLost(app, repo, trash)
  try {
    await app.passing('repo.moved-away')
    await inTransaction(app, async (tx) => {
      await wakePipelines(tx, { repoId: repo.id })
      const which = { ownerId: repo.ownerId, repoId: repo.id }
      const isLarge = await haveMuch(tx, which)
      const isGone = isLarge ? (await buryRepos(tx, which)) !== null : await deleteRepoRow(tx, repo)
      if (!isGone) throw notFound('REPO')
      await emit(tx, { type: 'repo.deleted', repoUuid: repo.uuid, buriedId: isLarge ? repo.id : null })
      await record(app, tx, actor, {
        event: 'REPO_DELETED',
        target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
      })
    })
  } catch (error) {
    await undoUnlessCommitted(app, error, {
      isCommitted: async () => (await findRepoById(app.db, repo.id)) === null,
      undo: async () => moved && rename(trash, dir),
    })
    throw error
  }
  app.objects.forget(dir)
}

/** Somebody else deletes it or gives it away, a moment ahead. A folder that is nowhere at all holds up nothing. */
async function requireLost(app: Pick<App, 'config' | 'db'>, repo: Repo, trash: string): Promise<void> {
  const there = await findFolder(app.config, repo)
  if (there === trash || (await findRepoById(app.db, repo.id)) === null) throw notFound('REPO')
  if (there !== null) throw new RepositoryAway()
}
