import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Linux counts it in hundredths of a second. */
const tickMs = 10

/** Milliseconds of all processors together that other machines had, which share them with this one. */
export function stolenMs(): number {
  return Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8] ?? 0) * tickMs
}

/** The clock of a machine that had its processors to itself: a bound in its milliseconds says the same wherever it runs. */
export function ownNow(): number {
  return performance.now() - stolenMs() / availableParallelism()
}
