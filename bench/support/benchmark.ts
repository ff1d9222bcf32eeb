// What a benchmark is made of. Each file in bench/ exports a `name` and a `run` that returns figures.
import type { Size } from './data-sets.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface Options {
  /** Fewer and shorter rounds: to see that it works, not to quote. */
  readonly short: boolean
  /** How much data, where a benchmark generates a lot of it. */
  readonly size: Size
}

export interface Benchmark {
  readonly name: string
  /** What it is measured against, as people would call it; null where it stands alone. */
  readonly against: string | null
  readonly run: (options: Options) => Promise<readonly Figure[]>
}

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly better: Better
  readonly subject: Spread
  /** Null where there is nothing to measure against. */
  readonly baseline: Spread | null
  /** Subject to baseline, round by round. Null where the value itself is what counts: one figure has one measure. */
  readonly ratio: Spread | null
  readonly target: Target | null
}

export type Better = 'higher' | 'lower'

/** Held against the median. */
export type Target =
  | { readonly of: 'ratio'; readonly atLeast: number }
  | { readonly of: 'ratio'; readonly atMost: number }
  | { readonly of: 'subject'; readonly below: number }

export type Round = Readonly<Record<string, number>>

export interface Compared {
  readonly subject: readonly Round[]
  /** Empty where the subject was measured alone. */
  readonly baseline: readonly Round[]
}

/**
 * Subject and baseline in turns, so that what else goes on around them meets both; every other round the other way
 * round, so that neither always comes first.
 */
export async function compare(
  rounds: number,
  subject: () => Promise<Round>,
  baseline: () => Promise<Round>,
): Promise<Compared> {
  const seen: { subject: Round[]; baseline: Round[] } = { subject: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    const measureSubject = async (): Promise<unknown> => seen.subject.push(await subject())
    const measureBaseline = async (): Promise<unknown> => seen.baseline.push(await baseline())
    const turns = [measureSubject, measureBaseline]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    process.stderr.write('.')
  }
  process.stderr.write('\n')
  return seen
}

export interface About {
  readonly what: string
  readonly unit: string
  /** Without it less is better, as of times and of memory. */
  readonly better?: Better
  readonly target?: Target
}

export function figure(compared: Compared, key: string, about: About): Figure {
  const values = (rounds: readonly Round[]): number[] => rounds.map((round) => round[key] ?? Number.NaN)
  const subject = values(compared.subject)
  const baseline = values(compared.baseline)
  const hasRatio = baseline.length > 0 && about.target?.of !== 'subject'
  return {
    what: about.what,
    unit: about.unit,
    better: about.better ?? 'lower',
    subject: spreadOf(subject),
    baseline: baseline.length > 0 ? spreadOf(baseline) : null,
    ratio: hasRatio ? spreadOf(subject.map((value, round) => value / (baseline[round] ?? Number.NaN))) : null,
    target: about.target ?? null,
  }
}

export function isMet(one: Figure): boolean {
  const { target } = one
  if (target === null) return true
  const { median } = measureOf(one)
  if ('below' in target) return median < target.below
  return 'atLeast' in target ? median >= target.atLeast : median <= target.atMost
}

/** What a figure is judged by. */
export function measureOf({ ratio, subject }: Figure): Spread {
  return ratio ?? subject
}
