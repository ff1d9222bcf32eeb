// Runs the benchmarks that are named, or all, and says what came out. Called by script/bench.
import { readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Benchmark, isMet } from './benchmark.ts'
import { drawPlot } from './draw-plot.ts'
import { printComparison } from './print-comparison.ts'
import { printTable } from './print-table.ts'
import { findReport, keepReport, type Result } from './results.ts'

const folder = join(import.meta.dirname, '..')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
/** What the short form runs where nothing is named: what most people wait for most often, in less than three minutes. */
const most = ['start-up', 'memory', 'api', 'pages', 'git-http']

// Who ends it early leaves nothing behind: what was started is ended on the way out.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' }, compare: { type: 'boolean' }, with: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

const short = values.short === true
const names = positionals.length > 0 ? positionals : short ? most : known
const before =
  values.compare === true || values.with !== undefined ? findReport(names, short, values.with ?? null) : null
const results: Result[] = []
for (const file of names) {
  const { name, run } = (await import(join(folder, `${file}.ts`))) as Benchmark
  process.stderr.write(`${name} `)
  results.push({ name, figures: await run({ short }) })
}

printTable(results)
if (before !== null) printComparison(results, before)
const cores = availableParallelism()
const name = keepReport({ at: new Date().toISOString(), node: process.version, cores, short, results })
writeFileSync(`${name}.svg`, drawPlot(results))
console.log(`\nKept as ${name}.json; the plot is ${name}.svg`)
process.exitCode = results.every(({ figures }) => figures.every(isMet)) ? 0 : 1
