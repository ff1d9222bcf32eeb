// Stithy as its operator runs it: a process of its own, with its own folder, port, environment and signals.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '../support/client.ts'
import { newDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/stithy.ts'

const root = join(import.meta.dirname, '../..')
/** Most processes live for a moment: with room for all that is new nothing is moved, which would take a sixth of that. */
export const briefly = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32']
const program = join(root, 'dist/main.js')
/** The command that runs Stithy. */
const here: readonly string[] = [process.execPath, ...briefly, program]
/** The same for those who look at its memory. */
export const asItIs: readonly string[] = [process.execPath, program]

export { onPostgres } from '../support/database.ts'

export type Environment = Readonly<Record<string, string>>

/** A data directory, a port and a database that nobody else uses. */
export interface Place {
  readonly dataDir: string
  readonly port: string
  readonly env: Environment
}

const started = new Set<ChildProcess>()

export async function newPlace(env: Environment = {}): Promise<Place> {
  const dataDir = await newFolder()
  const port = String(await freePort())
  const database = await newDatabase()
  const own = { HOST: '127.0.0.1', PORT: port, SSH_PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_ENABLED: 'false' }
  const all = { ...own, ...database, ...env }
  return { dataDir, port, env: all }
}

/** The same service once more, which does not run now: on SQLite all of it lies in its folder. */
export async function copyOf(place: Place, env: Environment = {}): Promise<Place> {
  const copy = await newPlace(env)
  await cp(place.dataDir, copy.dataDir, { recursive: true })
  return copy
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'stithy-process-'))
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exit: Promise<Exit>
  signal(name: NodeJS.Signals): void
}

/** Node keeps the compiled program there; a new build begins a new one. */
const compileCache = join(root, 'dist/.compiled')

/** Only what is said here is in its environment: settings of whoever runs the tests stay out. */
export function start(args: readonly string[], env: Environment, command = here, cwd = root): Running {
  const [first = '', ...words] = command
  const child = spawn(first, [...words, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exit = once(child, 'close').then(([code, signal]: unknown[]): Exit => {
    started.delete(child)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr }
  })
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    signal: (name) => void child.kill(name),
  }
}

/** Runs a command to its end. */
export function run(args: readonly string[], env: Environment = {}, cwd = root): Promise<Exit> {
  return start(args, env, here, cwd).exit
}

/** Runs a command that must succeed. */
export async function succeed(args: readonly string[], env: Environment): Promise<Exit> {
  const exit = await run(args, env)
  if (exit.code !== 0) throw new Error(`stithy ${args.join(' ')}: ${exit.code ?? exit.signal} ${exit.stderr}`)
  return exit
}

export interface Serving extends Running {
  readonly place: Place
  readonly url: string
  client(form?: 'A' | 'B'): Client
  /** The log, a line each. */
  log(): readonly Readonly<Record<string, unknown>>[]
  /** SIGTERM, and the end. */
  stop(): Promise<Exit>
  /** SIGKILL, and the end. */
  kill(): Promise<Exit>
}

export async function serve(place: Place, command = here): Promise<Serving> {
  const running = start(['serve'], place.env, command)
  const url = `http://127.0.0.1:${place.port}`
  await ready(running)
  const end = (name: NodeJS.Signals) => (): Promise<Exit> => {
    running.signal(name)
    return running.exit
  }
  return {
    ...running,
    place,
    url,
    client: (form) => new Client(url, form),
    log: () => logLines(running.stdout()),
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
  }
}

/** `serve` and `worker` say on standard error when they are ready. */
export async function ready(running: Running): Promise<void> {
  const ended = running.exit.then(({ code, signal, stderr }) => {
    throw new Error(`It ended (${code ?? signal}) before it was ready:\n${stderr}`)
  })
  const said = eventually(() => {
    if (!running.stderr().includes(' is ready')) throw new Error(`Not ready: ${running.stderr()}`)
  })
  await Promise.race([said, ended])
}

function logLines(stdout: string): readonly Readonly<Record<string, unknown>>[] {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

export interface KeptMail {
  readonly to: string
  readonly subject: string
  readonly messageId: string
  readonly text: string
}

export async function mailsIn(place: Place): Promise<readonly KeptMail[]> {
  const folder = join(place.dataDir, 'mail')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.map((text) => ({
    to: header(text, 'To'),
    subject: header(text, 'Subject'),
    messageId: header(text, 'Message-ID'),
    // Long lines are folded with a "=" at their end.
    text: text.replaceAll('=\r\n', ''),
  }))
}

function header(mail: string, name: string): string {
  return new RegExp(`^${name}: (.*)\r$`, 'm').exec(mail)?.[1] ?? ''
}

function killAll(): void {
  for (const child of started) child.kill('SIGKILL')
}

process.once('exit', killAll)

/** After each file, whichever it was: one process runs many of them. */
export async function endProcesses(): Promise<void> {
  const ends = [...started].map((child) => once(child, 'close'))
  killAll()
  await Promise.all(ends)
}
