// Breaks the built service again and again, and says what came of it. Called by script/chaos.
import { readOptions, readWholeNumber, refuse } from '../support/read-options.ts'
import { useRunFolder } from '../support/run-folder.ts'
import { runChaos } from './run-chaos.ts'

const usage =
  'script/chaos [--kills N] [--seed S] [--database sqlite|postgres] [--replicas N] [--resume FILE] [--keep-going]'

const { values } = readOptions(usage, {
  kills: { type: 'string', default: '200' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  database: { type: 'string', default: 'sqlite' },
  replicas: { type: 'string', default: '1' },
  resume: { type: 'string' },
  'keep-going': { type: 'boolean', default: false },
})
const { database } = values
if (database !== 'sqlite' && database !== 'postgres')
  refuse(usage, `--database is "${database}": it may be sqlite or postgres`)
const kills = readWholeNumber(usage, '--kills', values.kills, [1, 1e9])
const seed = readWholeNumber(usage, '--seed', values.seed, [0, 1e9])
const replicas = readWholeNumber(usage, '--replicas', values.replicas, [1, 20])
if (replicas > 1 && database === 'sqlite') refuse(usage, '--replicas needs --database postgres')

// So that what it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.setMaxListeners(50)
const folder = useRunFolder('chaos')

const tally = await runChaos({
  kills,
  seed,
  database,
  replicas,
  file: values.resume ?? null,
  keepGoing: values['keep-going'],
  say: (line) => console.log(line),
})
console.log(tally.table)
for (const one of tally.wrong) console.log(one)
await folder.remove()
process.exit(tally.wrong.length === 0 ? 0 : 1)
