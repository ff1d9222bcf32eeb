import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const length = 16
/** Asking the system for a few random bytes takes as long as asking it for many. */
const pool = new Uint8Array(256 * length)
let taken = pool.length

/** An id that nobody can guess; those made later come later in an index, to the millisecond. */
export function uuid(): string {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += length
  return v7({ random: pool.subarray(taken - length, taken) })
}
