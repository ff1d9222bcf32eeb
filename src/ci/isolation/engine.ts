import { createHash } from 'node:crypto'
import { Fault } from '../../core/errors.ts'
import type { IsolationSettings, Probe } from './settings.ts'
import { type Argv, type Ended, runProgram } from './start-program.ts'

/** A program that runs containers, as it works on this machine. */
export interface Engine {
  readonly name: 'podman' | 'docker'
  readonly argv: Argv
  /** Containers belong to an ordinary user, whose number has to be kept inside. */
  readonly rootless: boolean
}

const candidates: readonly { name: Engine['name']; argv: Argv }[] = [
  { name: 'podman', argv: ['podman'] },
  // Where the runtime that podman would take does not get along with the machine's control groups.
  { name: 'podman', argv: ['podman', '--runtime', 'runc'] },
  { name: 'podman', argv: ['podman', '--runtime', 'crun'] },
  { name: 'docker', argv: ['docker'] },
]

const shortMs = 10_000
const emptyImage = 'localhost/stithy-probe:1'
/** The program is not in the image. Everything before that has worked: the container was made, with its limits. */
const notInImage = 127

/** Finds out by starting a container from an image that has nothing in it. */
export async function findEngine(settings: IsolationSettings, limits: readonly string[]): Promise<Probe<Engine>> {
  const reasons = new Map<string, string>()
  for (const { name, argv } of candidates) {
    const run = (...words: string[]): Promise<Ended> =>
      runProgram([...argv, ...words], { env: settings.env, timeoutMs: shortMs })
    const version = await run('version', '--format', '{{.Server.Os}}')
    if (version.code !== 0) {
      reasons.set(name, lastLine(version) || 'is not installed')
      continue
    }
    if ((await run('image', 'inspect', emptyImage)).code !== 0) {
      const words: Argv = [...argv, 'import', '-', emptyImage]
      await runProgram(words, { env: settings.env, timeoutMs: shortMs, input: Buffer.alloc(10_240) })
    }
    const tried = await run('run', '--rm', '--pull', 'never', '--network', 'none', ...limits, emptyImage, '/none')
    if (tried.code === notInImage) {
      return { found: { name, argv, rootless: name === 'podman' && process.getuid?.() !== 0 } }
    }
    reasons.set(name, lastLine(tried))
  }
  return { missing: [...reasons].map(([name, reason]) => `${name}: ${reason}`).join('; ') }
}

/** Whether an engine has the default image, so that a job that names none could start at once. Quick: starts nothing. */
export async function hasImage({ env, defaultImage }: IsolationSettings): Promise<boolean> {
  const asked = ['podman', 'docker'].map((program) =>
    runProgram([program, 'image', 'inspect', '--format', '{{.Id}}', defaultImage], { env, timeoutMs: 3000 }),
  )
  return (await Promise.all(asked)).some(({ code }) => code === 0)
}

export interface EngineCall {
  readonly env: Readonly<Record<string, string>>
  /** As for `engineFailed`. */
  readonly what?: string
  readonly timeoutMs?: number
  readonly input?: Buffer
}

/** A call that has to work. */
export async function callEngine(engine: Engine, words: readonly string[], call: EngineCall): Promise<string> {
  const { what, ...given } = call
  const ended = await runProgram([...engine.argv, ...words], { timeoutMs: 60_000, ...given })
  if (ended.code !== 0) throw engineFailed(engine, ended, what)
  return ended.stdout.trim()
}

/** `what`: which part of the job could not be had, for whoever wrote it down. */
export function engineFailed(engine: Engine, ended: Pick<Ended, 'stdout' | 'stderr'>, what?: string): Fault {
  return containerFailed(`${what === undefined ? '' : `${what}. `}${engine.name}: ${lastLine(ended) || 'failed'}`)
}

const failed = 'CI_CONTAINER_FAILED'

export function containerFailed(message: string): Fault {
  return new Fault('unavailable', message, { code: failed })
}

/** The box of one job could not be made: its image, a service or a package is to blame, and no other job. */
export function isOfContainer(error: unknown): error is Fault {
  return error instanceof Fault && error.code === failed
}

function lastLine({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
  return (lines.at(-1) ?? '').trim().slice(0, 500)
}

const dataLabel = 'stithy.data'

export function labelsFor(settings: IsolationSettings, label: string): string[] {
  return ['--label', `stithy.box=${label}`, '--label', `${dataLabel}=${dataHash(settings)}`]
}

/** Which boxes of this data directory there are containers of. */
export async function listContainers(engine: Engine, settings: IsolationSettings): Promise<Map<string, string[]>> {
  const filter = `label=${dataLabel}=${dataHash(settings)}`
  const names = await callEngine(engine, ['ps', '--all', '--filter', filter, '--format', '{{.Names}}'], settings)
  const boxes = new Map<string, string[]>()
  for (const name of names.split('\n')) {
    const label = /^stithy-(.+)[.][a-z0-9-]+$/.exec(name)?.[1]
    if (label !== undefined) boxes.set(label, [...(boxes.get(label) ?? []), name])
  }
  return boxes
}

function dataHash(settings: IsolationSettings): string {
  return createHash('sha256').update(settings.dataDir).digest('hex').slice(0, 16)
}

export async function removeContainers(
  engine: Engine,
  names: readonly string[],
  settings: IsolationSettings,
): Promise<void> {
  if (names.length === 0) return
  const now = engine.name === 'podman' ? ['--ignore', '--time', '0'] : []
  await runProgram([...engine.argv, 'rm', '--force', '--volumes', ...now, ...names], {
    env: settings.env,
    timeoutMs: 60_000,
  })
}
