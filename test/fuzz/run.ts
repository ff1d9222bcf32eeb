// Fuzzes the parsers that are named, or all, one after the other. Called by script/fuzz.
import { parseArgs } from 'node:util'
import { allTargets } from './all-targets.ts'
import { Coverage } from './coverage.ts'
import { fuzzTarget } from './fuzz-target.ts'

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    folder: { type: 'string', default: '.fuzz' },
  },
  allowPositionals: true,
})
const targets = allTargets.filter(
  ({ name }) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)),
)
if (targets.length === 0) {
  console.error(`There is no such target; there are:\n${allTargets.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(2)
}

const seed = Number(values.seed)
console.log(`seed ${seed}, ${values.seconds} s each, inputs are kept in ${values.folder}`)
const coverage = new Coverage()
await coverage.start()
let [tried, found] = [0, 0]
for (const target of targets) {
  const until = Date.now() + Number(values.seconds) * 1000
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
