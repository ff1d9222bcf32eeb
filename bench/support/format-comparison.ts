// This run against an earlier one. Ratios are compared, because they were measured against the same baseline each time,
// whatever the machine was doing; figures without one are compared as they are.
import { type Figure, measureOf } from './benchmark.ts'
import { alignRows, rounded } from './format-table.ts'
import { conditionsOf, type Report } from './results.ts'
import type { Spread } from './spread.ts'

type Verdict = 'better' | 'worse' | 'within the spread'

const titles = ['benchmark', 'what', 'measure', 'before', 'now', 'change', '']
/** One round tells nothing of its spread: a tenth either way is taken for it. */
const unknownSpread = 0.1

export function formatComparison(now: Report, before: Report): string {
  const pairs = now.results.flatMap(({ name, figures }) =>
    figures.flatMap((figure) => {
      const old = findEarlier(before, name, figure)
      return old === null ? [] : [{ name, figure, old, verdict: verdictOf(figure, old) }]
    }),
  )
  const missing = now.results
    .filter(({ name, figures }) => figures.length > 0 && !pairs.some((pair) => pair.name === name))
    .map(({ name }) => name)
  const count = (verdict: Verdict): string => `${pairs.filter((pair) => pair.verdict === verdict).length} ${verdict}`
  return [
    `Now:    ${conditionsOf(now)}`,
    `Before: ${conditionsOf(before)}`,
    '',
    alignRows([titles, ...pairs.map(({ name, figure, old, verdict }) => [...cellsOf(name, figure, old), verdict])]),
    '',
    `${count('better')}, ${count('worse')}, ${count('within the spread')} (the rounds of both runs overlap).`,
    ...(missing.length > 0 ? [`Not in the run before: ${missing.join(', ')}.`] : []),
  ].join('\n')
}

/** The same figure of an earlier run, by the measure that it has now; null where there is none. */
export function findEarlier(before: Report, name: string, { what, unit, ratio }: Figure): Spread | null {
  const figures = before.results.find((one) => one.name === name)?.figures ?? []
  const old = figures.find((one) => one.what === what && one.unit === unit)
  return (ratio === null ? old?.subject : old?.ratio) ?? null
}

function verdictOf(now: Figure, before: Spread): Verdict {
  const [current, old] = [rangeOf(measureOf(now)), rangeOf(before)]
  const isHigher = current.low > old.high
  const isLower = current.high < old.low
  if (!isHigher && !isLower) return 'within the spread'
  return isHigher === (now.better === 'higher') ? 'better' : 'worse'
}

function rangeOf({ low, high, values }: Spread): { readonly low: number; readonly high: number } {
  const margin = values.length > 1 ? 0 : unknownSpread
  return { low: low * (1 - margin), high: high * (1 + margin) }
}

function cellsOf(name: string, now: Figure, before: Spread): readonly string[] {
  const { median } = measureOf(now)
  const percent = Math.round((median / before.median - 1) * 100)
  return [
    name,
    now.what,
    `${now.ratio === null ? now.unit : `ratio of ${now.unit}`}, ${now.better} is better`,
    rounded(before.median),
    rounded(median),
    Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : '',
  ]
}
