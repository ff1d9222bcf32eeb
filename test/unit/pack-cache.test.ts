import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PackCache, type Produce } from '../../src/git/pack-cache.ts'

let folder: string
let packs: PackCache

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stithy-packs-'))
  packs = new PackCache(folder, 'mine', () => false)
})
afterEach(async () => {
  packs.close()
  await rm(folder, { recursive: true, force: true })
})

/** Gives out parts as the test says, and takes its time to end after everybody has left, as git does. */
function slowly() {
  const goOn = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const produce: Produce = async (file, signal) => {
    signal.addEventListener('abort', () => left.resolve())
    await appendFile(file, 'first ')
    await goOn.promise
    if (!signal.aborted) await appendFile(file, 'last')
    return !signal.aborted
  }
  return { produce, goOn: goOn.resolve, left: left.promise }
}

function reader(produce: Produce): { output: PassThrough & Readable; sent: Promise<boolean | null> } {
  const output = new PassThrough()
  return { output, sent: packs.send('question', produce, output) }
}

it('makes a pack once for all who come while it is made, and for those who come later', async () => {
  const { produce, goOn } = slowly()
  const never: Produce = () => Promise.reject(new Error('It is there already'))
  const [first, second] = [reader(produce), reader(never)]
  await new Promise((resolve) => first.output.once('readable', resolve))
  goOn()
  expect(await Promise.all([text(first.output), text(second.output)])).toEqual(['first last', 'first last'])
  expect(await Promise.all([first.sent, second.sent])).toEqual([true, true])
  const third = reader(never)
  expect(await text(third.output)).toBe('first last')
})

it('makes it anew for who comes after everybody has hung up, however long the first takes to end', async () => {
  const [broken, whole] = [slowly(), slowly()]
  const first = reader(broken.produce)
  await new Promise((resolve) => first.output.once('readable', resolve))
  first.output.destroy()
  await expect(first.sent).rejects.toThrow('hung up')
  await broken.left
  const second = reader(whole.produce)
  whole.goOn()
  expect(await text(second.output)).toBe('first last')
  expect(await second.sent).toBe(true)
  broken.goOn()
  await new Promise((resolve) => setImmediate(resolve))
  const third = reader(() => Promise.reject(new Error('It is there already')))
  expect(await text(third.output)).toBe('first last')
})
