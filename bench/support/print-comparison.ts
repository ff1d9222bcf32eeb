// This run against an earlier one. Ratios are compared, because they were measured against the same baseline each time,
// whatever the machine was doing; figures without one are compared as they are.
import type { Figure } from './benchmark.ts'
import type { Report, Result } from './results.ts'

export function printComparison(results: readonly Result[], before: Report): void {
  console.log(`\nAgainst the run of ${before.at}:`)
  for (const { name, figures } of results) {
    const earlier = before.results.find((one) => one.name === name)?.figures ?? []
    for (const figure of figures) {
      const old = earlier.find((one) => one.what === figure.what && one.unit === figure.unit)
      if (old !== undefined) console.log(`  ${name}, ${figure.what}: ${changeOf(figure, old)}`)
    }
  }
}

function changeOf(now: Figure, before: Figure): string {
  const isAlone = now.target !== null && now.target.of === 'subject'
  const [old, current] = isAlone ? [before.subject.median, now.subject.median] : [before.ratio.median, now.ratio.median]
  const spread = isAlone ? now.subject : now.ratio
  const percent = Math.round((current / old - 1) * 100)
  const isNoise = old >= spread.low && old <= spread.high
  const what = isAlone ? now.unit : 'ratio'
  return `${what} ${old.toFixed(2)} → ${current.toFixed(2)} (${percent >= 0 ? '+' : ''}${percent} %${isNoise ? ', within the spread' : ''})`
}
