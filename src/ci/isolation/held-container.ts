import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Cgroup, processesIn } from './cgroup.ts'
import { waitingProcess } from './container-arguments.ts'
import { callEngine, type Engine, engineFailed } from './engine.ts'
import { bornAt, signalAll } from './process-tree.ts'
import type { IsolationSettings } from './settings.ts'
import { exitOf, startProgram } from './start-program.ts'

/** A container that waits for commands. It ends when we do, because it listens to a pipe of ours. */
export interface HeldContainer {
  readonly name: string
  /** Its first process, as this machine counts. */
  readonly pid: number
  readonly born: string | null
  /** Where the kernel counts what it takes; null where that is out of our sight. */
  readonly cgroup: Cgroup | null
  readonly client: ChildProcess
  readonly exited: Promise<number>
}

export interface ToHold {
  readonly engine: Engine
  readonly settings: IsolationSettings
  readonly name: string
  readonly words: readonly string[]
  readonly image: string
}

const patienceMs = 60_000

export async function holdContainer({ engine, settings, name, words, image }: ToHold): Promise<HeldContainer> {
  const argv = [...engine.argv, 'run', '--name', name, ...words, image, '-c', waitingProcess] as const
  const client = startProgram([argv[0], ...argv.slice(1)], settings.env, ['pipe', 'pipe', 'pipe'])
  client.stdin?.on('error', () => undefined)
  const timer = setTimeout(() => client.kill('SIGKILL'), patienceMs)
  let said = ''
  client.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2000)
  })
  const exited = exitOf(client)
  const ready = await Promise.race([firstWord(client.stdout), exited.then(() => false)])
  clearTimeout(timer)
  if (!ready) {
    client.kill('SIGKILL')
    await exited
    throw engineFailed(engine, { stdout: '', stderr: said })
  }
  const pid = Number(await callEngine(engine, ['inspect', '--format', '{{.State.Pid}}', name], settings))
  return { name, pid, born: await bornAt(pid), cgroup: await cgroupOf(pid), client, exited }
}

/** With the first process the kernel ends everything inside. The engine may tell us late that there is none any more. */
export async function endContainer({ pid, born }: HeldContainer): Promise<void> {
  if (born !== null && (await bornAt(pid)) === born) signalAll([pid], 'SIGKILL')
}

/** Everything inside but the first process. */
export async function processesOf({ cgroup, pid }: HeldContainer): Promise<number[]> {
  const folder = cgroup?.folders.pids ?? cgroup?.folders.memory
  return folder === undefined ? [] : (await processesIn(folder)).filter((other) => other !== pid)
}

/** Resolves at the first thing that it says; the rest is read and forgotten. */
function firstWord(stream: Readable | null): Promise<boolean> {
  return new Promise((resolve) => {
    stream?.on('data', () => resolve(true))
    stream?.once('end', () => resolve(false))
  })
}

async function cgroupOf(pid: number): Promise<Cgroup | null> {
  const text = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')
  const separate = (limit: string): string | undefined => {
    const path = new RegExp(String.raw`^\d+:(?:[^:]*,)?${limit}(?:,[^:]*)?:(.*)$`, 'm').exec(text)?.[1]
    return path === undefined ? undefined : `/sys/fs/cgroup/${limit}${path}`
  }
  const [memory, pids] = [separate('memory'), separate('pids')]
  if (memory !== undefined && pids !== undefined) return { version: 1, folders: { memory, pids } }
  const unified = /^0::(.*)$/m.exec(text)?.[1]
  if (unified === undefined) return null
  return { version: 2, folders: { memory: `/sys/fs/cgroup${unified}`, pids: `/sys/fs/cgroup${unified}` } }
}

/** Whom the engine has told the container to ask for names. */
export async function nameserversOf(
  engine: Engine,
  { name }: HeldContainer,
  settings: IsolationSettings,
): Promise<string[]> {
  const file = await callEngine(engine, ['inspect', '--format', '{{.ResolvConfPath}}', name], settings)
  const text = await readFile(file, 'utf8').catch(() => '')
  return [...text.matchAll(/^nameserver\s+(\S+)/gm)].flatMap(([, address]) => address ?? [])
}
