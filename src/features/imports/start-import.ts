import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, rateLimited } from '../../core/errors.ts'
import { isBranchName } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { permit } from '../access/permit.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { createRepo, type NewRepo } from '../repos/create-repo.ts'
import { importing } from '../trackers/confirm-starter.ts'
import { type FoundTracker, lookAtTracker } from '../trackers/look-at-tracker.ts'
import { planTracker, startTracker } from '../trackers/start-tracker.ts'
import type { TrackerKind } from '../trackers/tracker.ts'
import { getImport } from './get-import.ts'
import type { Import } from './import.ts'
import { beginImport, countRunning, findImport, noteArrived } from './import-store.ts'
import { lookAtSource } from './look-at-source.ts'
import type { Found } from './remote.ts'
import { runImport } from './run-import.ts'
import { parseSource, type SourceInput, type TrackerInput } from './source.ts'

export interface NewImportedRepo extends Pick<NewRepo, 'slug' | 'owner' | 'description' | 'isPublic'> {
  readonly source: SourceInput & TrackerInput
}

/** Of one person: each keeps a git busy. */
const mostAtOnce = 3
const comeBackSeconds = 60

/**
 * A repository with everything that another server has of it. Whether it can be had is found out before anything is made;
 * the rest goes on when the repository is there, and `getImport` tells how far it is.
 */
export async function importRepo(app: App, actor: KnownActor, input: NewImportedRepo): Promise<Repo> {
  permitTracker(actor, input.source)
  await requirePlace(app.db, actor, app.clock.now())
  const found = await look(app, input.source)
  const { defaultBranch } = found
  const { slug, owner, description, isPublic } = input
  const head = defaultBranch !== null && isBranchName(defaultBranch) ? { defaultBranch } : {}
  const repo = await createRepo(app, actor, { slug, owner, description, isPublic, ...head }, (tx, made) =>
    begin(app, tx, { actor, repo: made }, found),
  )
  start(app, actor, await open(app, actor, { owner: repo.owner, repo: repo.slug }, input.source), found)
  return repo
}

/** Once more, where it failed; or the issues alone, where the commits are there. */
export async function retryImport(
  app: App,
  actor: KnownActor,
  ref: RepoRef,
  source: SourceInput & TrackerInput,
): Promise<Import> {
  const { isEmpty } = await open(app, actor, ref, source)
  if (isEmpty) await beginAgain(app, actor, ref, source)
  else if (source.tracker === undefined)
    throw conflict('There is something in it already: only an empty repository can be filled')
  else await beginTracker(app, actor, await open(app, actor, ref, source), { ...source, tracker: source.tracker })
  return getImport(app, actor, ref)
}

interface FoundAll extends Found {
  readonly tracker: FoundTracker | null
}

async function beginAgain(
  app: App,
  actor: KnownActor,
  ref: RepoRef,
  source: SourceInput & TrackerInput,
): Promise<void> {
  const found = await look(app, source)
  const repo = await open(app, actor, ref, source)
  await inTransaction(app, (tx) => begin(app, tx, { actor, repo }, found))
  start(app, actor, repo, found)
}

async function look(app: App, input: SourceInput & TrackerInput): Promise<FoundAll> {
  const found = await lookAtSource(app, parseSource(input, app.config.IMPORT_ALLOWED_HOSTS))
  const { tracker } = input
  // Where it was found in the end: there it has its name of today.
  return { ...found, tracker: tracker === undefined ? null : await lookAtTracker(app, tracker, found.source) }
}

/** Commits are a push; to bring issues takes more. */
async function open(app: App, actor: KnownActor, ref: RepoRef, source: TrackerInput): Promise<OpenRepo> {
  permitTracker(actor, source)
  const need = source.tracker === undefined ? ({ role: 'Developer', scope: 'repo:write' } as const) : importing
  return requireRepo(app, actor, ref, need)
}

/** A token that may not write issues and pull requests one by one does not write them by the thousand. */
function permitTracker(actor: KnownActor, { tracker }: TrackerInput): void {
  if (tracker === undefined) return
  permit(actor, 'user', 'issues:write')
  permit(actor, 'user', 'pulls:write')
}

async function begin(
  app: Pick<App, 'keys'>,
  tx: Tx,
  { actor, repo }: { readonly actor: KnownActor; readonly repo: Repo },
  found: FoundAll,
): Promise<void> {
  const startedBy = actor.user.id
  await countInTurn(tx, actor)
  await requirePlace(tx, actor, tx.now)
  const known = await findImport(tx, repo.id, tx.now)
  if (known?.state === 'running') throw conflict('It is being imported already')
  const { url } = found.source
  await beginImport(tx, { repoId: repo.id, url: url.href, startedBy, unusableRefs: found.unusable })
  await planTracker(app, tx, { repo, startedBy, state: 'waiting' }, found.tracker)
}

function start(app: App, actor: KnownActor, repo: OpenRepo, found: Found): void {
  app.imports.start((signal) => runImport(app, { actor, repo, found }, signal))
}

/** Of a repository that has been filled, by an import or by a push. */
async function beginTracker(
  app: App,
  actor: KnownActor,
  repo: OpenRepo,
  input: SourceInput & { readonly tracker: TrackerKind },
): Promise<void> {
  if (repo.mirrorOf !== null) throw conflict('It follows another repository')
  const source = parseSource(input, app.config.IMPORT_ALLOWED_HOSTS)
  const found = await lookAtTracker(app, input.tracker, source)
  const startedBy = actor.user.id
  await inTransaction(app, async (tx) => {
    await countInTurn(tx, actor)
    const known = await findImport(tx, repo.id, tx.now)
    if (known?.state === 'running') throw conflict('It is being imported already')
    await planTracker(app, tx, { repo, startedBy, state: 'running' }, found)
    await noteArrived(tx, { repoId: repo.id, url: source.url.href, startedBy })
  })
  await startTracker(app, repo.id)
}

/** Those who come at the same time are counted one after the other. */
async function countInTurn(tx: Tx, actor: KnownActor): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', actor.user.id)
    .execute()
}

async function requirePlace(reader: Reader, actor: KnownActor, now: number): Promise<void> {
  if ((await countRunning(reader, actor.user.id, now)) >= mostAtOnce) {
    throw rateLimited(comeBackSeconds, `You have ${mostAtOnce} imports under way`)
  }
}
