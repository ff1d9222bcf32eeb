import { expect, it } from 'vitest'
import { pagesOf, plainLines } from './show-lines.ts'

const numbered = (count: number, end: string): string =>
  Array.from({ length: count }, (_, at) => `${at}${end}`).join('')

it.each([
  ['one line', 'a'],
  ['one line with its end', 'a\n'],
  ['an empty line', '\r\n'],
  ['an empty line at the end', 'a\n\n'],
  ['a lone carriage return', 'a\r\nb\r\r\nc\r'],
  ['exactly a page', numbered(2000, '\n')],
  ['a page and an empty line', `${numbered(2000, '\n')}\n`],
  ['several pages', `${numbered(4500, '\r\n')}end`],
])('pages have the lines of the whole: %s', async (_, text) => {
  const { starts, lineCount } = await pagesOf(text)
  const lines = starts.flatMap((start, at) => plainLines(text.slice(start, starts[at + 1])))
  expect(lines).toEqual(plainLines(text))
  expect(lineCount).toBe(lines.length)
  expect(starts).toHaveLength(Math.ceil(lineCount / 2000))
})
