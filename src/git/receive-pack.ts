import { isUtf8 } from 'node:buffer'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseRefName, type RefName } from '../core/ref-name.ts'
import { parseSha, type Sha } from '../core/sha.ts'
import type { GitProcess } from './git-process.ts'
import { nameOfProcess } from './live-process.ts'
import { readReport } from './read-report.ts'
import { endGit, exitOf, type Git, type RepoDir } from './run-git.ts'
import { sayToClient } from './say-to-client.ts'
import { toleratedByFsck } from './tolerated.ts'

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
  /** The client's protocol, as it said it. */
  readonly protocol: string
  /** HTTP asks once per request; SSH speaks on one connection, beginning with the refs. */
  readonly stateless: boolean
  readonly input: Readable
  readonly output: Writable
  /** Null lets the refs move; a sentence refuses the push and is shown to the person. */
  decide(proposal: Proposal): Promise<string | null>
  /**
   * After git has ended and before the client hears of it: whatever follows from the push. `moved` is what git says it
   * did; null where the client wanted no report. What it returns is shown to the person.
   */
  settle(moved: ReadonlySet<string> | null): Promise<readonly string[]>
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
  'transfer.hideRefs=refs/pull',
  'transfer.hideRefs=refs/stithy',
]

/** How long a git whose client is gone may take to give up. */
const patienceMs = 30_000

/**
 * Runs git-receive-pack between a client and a repository. What git says before the verdict goes straight through; what
 * it says after it, the report that the push succeeded, is held back until `settle` is done. A client that hangs up
 * before the verdict ends the push; after it, refs are moving, and the push is brought to its end without them. Returns
 * git's exit code.
 */
export async function receivePack(options: ReceiveOptions): Promise<number> {
  const child = start(options)
  const ended = exitOf(child)
  const held = new HeldBack(options.output)
  const [stdin, stdout, , questions, verdicts] = child.stdio
  let accepted = false
  let gone = false
  // The end of its input makes git give up and remove what has come; after a signal, that would stay.
  const hangUp = (): void => {
    if (accepted || gone) return
    gone = true
    stdin?.destroy()
    setTimeout(() => endGit(child), patienceMs).unref()
  }
  options.output.once('close', hangUp)
  options.input.once('error', hangUp)
  const fed = pipeline(options.input, stdin as Writable).catch(hangUp)
  const told = pipeline(stdout as Readable, held)
  try {
    const proposal = await readProposal(questions as Readable)
    if (proposal !== null) {
      const gitProcess = child.pid === undefined ? null : await nameOfProcess(child.pid)
      const refusal = gone ? 'the client hung up' : await options.decide({ ...proposal, gitProcess })
      accepted = refusal === null
      if (accepted) held.hold()
      ;(verdicts as Writable).end(`${refusal?.replaceAll(/\s+/g, ' ') ?? 'ok'}\n`)
    }
    const [exitCode] = await Promise.all([ended, told])
    held.letGo(accepted ? await options.settle(readReport(held.kept())) : [])
    return exitCode
  } catch (error) {
    hangUp()
    // Git waits for a verdict that will not come; without one the push is refused.
    verdicts?.destroy()
    throw error
  } finally {
    options.output.off('close', hangUp)
    options.output.end()
    options.input.destroy()
    await fed
  }
}

function start(options: ReceiveOptions): GitProcess {
  const all = [...settings, `core.hooksPath=${options.hooks}`, `receive.maxInputSize=${options.maxBytes}`]
  const words = [
    ...all.flatMap((setting) => ['-c', setting]),
    'receive-pack',
    ...(options.stateless ? ['--stateless-rpc'] : []),
    options.dir,
  ]
  const env = { GIT_PROTOCOL: options.protocol }
  const child = options.git.spawn(options.dir, { words, env }, ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'])
  for (const stream of child.stdio) stream?.on('error', () => undefined)
  return child
}

/** Null when git ended without asking: the client sent nothing to change, or something that git refused by itself. */
async function readProposal(questions: Readable): Promise<Omit<Proposal, 'gitProcess'> | null> {
  // Bytes one to one: a name need not be text, and a chunk may end in the middle of a character.
  let text = ''
  for await (const chunk of questions) {
    text += (chunk as Buffer).toString('latin1')
    if (text.endsWith('\nend\n') || text === 'end\n') return parseProposal(text)
  }
  return null
}

function parseProposal(text: string): Omit<Proposal, 'gitProcess'> {
  const changes: RefChange[] = []
  const unusable: string[] = []
  let quarantine: string | null = null
  for (const line of text.split('\n')) {
    const [first = '', second = '', ...others] = line.split(' ')
    const name = Buffer.from(others.join(' '), 'latin1')
    if (first === 'quarantine') quarantine = Buffer.from(line.slice('quarantine '.length), 'latin1').toString() || null
    const [before, after] = [parseSha(first), parseSha(second)]
    if (before === null || after === null) continue
    const ref = isUtf8(name) ? parseRefName(name.toString()) : null
    if (ref === null) unusable.push(name.toString().slice(0, 100))
    else changes.push({ ref, before, after })
  }
  return { changes, unusable, quarantine }
}

/** Passes on what is written, or keeps it until it is let go. What is kept is a report of a few bytes a ref. */
class HeldBack extends Writable {
  readonly #output: Writable
  readonly #kept: Buffer[] = []
  #holding = false

  constructor(output: Writable) {
    super()
    this.#output = output
  }

  hold(): void {
    this.#holding = true
  }

  kept(): Buffer {
    return Buffer.concat(this.#kept)
  }

  letGo(lines: readonly string[]): void {
    this.#holding = false
    const words = sayToClient(Buffer.concat(this.#kept.splice(0)), lines)
    if (words.length > 0 && !this.#output.destroyed) this.#output.write(words)
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#holding) this.#kept.push(chunk)
    else if (!this.#output.destroyed) {
      this.#output.write(chunk, () => done())
      return
    }
    done()
  }
}
