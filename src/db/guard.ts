import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Passing } from '../core/checkpoint.ts'
import type { Channel } from './channels.ts'
import type { Dialect, Tx } from './handle.ts'
import { LazyBuilder } from './lazy-builder.ts'
import type { PendingWords } from './pending-words.ts'
import type { Schema } from './schema.ts'

interface OpenTransaction {
  ended: boolean
  readonly tells: Set<string>
  readonly afterCommit: (() => void)[]
}

const current = new AsyncLocalStorage<OpenTransaction>()

/**
 * The outer handle inside a transaction would read old data on SQLite and escape the transaction on PostgreSQL; a
 * second transaction inside would wait for itself. Both are mistakes of ours: fail loudly, in tests and everywhere.
 */
export function refuseInsideTransaction(): void {
  const open = current.getStore()
  if (open !== undefined && !open.ended) throw new Error('A transaction is open: use its tx')
}

export interface Guarded<T> {
  readonly value: T
  readonly tells: ReadonlySet<string>
  readonly afterCommit: () => void
}

/** What a database puts into its transactions. */
export interface TxParts {
  readonly passing: Passing
  readonly dialect: Dialect
  now(): number
  notify(base: Kysely<Schema>, channel: Channel, about: string): Promise<void>
  /** Without the detour by the query builder (see prepared.ts). */
  ask(base: Kysely<Schema>, text: string, values: readonly unknown[]): Promise<readonly unknown[]>
  /** Adds a row in the same way, and returns its id. */
  add(base: Kysely<Schema>, text: string, values: readonly unknown[]): Promise<number>
}

/** Runs `work` with a handle that stops working when the transaction has ended. */
export async function guarded<T>(
  base: Kysely<Schema>,
  parts: TxParts & { readonly words: PendingWords | null },
  work: (tx: Tx) => Promise<T>,
): Promise<Guarded<T>> {
  const state: OpenTransaction = { ended: false, tells: new Set(), afterCommit: [] }
  const requireOpen = (): void => {
    if (state.ended) throw new Error('This transaction has ended: its tx may not be used any more')
  }
  try {
    const builder = new LazyBuilder(base, requireOpen)
    const tx = Object.assign(builder, {
      dialect: parts.dialect,
      now: parts.now(),
      tells: state.tells,
      words: parts.words,
      ask: (text: string, values: readonly unknown[]) => {
        requireOpen()
        return parts.ask(base, text, values)
      },
      add: (text: string, values: readonly unknown[]) => {
        requireOpen()
        return parts.add(base, text, values)
      },
      notify: (channel: Channel, about = '') => parts.notify(builder.kysely, channel, about),
    }) as unknown as Tx
    const value = await current.run(state, () => work(tx))
    return { value, tells: state.tells, afterCommit: () => state.afterCommit.forEach((call) => call()) }
  } finally {
    state.ended = true
  }
}

/** For what must be told in this process once the open transaction has been committed. */
export function afterCommit(call: () => void): void {
  const open = current.getStore()
  if (open === undefined || open.ended) throw new Error('No transaction is open')
  open.afterCommit.push(call)
}

/** Most transactions tell something; the others are the machinery's own. */
const untold: ReadonlySet<string> = new Set(['nothing'])

/** Comes by the points of a transaction: right before its commit, and right behind it. */
export async function passCommit(
  passing: Passing,
  side: 'commit' | 'committed',
  tells: ReadonlySet<string>,
): Promise<void> {
  for (const told of tells.size === 0 ? untold : tells) await passing(`${side}:${told}`)
}
