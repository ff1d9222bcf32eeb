import { type Figure, isMet, type Target } from './benchmark.ts'
import type { Result } from './results.ts'
import type { Spread } from './spread.ts'

const titles = ['benchmark', 'what', 'Stithy', 'baseline', 'ratio', 'target', '']

export function formatTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ name, figures }) => figures.map((one) => rowOf(name, one)))
  const skipped = results.filter(({ figures }) => figures.length === 0).map(({ name }) => name)
  if (rows.length === 0) return `Nothing was measured. Skipped: ${skipped.join(', ')}.`
  return [
    alignRows([titles, ...rows]),
    '',
    'Medians, with the lowest and the highest round in brackets. A ratio is Stithy to its baseline:',
    ...results
      .filter(({ figures }) => figures.length > 0)
      .map(({ name, against }) => `  ${name}: ${against ?? 'no baseline'}`),
    ...(skipped.length > 0 ? ['', `Skipped: ${skipped.join(', ')}.`] : []),
  ].join('\n')
}

export function alignRows(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

function rowOf(name: string, one: Figure): readonly string[] {
  return [
    name,
    `${one.what}, ${one.unit}`,
    shown(one.subject),
    one.baseline === null ? '–' : shown(one.baseline),
    one.ratio === null ? '–' : shown(one.ratio),
    one.target === null ? '' : targetText(one.target, one.unit),
    one.target === null ? '' : isMet(one) ? 'met' : 'MISSED',
  ]
}

function shown({ median, low, high }: Spread): string {
  return `${rounded(median)} (${rounded(low)}–${rounded(high)})`
}

export function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function targetText(target: Target, unit: string): string {
  if ('below' in target) return `< ${target.below} ${unit}`
  return 'atLeast' in target ? `ratio ≥ ${target.atLeast.toFixed(2)}` : `ratio ≤ ${target.atMost.toFixed(2)}`
}
