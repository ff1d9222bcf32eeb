import { expect, it } from 'vitest'
import { differingPart, markPart } from './mark-words.ts'

it.each([
  ['a < 1100)', 'a < 1200)', '1100', '1200'],
  ['say 😀 now', 'say 😁 now', '😀', '😁'],
])('what differs between %j and %j are whole words', (old, now, inOld, inNow) => {
  const part = differingPart(old, now)
  expect(part && old.slice(...part.old)).toBe(inOld)
  expect(part && now.slice(...part.now)).toBe(inNow)
})

it('lines that have little in common are not marked', () => {
  expect(differingPart('import x', 'while (true) { }')).toBeNull()
  expect(differingPart('same', 'same')).toBeNull()
})

it('a mark goes around characters as they are read, and tags stay whole', () => {
  expect(markPart('a &lt;b&gt;', [2, 5])).toBe('a <mark>&lt;b&gt;</mark>')
  expect(markPart('<c-x>ab</c-x>cd', [1, 3])).toBe('<c-x>a<mark>b</mark></c-x><mark>c</mark>d')
  expect(markPart('abc', [1, 1])).toBe('abc')
})
