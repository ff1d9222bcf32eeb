// Runs the benchmarks that are named, or all, and says what came out. Called by script/bench.
import { readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { readOptions, refuse } from '../../test/support/read-options.ts'
import { type Benchmark, isMet } from './benchmark.ts'
import { type Size, sizes } from './data-sets.ts'
import { drawPlot } from './draw-plot.ts'
import { formatComparison } from './format-comparison.ts'
import { formatTable } from './format-table.ts'
import { conditionsOf, findReport, keepReport, type Report, type Result, readReport } from './results.ts'

const folder = join(import.meta.dirname, '..')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
/** What the short form runs where nothing is named: what most people wait for most often, in less than three minutes. */
const most = ['start-up', 'memory', 'api', 'pages', 'git-http']
const usage = `script/bench [--short] [--size ${sizes.join('|')}] [--compare | --with FILE] [BENCHMARK…]`

// Who ends it early leaves nothing behind: what was started is ended on the way out.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const { values, positionals } = readOptions(
  usage,
  { short: { type: 'boolean' }, size: { type: 'string' }, compare: { type: 'boolean' }, with: { type: 'string' } },
  known.length,
)
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) refuse(usage, `there is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`)

const short = values.short === true
const size = values.size === undefined ? (short ? 'medium' : 'large') : readSize(values.size)
const names = positionals.length > 0 ? positionals : short ? most : known
const before = findBefore()
const results: Result[] = []
for (const file of names) {
  const { name, against, run } = (await import(join(folder, `${file}.ts`))) as Benchmark
  process.stderr.write(`${name} `)
  results.push({ name, against, figures: await run({ short, size }) })
}

const at = new Date().toISOString()
const report = { at, node: process.version, cores: availableParallelism(), short, size, results }
console.log(`\n${conditionsOf(report)}\n\n${formatTable(results)}`)
// Nothing is kept of a run that was skipped as a whole, and nobody takes it for one that met its targets.
if (results.every(({ figures }) => figures.length === 0)) process.exit(2)
if (before !== null) console.log(`\n${formatComparison(report, before)}`)
const name = keepReport(report)
writeFileSync(`${name}.svg`, drawPlot(report, before))
console.log(`\nKept as ${name}.json; the plot is ${name}.svg`)
process.exitCode = results.every(({ figures }) => figures.every(isMet)) ? 0 : 1

function readSize(given: string): Size {
  return sizes.find((one) => one === given) ?? refuse(usage, `--size is "${given}": it may be ${sizes.join(', ')}`)
}

/** Read before anything runs: nobody wants to hear after twenty minutes that there is no such file. */
function findBefore(): Report | null {
  if (values.with !== undefined) return readNamed(values.with)
  if (values.compare !== true) return null
  const found = findReport(names, { short, size })
  if (found === null)
    console.error('There is no earlier run of the same kind to compare with: this one is kept for the next.')
  return found
}

function readNamed(file: string): Report {
  try {
    return readReport(file)
  } catch (error) {
    return refuse(usage, `${file} cannot be read as a run of before (${(error as Error).message})`)
  }
}
