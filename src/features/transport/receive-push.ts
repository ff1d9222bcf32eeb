import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { diskFailed, isDiskFailure } from '../../core/disk-failure.ts'
import { Fault, type FaultKind } from '../../core/errors.ts'
import { LateTurn } from '../../core/late-turn.ts'
import { queueOf } from '../../core/queue-of.ts'
import { nameOfProcess } from '../../git/live-process.ts'
import { objectFolderSize } from '../../git/object-folder-size.ts'
import { type Proposal, type ReceiveOptions, receivePack } from '../../git/receive-pack.ts'
import { whileThere } from '../../git/require-there.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { requireStill, watchRight } from '../access/require-still.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findInTheWay } from './find-in-the-way.ts'
import { judgePush } from './judge-push.ts'
import type { RefMove } from './move-refs.ts'
import type { Purpose } from './purpose.ts'
import { holdEntry, type JournalEntry, openJournal, renameGit } from './push-journal.ts'
import { settlePush } from './settle-push.ts'
import { tellPusher } from './tell-pusher.ts'
import type { Wire } from './wire.ts'

const pushing = { role: 'Developer', scope: 'repo:write' } as const
const refusing: ReadonlySet<FaultKind> = new Set(['too-large', 'unauthorized', 'forbidden', 'not-found'])

const nothingToRelease = (): void => undefined

type Needs = Pick<
  App,
  'clock' | 'config' | 'db' | 'git' | 'hooks' | 'kept' | 'log' | 'objects' | 'passing' | 'paces' | 'turns'
>

/** Takes a push into a repository that the gate has opened for writing. Returns git's exit code. */
export function receivePush(
  app: Needs,
  actor: Actor,
  repo: OpenRepo,
  { purpose, ...wire }: Wire & { readonly purpose?: Purpose },
): Promise<number> {
  let entry: JournalEntry | null = null
  let release = nothingToRelease
  const dir = repoDirectory(app.config, repo)
  const exchange: ReceiveOptions = {
    turn: new LateTurn(() => app.turns.push.take(queueOf(actor))),
    pace: app.paces.sending,
    git: app.git,
    dir,
    hooks: app.hooks,
    maxBytes: app.config.MAX_PUSH_BYTES,
    isOurs: purpose?.kind === 'keep',
    ...wire,
    decide: async (proposal) => {
      const admitted = await admit(app, { actor, repo, purpose }, proposal)
      if (typeof admitted === 'string') return admitted
      entry = admitted
      release = holdEntry(app, admitted)
      await app.passing('push.journaled')
      return null
    },
    started: async (pid) => {
      const gitProcess = pid === undefined ? null : nameOfProcess(pid)
      if (entry !== null && gitProcess !== null) await renameGit(app, entry, gitProcess)
    },
    settle: async (moved) => {
      await app.passing('refs.moved')
      if (entry === null) return []
      await settlePush(app, entry, moved)
      // Nobody reads it where another server is what pushes.
      if (purpose !== undefined) return []
      const told = entry.changes.filter(({ ref }) => moved?.has(ref) ?? false)
      return tellPusher(app, actor, repo, told).catch((error: unknown) => {
        // The push is done: it only goes without a word.
        app.log.warn({ error: String(error), repo: repo.id }, 'nothing could be said after a push')
        return []
      })
    },
  }
  // Nobody sends for hours what will be refused. What has all come is decided on.
  const stop = watchRight(app, actor, { repo, need: pushing }, (why) => wire.input.destroy(why))
  return whileThere(dir, () => receivePack(exchange)).finally(() => {
    stop()
    release()
  })
}

interface Push {
  readonly actor: Actor
  readonly repo: OpenRepo
  readonly purpose: Purpose | undefined
}

/** The entry of the journal under which the refs may move, or why they must not. */
async function admit(app: Needs, { actor, repo, purpose }: Push, proposal: Proposal): Promise<JournalEntry | string> {
  const opened = await openAgain(app, actor, repo)
  if (typeof opened === 'string') return opened
  const inTheWay =
    (await judgePush(app, { actor, repo: opened, way: wayOf(purpose) }, proposal)) ??
    (await findInTheWay(app, opened.id, proposal.changes))
  if (inTheWay !== null) return inTheWay
  await app.passing('push.judged')
  const { changes, gitProcess, quarantine } = proposal
  const bytes = quarantine === null ? 0 : await objectFolderSize(quarantine)
  try {
    return await openJournal(app, actor, repo, { changes, gitProcess, bytes, purpose })
  } catch (error) {
    // No room for it, or no right to it any more: the person hears why.
    if (error instanceof Fault && refusing.has(error.kind)) return error.message
    if (!isDiskFailure(error)) throw error
    // Nothing has moved, and nothing was promised.
    app.log.error({ error: String(error), repo: repo.id }, 'a push could not be written down')
    return diskFailed
  }
}

function wayOf(purpose: Purpose | undefined): RefMove['way'] {
  return purpose?.kind === 'mirror' || purpose?.kind === 'keep' ? purpose.kind : 'push'
}

/** What was sent may have taken hours. Whoever may push no longer hears why. */
async function openAgain(app: Pick<App, 'clock' | 'db'>, actor: Actor, repo: OpenRepo): Promise<OpenRepo | string> {
  try {
    return await requireStill(app, actor, repo, pushing)
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}
