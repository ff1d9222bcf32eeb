import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './ask.ts'

export interface Stream {
  readonly kind: string
  readonly perSecond: number
  /** The so-and-so-many-th of its kind. */
  readonly one: (index: number) => Promise<unknown>
}

export interface Told {
  readonly kind: string
  /** From when they were due to the end of the answer, in milliseconds; in no order. */
  readonly times: number[]
  serverErrors: number
  otherErrors: number
  firstError: string | null
}

/**
 * Begins every request at the time that it is due, whatever became of those before it, and counts from then: a server
 * that stalls is told of by all who would have come meanwhile.
 */
export async function keepPace(streams: readonly Stream[], seconds: number): Promise<readonly Told[]> {
  const began = performance.now()
  const told = streams.map((stream) => follow(stream, began, seconds))
  return Promise.all(told)
}

async function follow({ kind, perSecond, one }: Stream, began: number, seconds: number): Promise<Told> {
  const told: Told = { kind, times: [], serverErrors: 0, otherErrors: 0, firstError: null }
  const underWay: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = began + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    underWay.push(
      one(index).then(
        () => void told.times.push(performance.now() - due),
        (error: unknown) => {
          told.firstError ??= String(error)
          if (error instanceof Refused && error.status < 500) told.otherErrors++
          else told.serverErrors++
        },
      ),
    )
  }
  await Promise.all(underWay)
  return told
}

export function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}
