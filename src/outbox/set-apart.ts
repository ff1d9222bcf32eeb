import type { Selectable } from 'kysely'
import type { Tx } from '../db/handle.ts'
import type { Schema } from '../db/schema.ts'

/** More often than any job is tried that only fails: from here on it may be the job that ends its workers. */
const suspectAfter = 8
/** So many restarts do not fall into the time of one job that only had bad luck. */
const mostTakes = 20

const lostEachTime = `Given up: its worker was lost each time, ${mostTakes} times. The job may be what ends it`

type Taken = Pick<Selectable<Schema['jobs']>, 'id' | 'attempts'>

export interface SetApart<T> {
  readonly kept: readonly T[]
  readonly givenUp: readonly T[]
}

/**
 * Of what was just taken: a job that has lost its worker again and again is run with nothing beside it, so that no other is
 * lost with it or suspected in its place, and is dead in the end. The others go back as if they had not been taken.
 */
export async function setSuspectsApart<T extends Taken>(tx: Tx, taken: readonly T[]): Promise<SetApart<T>> {
  const givenUp = taken.filter(({ attempts }) => attempts > mostTakes)
  const left = taken.filter((job) => !givenUp.includes(job))
  const suspect = left.find(isSuspect)
  const kept = suspect === undefined ? left : [suspect]
  const free = { lease: null, lease_until: null }
  if (givenUp.length > 0) {
    await tx
      .updateTable('jobs')
      .set((eb) => ({ ...free, state: 'dead' as const, attempts: eb('attempts', '-', 1), last_error: lostEachTime }))
      .where('id', 'in', idsOf(givenUp))
      .execute()
  }
  const putBack = left.filter((job) => !kept.includes(job))
  if (putBack.length > 0) {
    await tx
      .updateTable('jobs')
      .set((eb) => ({ ...free, state: 'ready' as const, attempts: eb('attempts', '-', 1) }))
      .where('id', 'in', idsOf(putBack))
      .execute()
  }
  return { kept, givenUp }
}

export function isSuspect({ attempts }: Pick<Taken, 'attempts'>): boolean {
  return attempts > suspectAfter
}

function idsOf(jobs: readonly Taken[]): readonly number[] {
  return jobs.map(({ id }) => id)
}
