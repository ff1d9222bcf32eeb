import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesPattern } from './match-pattern.ts'

it.each([
  ['main', 'main', true],
  ['main', 'mainline', false],
  ['release/*', 'release/1.0', true],
  ['release/*', 'release/1.0/x', false],
  ['release/**', 'release/1.0/x', true],
  ['**/a.ts', 'a.ts', true],
  ['**/a.ts', 'src/core/a.ts', true],
  ['**/a.ts', 'src/core/aa.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'a/c', false],
  ['a??c', 'a😀c', false],
  ['', '', true],
  ['*', '', true],
  ['**', 'any/thing', true],
  [`${'x'.repeat(31)}*/y`, `${'x'.repeat(40)}/y`, true],
  [`*${'x'.repeat(64)}`, 'x'.repeat(200), true],
  [`*${'x'.repeat(64)}y`, 'x'.repeat(200), false],
])('%j and %j: %s', (pattern, name, matches) => {
  expect(matchesPattern(pattern, name)).toBe(matches)
})

/** The same in the words of regular expressions, which are right and can be slow. */
function expressionOf(pattern: string): RegExp {
  const pieces = pattern.match(/\*\*\/|\*\*|[^]/gu) ?? []
  const meant: Record<string, string> = { '**/': '(?:[^]*/)?', '**': '[^]*', '*': '[^/]*', '?': '[^/]' }
  return new RegExp(`^${pieces.map((piece) => meant[piece] ?? piece).join('')}$`, 'u')
}

it('means what it says, whatever the pattern and the name', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '😀'), maxLength: 70 })
  const sign = fc.constantFrom('a', 'b', '/', '😀', '*', '**', '**/', '?')
  const free = fc.array(sign, { maxLength: 7 }).map((signs) => signs.join(''))
  const near = fc
    .tuple(name, fc.array(fc.tuple(fc.nat(70), sign), { maxLength: 5 }))
    .map(([text, changes]) =>
      changes.reduce((pattern, [at, one]) => pattern.slice(0, at) + one + pattern.slice(at + 1), text),
    )
  fc.assert(
    fc.property(fc.oneof(free, near), name, (pattern, text) => {
      fc.pre(pattern.isWellFormed())
      expect(matchesPattern(pattern, text)).toBe(expressionOf(pattern).test(text))
    }),
    { numRuns: 3000 },
  )
})

it('is not slow for any pattern', () => {
  const name = `q${'a'.repeat(250)}`
  const before = process.threadCpuUsage()
  for (let count = 0; count < 1000; count++) expect(matchesPattern(`${'*a'.repeat(100)}*q`, name)).toBe(false)
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
})

it('gives up when what may be spent is spent', () => {
  expect(matchesPattern('*a*', 'banana', { left: 3 })).toBe(true)
  expect(matchesPattern('*a*', 'banana', { left: 2 })).toBe(false)
})
