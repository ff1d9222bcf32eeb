// Fuzzes the parsers that are named, or all, one after the other. Called by script/fuzz.
import { spawnSync } from 'node:child_process'
import { readOptions, readWholeNumber, refuse } from '../support/read-options.ts'
import { allTargets } from './all-targets.ts'
import { Coverage } from './coverage.ts'
import { fuzzTarget } from './fuzz-target.ts'

const usage = 'script/fuzz [--seconds N] [--seed S] [--folder DIR] [PARSER… | api]'

const { values, positionals } = readOptions(
  usage,
  { seconds: { type: 'string' }, seed: { type: 'string' }, folder: { type: 'string', default: '.fuzz' } },
  allTargets.length,
)
const isApi = positionals[0] === 'api'
const seconds = readWholeNumber(usage, '--seconds', values.seconds ?? (isApi ? '60' : '10'), [1, 1e6])
const seed = readWholeNumber(usage, '--seed', values.seed ?? String(Date.now() % 1_000_000), [0, 1e12])
if (isApi) {
  const env = { ...process.env, FUZZ_SECONDS: String(seconds), FUZZ_SEED: String(seed) }
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'test/fuzz/api'], { env, stdio: 'inherit' })
  process.exit(status ?? 1)
}

const isNamed = (wanted: string): boolean => allTargets.some(({ name }) => name.startsWith(wanted))
const unknown = positionals.filter((wanted) => !isNamed(wanted))
if (unknown.length > 0) {
  const names = allTargets.map(({ name }) => name).join(', ')
  refuse(usage, `there is no parser ${unknown.join(', ')}; there are ${names}`)
}
const targets = allTargets.filter(
  ({ name }) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)),
)

console.log(`seed ${seed}, ${seconds} s each, inputs are kept in ${values.folder}`)
const coverage = new Coverage()
await coverage.start()
let [tried, found] = [0, 0]
for (const target of targets) {
  const until = Date.now() + seconds * 1000
  const outcome = await fuzzTarget(target, { seed, until, folder: values.folder, coverage })
  tried += outcome.tried
  console.log(
    `${outcome.found === null ? 'ok  ' : 'FAIL'} ${target.name.padEnd(32)} ${outcome.tried} tried, ${outcome.known} kept`,
  )
  if (outcome.found !== null) {
    found += 1
    console.log(outcome.found.message)
  }
}
coverage.stop()
console.log(`${targets.length} parsers, ${tried} inputs, ${found} found`)
process.exitCode = found === 0 ? 0 : 1
