import { mkdir, rename } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { type Actor, type KnownActor, userOf } from '../../core/actor.ts'
import { requirePlaceFor } from '../../core/caps.ts'
import { alreadyExists, conflict, invalidField, notFound } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { RepositoryAway } from '../../core/repository-away.ts'
import { nameKey } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { syncFolder } from '../../git/repository-folder.ts'
import { emit } from '../../outbox/emit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { findFolder } from '../backup/find-folder.ts'
import { ownerDirectory } from '../lifecycle/owner-directory.ts'
import { moveIfThere } from '../lifecycle/patience.ts'
import { undoUnlessCommitted } from '../lifecycle/undo-unless-committed.ts'
import type { Owner } from '../owners/find-owner.ts'
import { claimRoom } from '../quota/claim-room.ts'
import { roomOf, sumOf } from '../quota/storage.ts'
import { countMirrors } from './count-mirrors.ts'
import { findRepoById } from './find-repo.ts'
import { giveTo } from './give-to.ts'
import { holdRepo } from './hold-repo.ts'
import { confirmOwner, requireHeir } from './new-owner.ts'
import { repoDirectory } from './repo-directory.ts'

type Needs = Pick<App, 'config' | 'db' | 'keys' | 'log' | 'objects' | 'passing'>

/** Gives a repository to somebody else or a team, who owns it from then on; the one who gave it goes on maintaining it. */
export async function transferRepo(app: Needs, actor: KnownActor, ref: RepoRef, newOwner: string): Promise<Repo> {
  const repo = await requireRepo(app, actor, ref, { role: 'Owner', scope: 'repo:write', evenArchived: true })
  return handOver(app, actor, { repo, newOwner })
}

export interface Handover {
  readonly repo: Repo
  readonly newOwner: string
  /** Looks once more, in the transaction, whether whoever asks may. */
  readonly insist?: (tx: Tx) => Promise<void>
}

/**
 * For whoever was allowed to. The folder moves first: a crash in between leaves it with the new owner and the row with the old,
 * and the next start brings it back (see find-lost-repositories.ts).
 */
export async function handOver(app: Needs, actor: Actor, { repo, newOwner, insist }: Handover): Promise<Repo> {
  const owner = await requireHeir(app, actor, newOwner)
  if (owner.id === repo.ownerId) throw invalidField('new_owner', 'same', 'owns it already')
  const from = repoDirectory(app.config, repo)
  const to = repoDirectory(app.config, { home: owner.directory, uuid: repo.uuid })
  await mkdir(ownerDirectory(app.config, owner.directory), { recursive: true })
  if (!(await moveIfThere(from, to)))
    throw (await findFolder(app.config, repo)) === null ? new RepositoryAway() : lost()
  await syncFolder(ownerDirectory(app.config, owner.directory))
  try {
    await app.passing('repo.moved')
    await inTransaction(app, async (tx) => {
      await insist?.(tx)
      await hand(app, tx, actor, { repo, owner })
    })
  } catch (error) {
    await undoUnlessCommitted(app, error, {
      isCommitted: async () => (await findRepoById(app.db, repo.id))?.ownerId === owner.id,
      undo: () => rename(to, from),
    })
    throw error
  }
  app.objects.forget(from)
  return { ...repo, ownerId: owner.id, owner: owner.name, home: owner.directory }
}

/** The folder is somewhere else: somebody gives it away or deletes it, a moment ahead. */
function lost(): Error {
  return conflict('Somebody else has given this repository away or deletes it at this moment: look where it is now')
}

async function hand(
  app: Pick<App, 'config' | 'keys'>,
  tx: Tx,
  actor: Actor,
  { repo, owner }: { readonly repo: Repo; readonly owner: Owner },
): Promise<void> {
  await confirmOwner(tx, actor, owner)
  const held = await holdRepo(tx, repo.id)
  if (held === null) throw notFound('REPO')
  if (held.ownerId !== repo.ownerId) throw lost()
  const taken = await tx
    .selectFrom('repos')
    .select('id')
    .where('owner_id', '=', owner.id)
    .where('slug_key', '=', nameKey(repo.slug))
    .executeTakeFirst()
  if (taken !== undefined) throw alreadyExists('REPO', 'new_owner', `${owner.name}/${repo.slug} exists already`)
  if (held.mirrorOf !== null) requirePlaceFor('mirrors', await countMirrors(tx, owner.id))
  await claimRoom(app, tx, owner, sumOf(await roomOf(tx, { repoId: repo.id })))
  const giverId = userOf(actor)?.id ?? null
  await giveTo(tx, repo, owner, giverId)
  // It takes of their room: they learn that they have it.
  const shared = { repoId: repo.id, granteeId: owner.id, role: 'Owner', actorId: giverId } as const
  await emit(tx, { type: 'repo.shared', ...shared })
  await record(app, tx, actor, {
    event: 'REPO_TRANSFERRED',
    target: { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` },
    metadata: { from: repo.owner, to: owner.name },
  })
}
