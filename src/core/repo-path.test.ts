import { expect, it } from 'vitest'
import { parseRepoPath } from './repo-path.ts'

it.each([
  ['/a/b//', 'a/b'],
  ['', ''],
  ['///', ''],
  ['a//b', null],
  ['a/../b', null],
])('%j is the path %j', (text, wanted) => {
  expect(parseRepoPath(text)).toBe(wanted)
})

it('reads any number of slashes in a single pass', () => {
  const began = performance.now()
  parseRepoPath(`a${'/'.repeat(100_000)}a`)
  expect(performance.now() - began).toBeLessThan(500)
})
