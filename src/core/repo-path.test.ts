import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
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
  const began = busyMs()
  parseRepoPath(`a${'/'.repeat(100_000)}a`)
  expect(busyMs() - began).toBeLessThan(500)
})
