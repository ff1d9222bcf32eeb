import { availableParallelism } from 'node:os'
import { minute, second } from './core/clock.ts'
import type { HeavyWork, TurnLimits } from './core/turns.ts'
import type { Pace } from './core/watch.ts'

/** How much heavy work is done at once, and how slow those may be that it is done for. */
export interface WorkLimits {
  readonly turns: Readonly<Record<HeavyWork, TurnLimits>>
  /** Of whoever reads what git sends, and of whoever sends what git reads. */
  readonly paces: Readonly<Record<'reading' | 'sending', Pace>>
  /** So much of what was answered may wait for its readers, all together. */
  readonly unreadBytes: number
  /**
   * How long a page waits for what a history has to be walked for. What is there is shown then, and a script puts in the rest:
   * in most repositories all of it is there sooner.
   */
  readonly firstLookMs: number
}

const cores = availableParallelism()
/** Less than what proxies wait for a first byte: they would tell less than we do. */
const patienceMs = 55 * second
/**
 * Who keeps others from their turn and hardly moves is given up before these lose their patience, and so is who is slower
 * than any line over which people clone while others wait, or has more than these and does nothing with it.
 */
const slowest = {
  everyMs: second,
  spanMs: 20 * second,
  bytes: 4096,
  awaitedBytes: 320 * 1024,
  holding: 2,
  greedyMs: 5 * second,
}

/** Nobody, account or address, has more than a quarter of what everybody has. */
export const defaultWorkLimits: WorkLimits = {
  turns: {
    /** A pack keeps a core busy for a while; one that rests has its memory still. */
    fetch: { atOnce: 8 * cores, each: 2 * cores, resting: 8 * cores, waiting: 1000, eachWaiting: 250, patienceMs },
    /** Whoever reads a pack that is kept costs a little memory, for as long as they like: a farm of machines is one caller. */
    copy: { atOnce: Number.POSITIVE_INFINITY, each: 250, waiting: 1000, eachWaiting: 250, patienceMs },
    /** Files of any size as well, which git unpacks as they are read. */
    archive: { atOnce: 8 * cores, each: 2 * cores, resting: 16 * cores, waiting: 1000, eachWaiting: 250, patienceMs },
    /** Git has all of two versions of a file in memory, until the last byte is read. */
    patch: { atOnce: 4 * cores, each: cores, resting: 2 * cores, waiting: 1000, eachWaiting: 250, patienceMs },
    /** A push mostly waits for its client. */
    push: { atOnce: 32, each: 8, resting: 96, waiting: 1000, eachWaiting: 250, patienceMs },
    /** What a fetch asks for, where it is long: as many of them are in memory at once. */
    question: { atOnce: 32, each: 8, waiting: 1000, eachWaiting: 100, patienceMs },
    /** Forms of many megabytes, from their first byte to their answer. */
    form: { atOnce: 8, each: 2, waiting: 100, eachWaiting: 20, patienceMs },
    /** Looking through code takes a processor for as long as it may: one for all, and nobody twice. */
    search: { atOnce: Math.max(1, cores - 1), each: 1, waiting: 100, eachWaiting: 10, patienceMs },
    upkeep: { atOnce: 1, each: 1, waiting: Number.POSITIVE_INFINITY },
  },
  paces: {
    reading: { ...slowest, resting: (5 * minute) / slowest.spanMs },
    /** A client that packs a large history is silent for long. */
    sending: { ...slowest, resting: (30 * minute) / slowest.spanMs },
  },
  unreadBytes: 256 * 1024 ** 2,
  firstLookMs: 5,
}
