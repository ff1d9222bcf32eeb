import { describe, expect, it } from 'vitest'
import { type Happening, matches, pathWork, skipsCi } from './conditions.ts'

const push = (branch: string | null, changedPaths: readonly string[] | null = null): Happening => ({
  event: 'push',
  branch,
  tag: null,
  changedPaths,
  work: pathWork(),
})
const tag = (name: string): Happening => ({ ...push(null), tag: name })
const when = (given: object): Parameters<typeof matches>[0] => ({
  branch: null,
  tag: null,
  event: null,
  path: null,
  ...given,
})

describe('conditions', () => {
  it.each([
    [{}, push('main'), true],
    [{ event: ['push'] }, push('main'), true],
    [{ event: ['manual', 'schedule'] }, push('main'), false],
    [{ branch: ['main'] }, push('main'), true],
    [{ branch: ['main'] }, push('mainline'), false],
    [{ branch: ['main'] }, push(null), false],
    [{ branch: ['release/*'] }, push('release/1.0'), true],
    [{ branch: ['release/*'] }, push('release/1.0/x'), false],
    [{ branch: ['**'] }, push('a/b/c'), true],
    [{}, tag('v1'), true],
    [{ branch: ['**'] }, tag('v1'), false],
    [{ tag: ['v*'] }, tag('v1.0'), true],
    [{ tag: ['v*'] }, tag('nightly'), false],
    [{ tag: ['v*'] }, push('v1.0'), false],
    [{ branch: ['main'], tag: ['v*'] }, tag('v1.0'), true],
    [{ branch: ['main'], tag: ['v*'] }, push('main'), true],
    [{ branch: ['main'], tag: ['v*'] }, push('v1.0'), false],
    [{ tag: ['v*'], event: ['manual'] }, tag('v1.0'), false],
    [{ path: ['src/**'] }, push('main', ['docs/a.md', 'src/x/y.ts']), true],
    [{ path: ['src/**'] }, push('main', ['docs/src/a.md']), false],
    [{ path: ['src/'] }, push('main', ['src/a']), true],
    [{ path: ['**/*.md'] }, push('main', ['README.md']), true],
    [{ path: ['*.md'] }, push('main', ['docs/README.md']), false],
    [{ path: ['.svc-ci.yml'] }, push('main', ['.svc-ci.yml']), true],
    [{ path: ['a+b(c).txt'] }, push('main', ['a+b(c).txt']), true],
    [{ path: ['src/**'] }, push('main', []), false],
    [{ path: ['src/**'] }, push('main', null), true],
    [{ branch: ['main'], path: ['src/**'] }, push('dev', ['src/a']), false],
  ])('%j and %j: %s', (given, happening, expected) => {
    expect(matches(when(given), happening)).toBe(expected)
  })

  it('take no longer however the patterns and paths are made', () => {
    const patterns = Array.from({ length: 50 }, (_, i) => `${'*a'.repeat(100 + i)}b*`)
    const paths = Array.from({ length: 3000 }, () => 'a'.repeat(4000))
    const happening = push('main', paths)
    const before = process.threadCpuUsage()
    // As many jobs as there may be, which share what may be spent.
    for (let job = 0; job < 100; job++) expect(matches(when({ path: patterns }), happening)).toBe(true)
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  })
})

it.each([
  ['fix [skip ci]', true],
  ['[ci skip] docs', true],
  ['a\n\n[Skip CI]\n', true],
  ['skip ci', false],
  ['[skip  ci]', false],
  ['[skip-ci]', false],
  ['', false],
])('%j skips: %s', (message, skips) => {
  expect(skipsCi(message)).toBe(skips)
})
