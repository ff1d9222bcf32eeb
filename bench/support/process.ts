// Servers in processes of their own, and what the operating system knows about them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 30_000
/** That of processes with all that they have started, Linux counts in hundredths of a second. */
const tickMs = 10

export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** From the start of the process to its first good answer. */
  readonly readyAfterMs: number
  stop(): Promise<void>
}

export interface Start {
  /** Node where none is named. */
  readonly program?: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  readonly path: string
  /** Where its output goes, as a service's log goes to a file. */
  readonly logFile: string
}

/** Waits until `path` is answered with 200. */
export async function startServer({ program, args, env, port, path, logFile }: Start): Promise<ServerProcess> {
  const log = await open(logFile, 'a')
  const began = performance.now()
  const child = spawn(program ?? process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', log.fd, log.fd],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  while ((await statusOf(port, path)) !== 200) {
    if (child.exitCode !== null || performance.now() - began > patienceMs) {
      kill()
      throw new Error(`A server did not start; its last words:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
    }
    await sleep(5)
  }
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    readyAfterMs: performance.now() - began,
    stop: async () => {
      process.off('exit', kill)
      await end(child, log)
    },
  }
}

async function end(child: ChildProcess, log: FileHandle): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await log.close()
}

function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', () => resolve(0))
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}

/** What stays in memory. NaN where there is no /proc. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(fromProc(pid, 'status'))?.[1]) / 1024
}

/** The most that ever was in memory. NaN where there is no /proc. */
export function highestMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(fromProc(pid, 'status'))?.[1]) / 1024
}

/** Processor time of all threads that run, so far. NaN where there is no /proc. */
export function processorMs(pid: number): number {
  if (!existsSync('/proc')) return Number.NaN
  const threads = readdirSync(`/proc/${pid}/task`)
  // A thread that has ended meanwhile is no number: nothing of it.
  return threads.reduce((sum, thread) => sum + (scheduled(pid, thread).ran || 0), 0)
}

/** Of the thread that serves, so far: how long it ran, and how long it could have run but had to wait for a core. */
export function servingMs(pid: number): { readonly ran: number; readonly waited: number } {
  return scheduled(pid, String(pid))
}

/** The kernel counts in nanoseconds here. */
function scheduled(pid: number, thread: string): { readonly ran: number; readonly waited: number } {
  const [ran, waited] = fromProc(pid, `task/${thread}/schedstat`).split(' ')
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
}

/** Processor time of processes and of all that they have started, alive or ended. */
export function treeProcessorMs(pids: readonly number[]): number {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(statOf(Number(entry))[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const total = (pid: number): number => {
    const own =
      statOf(pid)
        .slice(11, 15)
        .reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
    return (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), own)
  }
  return pids.reduce((sum, pid) => sum + total(pid), 0)
}

/** The fields behind the program's name. */
function statOf(pid: number): readonly string[] {
  return fromProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
}

function fromProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
