// A file as it is typed at in a page: five mebibytes, gone through byte by byte.
import { expect, it } from 'vitest'
import { isShowable, textIn, withLineEnds } from '../../src/features/contents/read-editable.ts'
import { expectNoPause } from '../support/pauses.ts'

const lines = 300_000
const text = 'a line of a file\r\n'.repeat(lines)
const bytes = Buffer.from(text)

it.each([
  ['is read', async () => expect(await textIn(bytes)).toMatchObject({ kind: 'text', lineEnd: 'crlf', isMixed: false })],
  [
    'is written with other line ends',
    async () => expect((await withLineEnds(text, 'lf')).length).toBe(text.length - lines),
  ],
  ['is written with its own', async () => expect((await withLineEnds(text, 'crlf')).length).toBe(text.length)],
  ['is looked at for what a page would escape', async () => expect(await isShowable(text)).toBe(true)],
])('a long text %s while others have their turn', async (_, work) => {
  await expectNoPause(work)
})

it('what is not UTF-8, or has a NUL, is no text', async () => {
  for (const data of [Buffer.from([0x61, 0xff]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('a\0b')]) {
    expect(await textIn(data)).toEqual({ kind: 'binary' })
  }
  expect(await textIn(Buffer.from('\u{feff}ä\n'))).toMatchObject({ kind: 'text', text: '\u{feff}ä\n' })
})

it('a text of nothing but what has to be escaped is too large for a page', async () => {
  expect(await isShowable('<'.repeat(1024 * 1024 + 1))).toBe(false)
})
