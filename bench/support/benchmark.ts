// What a benchmark is made of. Each file in bench/ exports a `name` and a `run` that returns figures.
import { type Spread, spreadOf } from './spread.ts'

export interface Options {
  /** Fewer and shorter rounds: to see that it works, not to quote. */
  readonly short: boolean
}

export interface Benchmark {
  readonly name: string
  readonly run: (options: Options) => Promise<readonly Figure[]>
}

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly subject: Spread
  readonly baseline: Spread
  /** Subject to baseline, round by round. */
  readonly ratio: Spread
  readonly target: Target | null
}

/** Held against the median. */
export type Target =
  | { readonly of: 'ratio'; readonly atLeast: number }
  | { readonly of: 'ratio'; readonly atMost: number }
  | { readonly of: 'subject'; readonly below: number }

export type Round = Readonly<Record<string, number>>

export interface Compared {
  readonly subject: readonly Round[]
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

export function figure(
  compared: Compared,
  key: string,
  about: { readonly what: string; readonly unit: string; readonly target?: Target },
): Figure {
  const values = (rounds: readonly Round[]): number[] => rounds.map((round) => round[key] ?? Number.NaN)
  const subject = values(compared.subject)
  const baseline = values(compared.baseline)
  return {
    what: about.what,
    unit: about.unit,
    subject: spreadOf(subject),
    baseline: spreadOf(baseline),
    ratio: spreadOf(subject.map((value, round) => value / (baseline[round] ?? Number.NaN))),
    target: about.target ?? null,
  }
}

export function isMet({ target, ratio, subject }: Figure): boolean {
  if (target === null) return true
  if ('below' in target) return subject.median < target.below
  return 'atLeast' in target ? ratio.median >= target.atLeast : ratio.median <= target.atMost
}
