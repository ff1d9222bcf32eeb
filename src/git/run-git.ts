import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../core/errors.ts'
import type { RefName } from '../core/ref-name.ts'
import type { RepoPath } from '../core/repo-path.ts'
import { RepositoryAway } from '../core/repository-away.ts'
import type { Sha } from '../core/sha.ts'
import type { GitProcess } from './git-process.ts'
import { gitEnv, gitSettings } from './git-settings.ts'
import type { Stdio } from './launch-words.ts'
import type { Launches } from './launches.ts'
import { foundNoFolder, requireThere } from './require-there.ts'
import { spawnWithFiles } from './spawn-with-files.ts'

declare const dirBrand: unique symbol
/** The folder of a bare repository: made from our own records, never from a request. */
export type RepoDir = string & { readonly [dirBrand]: true }

export interface GitCall {
  /** A subcommand and options, written in our own source. Text from outside is an operand and has a type of its own. */
  readonly words: readonly string[]
  /** Come behind `--end-of-options`: a ref called `--exec=…` is a ref. */
  readonly revs?: readonly (Sha | RefName)[]
  /** Come behind `--`, and are taken literally. */
  readonly paths?: readonly RepoPath[]
  readonly env?: Readonly<Record<string, string>>
  /** Of a command that goes through whole trees: how much memory it may take, where that is less than usual. */
  readonly mostKb?: number
  /** Of one whose end nobody else sets: how many seconds of a processor it may take. */
  readonly mostSeconds?: number
}

export interface RunOptions {
  readonly input?: string | Buffer
  /** More output than this is an error: nothing of unknown size is collected in memory. */
  readonly maxBytes?: number
  /** More output is no error, but nobody wants it: git is stopped. */
  readonly cut?: true
  readonly timeoutMs?: number
  /** Hears of the process before it gets any input. */
  readonly started?: ((pid: number | undefined) => Promise<void>) | undefined
}

export interface SpawnOptions {
  /** All that it is to read: its first pipe is fed with it, and is nobody else's. */
  readonly input?: string | Buffer | undefined
  /** Behind others, as `setPriority` has it. */
  readonly priority?: number
}

/**
 * Commands that go through whole trees. A few small objects, each of which names the next ten times, make a tree of
 * billions of files: git would take all the memory there is to list them.
 */
const throughTrees = new Set(['archive', 'diff-tree', 'grep', 'log', 'ls-tree', 'merge-tree', 'range-diff', 'reset'])
const bounded = 'ulimit -d "$1"; [ -z "$2" ] || ulimit -t "$2"; shift 2; exec git "$@"'
const mostKb = 786_432

const defaultMaxBytes = 64 * 1024 * 1024
const defaultTimeoutMs = 60_000

export class GitError extends Error {
  override readonly name = 'GitError'
  readonly exitCode: number
  readonly stderr: string

  constructor(call: GitCall, exitCode: number, stderr: string) {
    super(`git ${call.words[0] ?? ''} failed (${exitCode}): ${stderr.trim().slice(0, 500)}`)
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** The only place that starts git. */
export class Git {
  readonly #path: string
  readonly #launches: Launches | null

  /** `path` is where programs are looked for. */
  constructor(path: string, launches: Launches | null = null) {
    this.#path = path
    this.#launches = launches
  }

  spawn(dir: RepoDir, call: GitCall, stdio: readonly Stdio[], options: SpawnOptions = {}): GitProcess {
    requireThere(dir)
    const revs = call.revs === undefined ? [] : ['--end-of-options', ...call.revs]
    const paths = call.paths === undefined ? [] : ['--', ...call.paths]
    const args = [...gitSettings, ...call.words, ...revs, ...paths]
    const isBounded = call.words.some((word) => throughTrees.has(word))
    const [program, before] = isBounded
      ? (['/bin/sh', ['-c', bounded, 'git', String(call.mostKb ?? mostKb), String(call.mostSeconds ?? '')]] as const)
      : (['git', []] as const)
    // Relative to where it runs: a repository that changes hands meanwhile takes its git along.
    const env = { ...gitEnv, PATH: this.#path, GIT_DIR: '.', ...call.env }
    const { input, priority } = options
    const told = input !== undefined && input.length <= mostTold
    const launch = { program, args: [...before, ...args], cwd: dir, env, stdio, priority }
    const toLaunch = told ? { ...launch, input: Buffer.from(input).toString('latin1') } : launch
    const child = this.#launches?.launch(toLaunch) ?? spawnWithFiles(toLaunch)
    // A git that ends before it has read everything closes the pipe; its exit code says why.
    if (input !== undefined && !told) child.stdin?.on('error', () => undefined).end(input)
    // A repository that was deleted a moment ago, or no room for another process: `exitOf` tells whoever waits for it.
    child.on('error', () => undefined)
    return child
  }

  /** Runs to the end and returns what git wrote. A failing git is an error; `try` is for those that may fail. */
  async run(dir: RepoDir, call: GitCall, options: RunOptions = {}): Promise<Buffer> {
    const { exitCode, stdout, stderr } = await this.try(dir, call, options)
    if (exitCode !== 0) throw new GitError(call, exitCode, stderr)
    return stdout
  }

  async try(dir: RepoDir, call: GitCall, options: RunOptions = {}): Promise<Outcome> {
    const outcome = await this.#tryInTurn(dir, call, options)
    return hasLostFolder(outcome) ? this.#tryInTurn(dir, call, options) : outcome
  }

  async #tryInTurn(dir: RepoDir, call: GitCall, options: RunOptions): Promise<Outcome> {
    for (const ms of pausesMs) {
      const outcome = await this.#tryOnce(dir, call, options)
      if (outcome !== crowded) return answered(dir, outcome)
      await sleep(ms)
    }
    const last = await this.#tryOnce(dir, call, options)
    if (last !== crowded) return answered(dir, last)
    throw new Fault('unavailable', 'The server has no room for another process: try again in a moment', {
      code: 'INTERNAL_ERROR',
    })
  }

  async #tryOnce(dir: RepoDir, call: GitCall, options: RunOptions): Promise<Outcome | typeof crowded> {
    const { input = '', started } = options
    const isFed = started !== undefined || input.length > 0
    const stdio = [isFed ? 'pipe' : 'ignore', 'pipe', 'pipe'] as const
    const child = this.#spawnIfRoom(dir, call, stdio, isFed && started === undefined ? input : undefined)
    if (child === crowded) return crowded
    let isCrowded = false
    let isAway = false
    child.once('error', (error) => {
      isCrowded = hasNoRoom(error)
      isAway = foundNoFolder(error)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? defaultTimeoutMs)
    const feed = async (): Promise<void> => {
      if (started === undefined) return
      child.stdin?.on('error', () => undefined)
      await started(child.pid)
      child.stdin?.end(input)
    }
    const tooMuch = (): void => void child.kill('SIGKILL')
    try {
      const [stdout, stderr, exitCode] = await Promise.all([
        collect(child.stdout, options.maxBytes ?? defaultMaxBytes, tooMuch, options.cut),
        collect(child.stderr, 64 * 1024, () => undefined),
        exitOf(child),
        feed().catch((error: unknown) => {
          child.stdin?.destroy()
          throw error
        }),
      ])
      if (isAway) throw new RepositoryAway()
      return isCrowded ? crowded : { exitCode, stdout, stderr: stderr.toString('utf8') }
    } catch (error) {
      // Its pipes were closed before anything was at their other end.
      if (isCrowded) return crowded
      throw isAway ? new RepositoryAway() : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Node tells some of what is missing at once, and some later. */
  #spawnIfRoom(
    dir: RepoDir,
    call: GitCall,
    stdio: readonly Stdio[],
    input: string | Buffer | undefined,
  ): GitProcess | typeof crowded {
    try {
      return this.spawn(dir, call, stdio, { input })
    } catch (error) {
      if (error instanceof Error && hasNoRoom(error)) return crowded
      throw error
    }
  }
}

/** What a git says that found no repository is no answer. */
function answered(dir: RepoDir, outcome: Outcome): Outcome {
  if (outcome.exitCode !== 0) requireThere(dir)
  return outcome
}

/**
 * Git makes a folder for an object and then a file in it. Whoever tidies up in between takes the folder away, which is empty:
 * at the second try it is there to stay.
 */
function hasLostFolder({ exitCode, stderr }: Outcome): boolean {
  return exitCode !== 0 && stderr.includes('unable to create temporary file: No such file or directory')
}

interface Outcome {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Not a git that failed: none was there. What it would have said is not known, so nobody may take this for an answer. */
const crowded = Symbol('crowded')
/** Others end: some time is often all that it takes. */
const pausesMs = [50, 200, 800]
const noRoom = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'])

function hasNoRoom(error: Error): boolean {
  return 'code' in error && noRoom.has(String(error.code))
}

/** So much is told with the order to start it: a pipe less to be handed over. */
const mostTold = 64 * 1024

/** As of a git that gave up. */
const gaveUp = 128

/** Git's exit code once it has ended and its output was read; also of one that was killed or could not be started. */
export function exitOf(child: GitProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(gaveUp))
    child.once('close', (code) => resolve(code ?? gaveUp))
  })
}

const patienceMs = 5000

/** Ends a git before its time. It is asked first: then it ends what it started itself and removes what is half done. */
export function endGit(child: GitProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  timer.unref()
  child.once('close', () => clearTimeout(timer))
}

async function collect(stream: Readable | null, maxBytes: number, tooMuch: () => void, cut?: true): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    const bytes = chunk as Buffer
    if (size <= maxBytes && (cut === true || size + bytes.length <= maxBytes)) chunks.push(bytes)
    size += bytes.length
    if (size > maxBytes) tooMuch()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
