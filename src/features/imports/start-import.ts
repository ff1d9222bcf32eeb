import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, rateLimited } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireRepo } from '../access/require-repo.ts'
import { createRepo, type NewRepo } from '../repos/create-repo.ts'
import { getImport } from './get-import.ts'
import type { Import } from './import.ts'
import { beginImport, countRunning, findImport } from './import-store.ts'
import { lookAtSource } from './look-at-source.ts'
import type { Found } from './remote.ts'
import { runImport } from './run-import.ts'
import { parseSource, type SourceInput } from './source.ts'

export interface NewImportedRepo extends Pick<NewRepo, 'slug' | 'owner' | 'description' | 'isPublic'> {
  readonly source: SourceInput
}

/** Of one person: each keeps a git busy. */
const mostAtOnce = 3
const comeBackSeconds = 60

/**
 * A repository with everything that another server has of it. Whether it can be had is found out before anything is made;
 * the rest goes on when the repository is there, and `getImport` tells how far it is.
 */
export async function importRepo(app: App, actor: KnownActor, input: NewImportedRepo): Promise<Repo> {
  await requirePlace(app.db, actor, app.clock.now())
  const found = await look(app, input.source)
  const { defaultBranch } = found
  const repo = await createRepo(app, actor, {
    slug: input.slug,
    owner: input.owner,
    description: input.description,
    isPublic: input.isPublic,
    ...(defaultBranch !== null && isBranchName(defaultBranch) ? { defaultBranch } : {}),
  })
  await begin(app, actor, { owner: repo.owner, repo: repo.slug }, found)
  return repo
}

/** Once more, where it failed. */
export async function retryImport(app: App, actor: KnownActor, ref: RepoRef, source: SourceInput): Promise<Import> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  if (!repo.isEmpty) throw conflict('There is something in it already: only an empty repository can be filled')
  await begin(app, actor, ref, await look(app, source))
  return getImport(app, actor, ref)
}

function look(app: App, input: SourceInput): Promise<Found> {
  return lookAtSource(app, parseSource(input, app.config.IMPORT_ALLOWED_HOSTS))
}

async function begin(app: App, actor: KnownActor, ref: RepoRef, found: Found): Promise<void> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  await inTransaction(app, async (tx) => {
    // Those who come at the same time are counted one after the other.
    await tx
      .updateTable('users')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', actor.user.id)
      .execute()
    await requirePlace(tx, actor, tx.now)
    const known = await findImport(tx, repo.id, tx.now)
    if (known?.state === 'running') throw conflict('It is being imported already')
    const { url } = found.source
    await beginImport(tx, { repoId: repo.id, url: url.href, startedBy: actor.user.id, unusableRefs: found.unusable })
  })
  app.imports.start((signal) => runImport(app, { actor, repo, found }, signal))
}

async function requirePlace(reader: Reader, actor: KnownActor, now: number): Promise<void> {
  if ((await countRunning(reader, actor.user.id, now)) >= mostAtOnce) {
    throw rateLimited(comeBackSeconds, `You have ${mostAtOnce} imports under way`)
  }
}
