// What came out, kept in bench/results: one file a run, to compare with later.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './benchmark.ts'
import type { Size } from './data-sets.ts'

export interface Result {
  readonly name: string
  readonly against: string | null
  readonly figures: readonly Figure[]
}

export interface Report {
  readonly at: string
  readonly node: string
  readonly cores: number
  readonly short: boolean
  readonly size: Size
  readonly results: readonly Result[]
}

/** When and how it was measured, for people. */
export function conditionsOf({ at, node, cores, short, size }: Omit<Report, 'results'>): string {
  const minute = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
  return `${minute}, Node ${node.replace('v', '')}, ${cores} cores, ${short ? 'short form' : 'full form'}, ${size} data`
}

const folder = join(import.meta.dirname, '../results')

/** Returns the file without its ending, for what else belongs to it. */
export function keepReport(report: Report): string {
  mkdirSync(folder, { recursive: true })
  const name = join(folder, report.at.replaceAll(':', '-'))
  writeFileSync(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
  return name
}

/** The newest that has one of these benchmarks; null where there is none. */
export function findReport(names: readonly string[], kind: Pick<Report, 'short' | 'size'>): Report | null {
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(folder).filter((one) => one.endsWith('.json'))
  for (const one of files.toSorted().toReversed()) {
    const report = readReport(join(folder, one))
    if (
      report.short === kind.short &&
      report.size === kind.size &&
      report.results.some(({ name, figures }) => names.includes(name) && figures.length > 0)
    )
      return report
  }
  return null
}

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
