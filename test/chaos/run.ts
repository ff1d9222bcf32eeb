// Breaks the built service again and again, and says what came of it. Called by script/chaos.
import { parseArgs } from 'node:util'
import { runChaos } from './run-chaos.ts'

const help = `script/chaos: kill, hold up and fail the service at its named points while people work with it

  --kills N            how many kills (200)
  --seed S             the same seed does the same (made up)
  --database D         sqlite or postgres (sqlite)
  --replicas N         processes at once, on PostgreSQL (1)
  --resume FILE        goes on where the file says, and keeps it up (none)
  --keep-going         does not stop at the first thing that is wrong
`

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
    replicas: { type: 'string', default: '1' },
    resume: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const isNumber = (text: string | undefined): boolean => text === undefined || /^\d{1,9}$/.test(text)
const areUsable =
  ['sqlite', 'postgres'].includes(values.database) &&
  [values.kills, values.seed, values.replicas].every(isNumber) &&
  Number(values.replicas) > 0
if (values.help || !areUsable) {
  console.log(help)
  process.exit(values.help ? 0 : 2)
}
// So that what it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.setMaxListeners(50)

const tally = await runChaos({
  kills: Number(values.kills),
  seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed),
  database: values.database === 'postgres' ? 'postgres' : 'sqlite',
  replicas: Number(values.replicas),
  file: values.resume ?? null,
  keepGoing: values['keep-going'],
  say: (line) => console.log(line),
})
console.log(tally.table)
for (const one of tally.wrong) console.log(one)
process.exit(tally.wrong.length === 0 ? 0 : 1)
