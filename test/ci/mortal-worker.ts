// A worker that opens a box, runs something in it that does not end, and is killed. Called by isolation-reaping.test.ts.
import { findIsolation } from '../support/boxes.ts'

const [kind, settings, request, script] = process.argv.slice(2)
const isolation = await findIsolation(kind === 'sandbox' ? 'sandbox' : 'container', JSON.parse(settings ?? ''))
const box = await isolation.open(JSON.parse(request ?? ''))
await box.run({
  argv: ['sh', '-c', script ?? ''],
  env: {},
  signal: new AbortController().signal,
  onOutput: (_stream, chunk) => void process.stdout.write(chunk),
})
