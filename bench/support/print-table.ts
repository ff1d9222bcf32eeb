import { type Figure, isMet, type Target } from './benchmark.ts'
import type { Spread } from './spread.ts'

const titles = ['benchmark', 'what', 'subject', 'baseline', 'ratio', 'target', '']

export function printTable(results: readonly { readonly name: string; readonly figures: readonly Figure[] }[]): void {
  const rows = results.flatMap(({ name, figures }) => figures.map((one) => rowOf(name, one)))
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  console.log([titles, ...rows].map(line).join('\n'))
  console.log('\nMedians; in brackets the lowest and the highest round.')
}

function rowOf(name: string, one: Figure): readonly string[] {
  return [
    name,
    `${one.what}, ${one.unit}`,
    shown(one.subject),
    shown(one.baseline),
    shown(one.ratio),
    one.target === null ? '' : targetText(one.target),
    one.target === null ? '' : isMet(one) ? 'met' : 'MISSED',
  ]
}

function shown({ median, low, high }: Spread): string {
  return `${rounded(median)} (${rounded(low)}–${rounded(high)})`
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function targetText(target: Target): string {
  if ('below' in target) return `< ${target.below}`
  return 'atLeast' in target ? `ratio ≥ ${target.atLeast.toFixed(2)}` : `ratio ≤ ${target.atMost.toFixed(2)}`
}
