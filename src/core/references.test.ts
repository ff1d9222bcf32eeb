import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { withoutCode } from './references.ts'

it.each([
  ['a `b` c', 'a   c'],
  ['a ``b ` c`` d `e`', 'a   d  '],
  ['`a `` b', '`a `` b'],
  ['``` a `b` c ``', ''],
  ['x ``` a `b` c ``', 'x ``` a   c ``'],
  ['`a\n`b', '`a\n`b'],
  ['```\n@a\n```\n@b', '\n\n\n@b'],
  ['a <!-- @b', 'a  '],
  ['$\\#1$ $$@a$$ @b', '    @b'],
  ['$5 @a or 6$ @b', '  @b'],
  ['$5 @a and $6', '$5 @a and $6'],
  ['$5\n@a (6$)', '$5\n@a (6$)'],
])('%j without its code', (text, wanted) => {
  expect(withoutCode(text)).toBe(wanted)
})

it('reads any number of backticks in a single pass', () => {
  const began = busyMs()
  withoutCode(`x${'`'.repeat(32_000)}${'a`'.repeat(16_000)}`)
  withoutCode(Array.from({ length: 360 }, (_, at) => `${'`'.repeat(at)}a`).join(''))
  expect(busyMs() - began).toBeLessThan(200)
})
