import { createHash } from 'node:crypto'
import { Pace } from '../../core/pace.ts'
import type { Here } from '../mirrors/compare-refs.ts'

const bits = 64

/** The same for the same branches and tags, in whatever order. Nobody gains by another of the same print. */
export async function printOfRefs(refs: Here): Promise<string> {
  const pace = new Pace()
  let sum = 0n
  for (const [name, { sha }] of refs) {
    await pace.isOver()
    sum = BigInt.asUintN(bits, sum + createHash('sha256').update(`${sha} ${name}`).digest().readBigUInt64BE())
  }
  return sum.toString(16)
}
