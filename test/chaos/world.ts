// What the acts of a run work on: people, repositories, a receiver of webhooks, and a look behind the doors.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Row, select } from '../process/database.ts'
import { type Answer, Client } from '../support/client.ts'
import type { Receiver } from '../support/receiver.ts'
import type { KeyPair } from '../support/ssh.ts'
import type { Random } from './random.ts'
import type { Replica } from './replica.ts'

export interface World {
  readonly random: Random
  readonly replicas: readonly Replica[]
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly receiver: Receiver
  /** Tokens: `ada` administers the service and owns `ada/work`, `bob` may write there too. */
  readonly tokens: { readonly ada: string; readonly bob: string; readonly session: string }
  readonly key: KeyPair
  readonly lanes: readonly Lane[]
  /** The folder of `ada/work`. */
  readonly work: string
  readonly hasPipelines: boolean
  count: number
  /** Answers that nobody should get, and when. */
  readonly surprises: string[]
  /** What took so long that somebody should look why. */
  readonly slow: string[]
  /** Answers with 5xx: allowed only where something was failed on purpose. */
  errors: number
}

/** A branch that one client alone pushes to, from a work tree of its own. */
export interface Lane {
  readonly branch: string
  readonly tree: string
  busy: boolean
}

export type Outcome = 'done' | 'refused' | 'unknown'

/** `whole`: with every effect, once. `absent`: without any. Anything else says what is half there. */
export type Sight = string

/** Something that somebody asked for, and what is known of it. */
export interface Claim {
  readonly what: string
  readonly outcome: Exclude<Outcome, 'refused'>
  look(world: World): Promise<Sight>
}

export type Act = (world: World) => Promise<Claim | null>

export function client(world: World, who: 'ada' | 'bob' | 'session' | null): Client {
  const alive = world.replicas.filter((one) => one.isAlive)
  const at = alive.length === 0 ? world.replicas[0] : world.random.pick(alive)
  const token = who === null ? undefined : world.tokens[who]
  return new Client(at?.url ?? '', 'B', token)
}

/** A call, and what is known after it: an answer that did not come, or says that something failed, leaves both open. */
export async function ask(
  world: World,
  call: Promise<Answer>,
): Promise<{ readonly outcome: Outcome; readonly answer: Answer | null }> {
  let answer: Answer
  try {
    answer = await call
  } catch {
    return { outcome: 'unknown', answer: null }
  }
  if (answer.status < 300) return { outcome: 'done', answer }
  if (answer.status >= 500) {
    world.errors++
    return { outcome: 'unknown', answer }
  }
  if (![405, 409, 422].includes(answer.status)) world.surprises.push(`${answer.status} ${answer.text.slice(0, 300)}`)
  return { outcome: 'refused', answer }
}

export function unique(world: World): string {
  return `${++world.count}x${world.random.below(1e6).toString(36)}`
}

export function rows(world: World, sql: string): Promise<readonly Row[]> {
  return select({ dataDir: world.dataDir, port: '', env: world.env }, sql)
}

export async function count(world: World, from: string): Promise<number> {
  const [row] = await rows(world, `select count(*) as n from ${from}`)
  return Number(row?.['n'])
}

/** What a whole thing has, by name: the first that is not as often there as it should be is told. */
export function sightOf(expected: number, counts: Readonly<Record<string, number>>): Sight {
  const wrong = Object.entries(counts).filter(([, times]) => times !== expected)
  if (wrong.length === 0) return expected === 0 ? 'absent' : 'whole'
  return wrong.map(([name, times]) => `${name}: ${times} times instead of ${expected}`).join(', ')
}

export async function filesIn(world: World, folder: string): Promise<readonly string[]> {
  return readdir(join(world.dataDir, folder)).catch(() => [])
}
