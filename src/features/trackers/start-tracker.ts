import type { App } from '../../app.ts'
import { conflict, rateLimited } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lockThreads } from '../threads/keep-thread.ts'
import { findTracker } from './find-tracker.ts'
import type { FoundTracker } from './look-at-tracker.ts'
import { runTracker } from './run-tracker.ts'
import {
  beginTracker,
  countTrackers,
  forgetTracker,
  goOn,
  isBegun,
  leftTrackers,
  takeTracker,
} from './tracker-store.ts'

/** Of one person: they may wait for hours where a server takes few questions. */
const mostAtOnce = 20
const comeBackSeconds = 600
/** Taken up at a time. */
const atOnce = 4

interface Plan {
  readonly repo: Repo
  readonly startedBy: number
  /** Whether the commits are there. */
  readonly state: 'waiting' | 'running'
}

/** Numbers are kept for what comes, from this moment on. Nothing `found`: nothing but commits is to come. */
export async function planTracker(
  app: Pick<App, 'keys'>,
  tx: Tx,
  { repo, startedBy, state }: Plan,
  found: FoundTracker | null,
): Promise<void> {
  if (found === null) return forgetTracker(tx, repo.id)
  if ((await countTrackers(tx, startedBy)) >= mostAtOnce)
    throw rateLimited(comeBackSeconds, `You have ${mostAtOnce} imports of issues under way`)
  await lockThreads(tx, repo.id)
  const tracker = { ...found, startedBy, state, sealKey: app.keys.seal }
  const known = await findTracker(tx, repo.id)
  if (known?.state === 'running') throw conflict('Its issues are being imported already')
  if (known?.state === 'done' && known.issues + known.pulls > 0) throw conflict('Its issues have been imported already')
  if (!(await hasThreads(tx, repo.id))) return beginTracker(tx, repo, tracker)
  if (await isBegun(tx, repo.id, tracker)) return goOn(tx, repo, tracker)
  throw conflict('It has issues or pull requests already, whose numbers would be taken twice')
}

async function hasThreads(tx: Tx, repoId: number): Promise<boolean> {
  const some = tx.selectFrom('threads').select('id').where('repo_id', '=', repoId).limit(1)
  return (await some.executeTakeFirst()) !== undefined
}

/** Goes on behind this call, where there is something to bring and nobody at work on it. */
export async function startTracker(app: App, repoId: number): Promise<void> {
  const turn = await inTransaction(app, (tx) => takeTracker(tx, repoId))
  if (turn !== null) app.imports.start((signal) => runTracker(app, { repoId, turn }, signal))
}

/** What a process that is gone has left. */
export async function resumeTrackers(app: App): Promise<void> {
  for (const repoId of await leftTrackers(app.db, app.clock.now(), atOnce)) await startTracker(app, repoId)
}
