import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = join(import.meta.dirname, '../../src/commands/keep-ticks-cheap.ts')

const script = `
const [keeps, module] = process.argv.slice(1)
if (keeps === 'kept') (await import(module)).keepTicksCheap()
const time = () => new Promise((resolve) => {
  const began = process.cpuUsage().user
  let left = 200_000
  const next = () => (--left > 0 ? process.nextTick(next) : resolve(process.cpuUsage().user - began))
  process.nextTick(next)
})
const rest = () => new Promise((resolve) => setTimeout(resolve, 100))
await time()
await time()
await rest()
gc({ type: 'major', flavor: 'last-resort' })
await rest()
await time()
console.log(Math.min(await time(), await time()))
`

/** What ticks cost after a collection of garbage that came when none was alive. */
async function cost(keeps: 'kept' | 'not kept'): Promise<number> {
  const args = ['--expose-gc', '--input-type=module', '--eval', script, keeps, module]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

test('ticks stay cheap when a collection of garbage finds none of them alive', async () => {
  const [kept, notKept] = [await cost('kept'), await cost('not kept')]
  expect(notKept / kept, `${kept} and ${notKept} µs`).toBeGreaterThan(3)
})
