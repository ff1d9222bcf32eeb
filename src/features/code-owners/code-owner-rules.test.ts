import { expect, it } from 'vitest'
import { busyMs } from '../../../test/support/busy-ms.ts'
import { CodeOwnerRules } from './code-owner-rules.ts'

function rulesOf(text: string): CodeOwnerRules {
  const rules = new CodeOwnerRules(100)
  for (const [at, line] of text.split('\n').entries()) rules.read(line, at)
  return rules
}

const ownersOf = (rules: CodeOwnerRules, path: string): readonly string[] =>
  rules.demandsOf(path).flatMap(({ owners }) => owners)

it.each([
  ['* @a', 'x/y.ts', 'a'],
  ['* @a\n*.ts @b', 'x/y.ts', 'b'],
  ['*.ts @b\n* @a', 'x/y.ts', 'a'],
  ['*.d.ts @b', 'x/y.d.ts', 'b'],
  ['*.ts @b', 'y.tsx', ''],
  ['/docs/ @a', 'docs/x/y.md', 'a'],
  ['/docs/ @a', 'src/docs/y.md', ''],
  ['docs/ @a', 'src/docs/y.md', 'a'],
  ['docs/ @a', 'docs', ''],
  ['docs/* @a', 'docs/y.md', 'a'],
  ['docs/* @a', 'docs/x/y.md', ''],
  ['docs/** @a', 'docs/x/y.md', 'a'],
  ['**/logs @a', 'x/logs/y', 'a'],
  ['**/logs @a', 'logs/y', 'a'],
  ['/src/a.ts @a @b', 'src/a.ts', 'a b'],
  ['a.ts @a', 'src/a.ts', 'a'],
  ['* @a\n/free/', 'free/x', ''],
  ['a\\ b @a', 'x/a b', 'a'],
  ['  # * @a\n\n', 'x', ''],
  ['* @a # and why', 'x', 'a'],
  ['* ada@example.org', 'x', 'ada@example.org'],
  ['src/*/test?.ts @a', 'src/x/test1.ts', 'a'],
  ['[Docs] @a @b\n*.md\n*.txt @c', 'x.md', 'a b'],
  ['[Docs] @a @b\n*.md\n*.txt @c', 'x.txt', 'c'],
  ['[Docs] @a\n*.md\n[Rest]\n*.txt', 'x.txt', ''],
  ['[id].tsx @a', 'app/[id].tsx', 'a'],
  ['^[All that is written][2] @a # why\n*.md', 'x.md', 'a'],
  ['* @a\n[Docs]\n*.md @b', 'x.md', 'a b'],
  ['[Code] @a\n*\n[Docs] @b\n*.md', 'x.md', 'a b'],
  ['[Docs] @a\n*.md\n[Code] @c\n*.ts\n[DOCS] @b\n/x.md', 'x.md', 'b'],
  ['* @a\n!*.lock', 'x/y.lock', ''],
  ['!gen/\n* @a', 'gen/x', ''],
  ['* @a\n!gen/*', 'gen/x', ''],
  ['* @a\n!gen/\n[Docs] @b\n*', 'gen/x', 'b'],
  ['\\!x @a', '!x', 'a'],
])('%j gives %s to %j', (text, path, owners) => {
  expect(ownersOf(rulesOf(text), path).join(' ')).toBe(owners)
})

it.each([
  ['[Docs] @a\n*', [1, false]],
  ['[Docs][2] @a @b\n*', [2, false]],
  ['[Docs][0] @a\n*', [1, false]],
  ['^[Docs] @a\n*', [1, true]],
  ['^[Docs] @a\n*\n[Docs][3]', [3, false]],
])('%j asks for %j', (text, [approvals, isOptional]) => {
  expect(rulesOf(text).demandsOf('x')).toMatchObject([{ approvals, isOptional }])
})

it('a mebibyte of rules costs each file next to nothing, and a line without end is no rule', () => {
  const many = Array.from({ length: 60_000 }, (_, at) => `/a/${at}/x @u${at}`)
  const globs = Array.from({ length: 5000 }, (_, at) => `${'*a'.repeat(10)}${at}*/** @v`)
  const rules = rulesOf([...many, ...globs, '*'.repeat(1_000_000), `${'x'.repeat(1_000_000)} @w`].join('\n'))
  const before = busyMs()
  expect(ownersOf(rules, 'a/59999/x/y')).toEqual(['u59999'])
  expect(ownersOf(rules, `${'a'.repeat(200)}/${'a'.repeat(200)}`)).toEqual([])
  expect(busyMs() - before).toBeLessThan(50)
})

it.each([
  ['* @a\n/x/*/y @b\n\n# and so on', true],
  [Array.from({ length: 100 }, (_, at) => `/x/*/${at} @a`).join('\n'), true],
  [Array.from({ length: 101 }, (_, at) => `/x/*/${at} @a`).join('\n'), false],
  [`${'*a'.repeat(11)}b @a`, false],
  [`${'x'.repeat(1001)} @a`, false],
  [`# ${'x'.repeat(2000)}`, true],
  [Array.from({ length: 99 }, (_, at) => `[S${at}]`).join('\n'), true],
  ['* @a @@maintainer', false],
  ['[Docs] @@developers\n*', false],
  [Array.from({ length: 101 }, (_, at) => `[S${at}]`).join('\n'), false],
  [Array.from({ length: 51 }, (_, at) => `[S${at}]\n/x/*/${at} @a\n!/y/*/${at}`).join('\n'), false],
])('says whether a rule was left out: case %#', (text, isWhole) => {
  expect(rulesOf(text).flaw === null).toBe(isWhole)
})
