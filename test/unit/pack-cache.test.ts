import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Making, PackCache } from '../../src/git/pack-cache.ts'

type Produce = Making['produce']

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

/** As a connection: what it was given is out of our hands when it says so, and not kept as it is. */
function reader(produce: Produce, take = () => Promise.resolve({ end: () => undefined }), stallMs = 10_000) {
  const begun = Promise.withResolvers<void>()
  let got = ''
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      got += chunk.toString()
      begun.resolve()
      done()
    },
  })
  const sent = packs
    .send('question', { found: () => undefined, take, produce, stallMs }, output)
    .then((isRight) => ({ isRight, got }))
  return { output, begun: begun.promise, sent }
}

const whole = { isRight: true, got: 'first last' }
const never: Produce = () => Promise.reject(new Error('It is there already'))

it('makes a pack once for all who come while it is made, and for those who come later', async () => {
  const { produce, goOn } = slowly()
  const first = reader(produce)
  await first.begun
  const second = reader(never)
  await second.begun
  goOn()
  expect(await Promise.all([first.sent, second.sent])).toEqual([whole, whole])
  expect(await reader(never).sent).toEqual(whole)
})

it('makes it anew for whoever comes after everybody has hung up, however long the first takes to end', async () => {
  const [broken, right] = [slowly(), slowly()]
  const first = reader(broken.produce)
  await first.begun
  first.output.destroy()
  await expect(first.sent).rejects.toThrow('hung up')
  await broken.left
  const second = reader(right.produce)
  right.goOn()
  expect(await second.sent).toEqual(whole)
  broken.goOn()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await reader(never).sent).toEqual(whole)
})

it('keeps nothing, and nobody’s turn, where no file can be made', async () => {
  await mkdir(join(folder, 'cache', 'packs-mine', '0'))
  let turns = 0
  const take = () => {
    turns++
    return Promise.resolve({ end: () => void turns-- })
  }
  expect(await reader(never, take).sent).toEqual({ isRight: null, got: '' })
  expect(turns).toBe(0)
})
