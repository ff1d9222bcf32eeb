import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { pour } from './pour.ts'

it('everything is sent, in few pieces', async () => {
  const [from, to] = [new PassThrough(), new PassThrough()]
  const pieces: string[] = []
  to.on('data', (bytes: Buffer) => pieces.push(bytes.toString()))
  const sent = pour(from, to)
  for (const word of ['one', 'two', 'three']) from.write(word)
  from.end()
  await sent
  expect(pieces).toEqual(['onetwothree'])
})

it.each(['a source', 'a client'])('%s that goes away in the middle ends it', async (who) => {
  const [from, to] = [new PassThrough(), new PassThrough()]
  const sent = pour(from, to)
  from.write('half')
  const isSource = who === 'a source'
  ;(isSource ? from : to).destroy()
  await expect(sent).rejects.toThrow(isSource ? 'in the middle' : 'hung up')
  expect(from.destroyed).toBe(true)
})
