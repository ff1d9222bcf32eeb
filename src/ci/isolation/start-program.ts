import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'

/** A program of this machine's and its arguments: each a word of its own, and no shell in between. */
export type Argv = readonly [string, ...string[]]

export interface ProgramOptions {
  /** All there is; a job's variables never come here, because some of them make programs load code. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly input?: Buffer
}

export interface Ended {
  /** As shells count: 128 and the signal for one that was killed; 127 for one that could not be started. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const notStarted = 127
/** For programs that take milliseconds: a machine that is out of breath is no reason to give up a job. */
const defaultTimeoutMs = 120_000
const defaultMaxBytes = 1024 * 1024

/** The only place that starts what boxes are made of. Nothing but the descriptors named in `stdio` is passed on. */
export function startProgram(argv: Argv, env: Readonly<Record<string, string>>, stdio: StdioOptions): ChildProcess {
  const [program, ...words] = argv
  const child = spawn(program, words, { cwd: '/', env, stdio: coverInherited(stdio) })
  // `exitOf` tells whoever waits for it.
  child.on('error', () => undefined)
  return child
}

/** Runs one to its end and never throws: how it ended says everything. One that takes too long is killed. */
export async function runProgram(argv: Argv, options: ProgramOptions): Promise<Ended> {
  const child = startProgram(argv, options.env, ['pipe', 'pipe', 'pipe'])
  const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? defaultTimeoutMs)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input)
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  const exited = exitOf(child)
  // What it started and left behind could hold the pipes for ever.
  const cut = exited.then(() => setTimeout(() => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy()), 1000))
  const [stdout, stderr, code] = await Promise.all([
    collect(child.stdout, maxBytes),
    collect(child.stderr, maxBytes),
    exited,
  ]).finally(() => clearTimeout(timer))
  clearTimeout(await cut)
  return { code, stdout, stderr }
}

export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(notStarted))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

async function collect(stream: Readable | null, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream ?? []) {
      const bytes = chunk as Buffer
      if (size < maxBytes) chunks.push(bytes)
      size += bytes.length
    }
  } catch {
    // Cut off: what came until then counts.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

let inherited: readonly number[] | undefined
let nothing: number | undefined

/**
 * Descriptors that whoever started this process forgot to close would be handed on to every job. Node closes those
 * that it opened itself; nothing lies where the others are.
 */
function coverInherited(stdio: StdioOptions): StdioOptions {
  inherited ??= findInherited()
  if (inherited.length === 0 || !Array.isArray(stdio)) return stdio
  nothing ??= openSync('/dev/null', 'r')
  const covered = [...stdio]
  for (const fd of inherited) {
    while (covered.length < fd) covered.push('ignore')
    if (fd >= stdio.length) covered[fd] = nothing
  }
  return covered
}

const closeOnExec = 0o2000000

function findInherited(): number[] {
  const open = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2)
  return open.filter((fd) => {
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
      return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
    } catch {
      return false
    }
  })
}
