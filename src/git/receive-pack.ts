import type { Duplex, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { tooSlow } from '../core/errors.ts'
import type { LateTurn } from '../core/late-turn.ts'
import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import { type Pace, Watch } from '../core/watch.ts'
import type { GitProcess } from './git-process.ts'
import { HeldBack } from './held-back.ts'
import { nameOfProcess } from './live-process.ts'
import { readCommands } from './read-commands.ts'
import { readProposal } from './read-proposal.ts'
import { readReport } from './read-report.ts'
import { endGit, exitOf, type Git, type RepoDir } from './run-git.ts'
import { takeCommands } from './take-commands.ts'
import { toleratedByFsck } from './tolerated.ts'
import { heardFromGit, watchSending } from './watch-sending.ts'

export interface RefChange {
  readonly ref: RefName
  readonly before: Sha
  readonly after: Sha
}

/** What the client wants, before any ref has moved. New objects are readable through `quarantine` only. */
export interface Proposal {
  readonly changes: readonly RefChange[]
  /** Names that git takes and we cannot: not text, or longer than a file system holds. */
  readonly unusable: readonly string[]
  readonly quarantine: string | null
  /** Who will move the refs, if we are not there any more to see it. */
  readonly gitProcess: string | null
}

export interface ReceiveOptions {
  readonly git: Git
  readonly dir: RepoDir
  readonly hooks: string
  readonly maxBytes: number
  /** It is the service itself that moves refs of its own. */
  readonly isOurs?: boolean
  /** The client's protocol, as it said it. */
  readonly protocol: string
  /** HTTP asks once per request; SSH speaks on one connection, beginning with the refs. */
  readonly stateless: boolean
  readonly input: Readable
  readonly output: Writable
  /** Begins when the client has said what it wants to push, and rests while more of it is waited for. */
  readonly turn: LateTurn
  readonly pace: Pace
  /** Null lets the refs move; a sentence refuses the push and is shown to the person. */
  decide(proposal: Proposal): Promise<string | null>
  /**
   * After git has ended and before the client hears of it: whatever follows from the push. `moved` is what git says it
   * did; null where the client wanted no report. What it returns is shown to the person.
   */
  settle(moved: ReadonlySet<string> | null): Promise<readonly string[]>
  /** Of many refs: another git than the one of the proposal is about to move them. */
  started(pid: number | undefined): Promise<void>
}

const settings = [
  'receive.fsckObjects=true',
  'receive.fsck.hasDotgit=error',
  'receive.fsck.hasDot=error',
  'receive.fsck.hasDotdot=error',
  'receive.fsck.fullPathname=error',
  ...toleratedByFsck.map((wart) => `receive.fsck.${wart}=ignore`),
  'receive.advertisePushOptions=true',
  'receive.autogc=false',
  'receive.denyDeleteCurrent=ignore',
  // No repository stands on another. The only one whose refs git would start a git to ask for is this one itself.
  'core.alternateRefsCommand=true',
]

/** Nobody who pushes sees them, or moves them. */
const ours = ['transfer.hideRefs=refs/pull', 'transfer.hideRefs=refs/stithy']

/** How long a git whose client is gone may take to give up. */
const patienceMs = 30_000

/** See `take-commands.ts`. */
const forMany = ['receive.procReceiveRefs=refs']

/**
 * Runs git-receive-pack between a client and a repository. What git says before the verdict goes straight through; what
 * it says after it, the report that the push succeeded, is held back until `settle` is done. A client that hangs up
 * before the verdict ends the push; after it, refs are moving, and the push is brought to its end without them. Returns
 * git's exit code.
 */
export async function receivePack(options: ReceiveOptions): Promise<number> {
  const held = new HeldBack(options.output)
  // Over SSH it is git that speaks first.
  let running = options.stateless ? null : start(options, held, false)
  let accepted = false
  let gone = false
  // The end of its input makes git give up and remove what has come; after a signal, that would stay.
  const hangUp = (): void => {
    if (accepted || gone) return
    gone = true
    const child = running?.child
    child?.stdin?.destroy()
    if (child !== undefined) setTimeout(() => endGit(child), patienceMs).unref()
  }
  options.output.once('close', hangUp)
  options.input.once('error', hangUp)
  let fed: Promise<void> | undefined
  try {
    const commands = readCommands(options.input)
    // A client that waits to be spoken to would wait for ever for a git that could not be started.
    const { head, many } = await (running === null ? commands : Promise.race([commands, endedEarly(running)]))
    if (options.input.destroyed && !options.input.readableEnded)
      throw options.input.errored ?? new Error('The client hung up')
    await (running === null ? options.turn.begin() : Promise.race([options.turn.begin(), endedEarly(running)]))
    if (running === null || many) {
      if (running !== null) await dismiss(running)
      running = start(options, held, many)
    }
    const { child, questions, verdicts, ended, told } = running
    child.stdin?.write(head)
    const watch = new Watch(options.turn, options.pace, () => options.input.destroy(tooSlow()))
    held.listener = (said) => heardFromGit(watch, said)
    fed = pipeline(options.input, watchSending(watch), child.stdin as Writable).catch(hangUp)
    const proposal = await readProposal(questions).finally(() => watch.end())
    if (proposal !== null) {
      const gitProcess = child.pid === undefined ? null : nameOfProcess(child.pid)
      const refusal = gone ? 'the client hung up' : await options.decide({ ...proposal, gitProcess })
      accepted = refusal === null
      if (accepted) held.hold()
      verdicts.write(`${refusal?.replaceAll(/\s+/g, ' ') ?? 'ok'}\n`)
      if (accepted && many)
        await takeCommands({ ...options, changes: proposal.changes, heard: questions, says: verdicts })
      verdicts.end()
    }
    const [exitCode] = await Promise.all([ended, told])
    held.letGo(accepted ? await options.settle(readReport(held.kept())) : [])
    return exitCode
  } catch (error) {
    hangUp()
    // Git waits for a verdict that will not come; without one the push is refused.
    running?.verdicts.destroy()
    throw error
  } finally {
    options.turn.end()
    options.output.off('close', hangUp)
    // Where git has not begun, whoever opened the door says why not.
    if (running !== null) {
      options.output.end()
      options.input.destroy()
    }
    await fed
  }
}

interface Running {
  readonly child: GitProcess
  /** What its hooks ask, and what they hear. */
  readonly questions: AsyncIterator<Buffer, undefined>
  readonly verdicts: Writable
  readonly ended: Promise<number>
  readonly told: Promise<void>
}

function start(options: ReceiveOptions, held: Writable, many: boolean): Running {
  const hidden = options.isOurs === true ? [] : ours
  const all = [...settings, ...hidden, `core.hooksPath=${options.hooks}`, `receive.maxInputSize=${options.maxBytes}`]
  const words = [
    ...[...all, ...(many ? forMany : [])].flatMap((setting) => ['-c', setting]),
    'receive-pack',
    // Of many it is the second over SSH, and the refs have been told.
    ...(options.stateless || many ? ['--stateless-rpc'] : []),
    options.dir,
  ]
  const env = { GIT_PROTOCOL: options.protocol }
  const child = options.git.spawn(options.dir, { words, env }, ['pipe', 'pipe', 'ignore', 'pipe'])
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  const [, stdout, , hook] = child.stdio
  const told = pipeline(stdout as Readable, held, { end: false })
  // Whoever fails before they wait for it has a reason of their own.
  told.catch(() => undefined)
  return {
    child,
    questions: (hook as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>,
    verdicts: hook as Duplex,
    ended: exitOf(child),
    told,
  }
}

/** Nobody has asked it for anything: only a failure ends it. */
async function endedEarly({ ended }: Running): Promise<never> {
  throw new Error(`git ended before it was asked for anything (${await ended})`)
}

/** Ends a git that has told its refs and heard nothing. */
async function dismiss({ child, ended, told }: Running): Promise<void> {
  child.stdin?.destroy()
  await Promise.all([ended, told])
}
