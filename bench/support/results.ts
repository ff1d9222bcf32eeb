// What came out, kept in bench/results: one file a run, to compare with later.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './benchmark.ts'

export interface Result {
  readonly name: string
  readonly figures: readonly Figure[]
}

export interface Report {
  readonly at: string
  readonly node: string
  readonly cores: number
  readonly short: boolean
  readonly results: readonly Result[]
}

const folder = join(import.meta.dirname, '../results')

/** Returns the file without its ending, for what else belongs to it. */
export function keepReport(report: Report): string {
  mkdirSync(folder, { recursive: true })
  const name = join(folder, report.at.replaceAll(':', '-'))
  writeFileSync(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
  return name
}

/** The newest that has one of these benchmarks, or the one that is named; null where there is none. */
export function findReport(names: readonly string[], short: boolean, file: string | null): Report | null {
  if (file !== null) return JSON.parse(readFileSync(file, 'utf8')) as Report
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(folder).filter((one) => one.endsWith('.json'))
  for (const one of files.toSorted().toReversed()) {
    const report = JSON.parse(readFileSync(join(folder, one), 'utf8')) as Report
    if (report.short === short && report.results.some(({ name }) => names.includes(name))) return report
  }
  return null
}
