import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { flushPkt, pktLine } from './pkt-line.ts'
import { type Question, Questions } from './read-questions.ts'

const room = () => Promise.resolve()
const delimiter = '0001'
const first = `${pktLine('command=ls-refs\n')}${delimiter}${pktLine('peel\n')}${flushPkt}`
const second = `${pktLine('command=fetch\n')}${delimiter}${pktLine(`want ${'1'.repeat(40)}\n`)}${pktLine('done\n')}${flushPkt}`

/** However the bytes are cut. */
function cut(text: string, size: number): Readable {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)))
}

it('questions are told apart, however they are cut', async () => {
  for (const size of [1, 3, 4, 5, 7, 64, 1000]) {
    for (const end of ['', flushPkt]) {
      const questions = new Questions(cut(first + second + end, size))
      expect(String((await questions.next(1000, room))?.whole)).toBe(first)
      expect(String((await questions.next(1000, room))?.whole)).toBe(second)
      expect(await questions.next(1000, room)).toBeNull()
    }
  }
})

/** Where a single chunk has brought all of a long one, it is whole all the same. */
async function textOf(question: Question | null): Promise<string> {
  if (question === null) return ''
  return String(question.whole ?? (await buffer(question.rest)))
}

it('one that is too long goes on as a stream, up to its end and no further', async () => {
  for (const size of [1, 5, 30, 1000]) {
    const questions = new Questions(cut(second + first, size))
    expect(await textOf(await questions.next(20, room))).toBe(second)
    expect(String((await questions.next(1000, room))?.whole)).toBe(first)
    expect(await questions.next(1000, room)).toBeNull()
  }
})

it('who stops in the middle, or says something else, is not answered', async () => {
  await expect(new Questions(cut(first.slice(0, -2), 9)).next(1000, room)).rejects.toThrow('stopped in the middle')
  for (const text of ['GET / HTTP/1.1\r\n', '0003', '-001', 'zzzz']) {
    await expect(new Questions(cut(text, 9)).next(1000, room)).rejects.toThrow('no question of git')
  }
  const long = await new Questions(cut(second.slice(0, -10), 9)).next(20, room)
  await expect(textOf(long)).rejects.toThrow('stopped in the middle')
})
