// Runs the benchmarks that are named, or all, and says what came out. Called by script/bench.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Benchmark, isMet } from './benchmark.ts'
import { printTable } from './print-table.ts'

const folder = join(import.meta.dirname, '..')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))

const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

const options = { short: values.short === true }
const results = []
for (const file of positionals.length === 0 ? known : positionals) {
  const { name, run } = (await import(join(folder, `${file}.ts`))) as Benchmark
  process.stderr.write(`${name} `)
  results.push({ name, figures: await run(options) })
}

printTable(results)
mkdirSync(join(folder, 'results'), { recursive: true })
const at = new Date().toISOString()
const report = { at, node: process.version, cores: availableParallelism(), ...options, results }
writeFileSync(join(folder, 'results', `${at.replaceAll(':', '-')}.json`), `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = results.every(({ figures }) => figures.every(isMet)) ? 0 : 1
