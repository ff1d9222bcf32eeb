import { expect, it } from 'vitest'
import { busyMs } from '../../../../test/support/busy-ms.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { Position } from '../../../features/reviews/pull-comment.ts'
import { excerptsOf } from './excerpt-of.ts'

const excerpts = (patch: string) => excerptsOf([{ path: 'a', patch } as FileDiff])
const on = (side: 'old' | 'new', line: number, startLine: number | null = null): Position =>
  ({ path: 'a', side, line, startLine }) as Position

const patch = [
  'diff --git a/a b/a',
  '--- a/a',
  '+++ b/a',
  '@@ -1,3 +1,3 @@',
  ' one',
  '-two',
  '+zwei',
  ' three',
  '@@ -10,6 +10,6 @@ ten',
  ...['a', 'b', 'c', 'd', 'e'].map((word) => ` ${word}`),
  '-f',
  '+g',
  '\\ No newline at end of file',
  '',
].join('\n')

it.each([
  ['a line that came', on('new', 2), [' one', '−two', '+zwei']],
  ['a line that went', on('old', 2), [' one', '−two']],
  ['a line that stayed', on('old', 12), [' a', ' b', ' c']],
  ['four lines at most', on('new', 15), [' d', ' e', '−f', '+g']],
  ['all lines that it spans, and one before', on('new', 14, 10), [' a', ' b', ' c', ' d', ' e']],
  ['a line that is not there', on('new', 7), []],
])('an excerpt has %s', (_, position, wanted) => {
  expect(excerpts(patch)(position).map(({ sign, text }) => sign + text)).toEqual(wanted)
})

it('an excerpt of a file that became a link has none of what stands between its two parts', () => {
  const link = ['diff --git a/a b/a', 'new file mode 120000', '--- /dev/null', '+++ b/a', '@@ -0,0 +1 @@', '+b']
  const excerpt = excerpts([...patch.split('\n').slice(0, 4), '-one', '-two', ...link, ''].join('\n'))
  expect(excerpt(on('new', 1))).toEqual([{ sign: '+', text: 'b' }])
  expect(excerpt(on('old', 2)).map(({ text }) => text)).toEqual(['one', 'two'])
  expect([excerpt(on('old', 3)), excerpt(on('new', 2))]).toEqual([[], []])
})

it('many comments on a long change are found in one pass', () => {
  const excerpt = excerpts(`@@ -0,0 +1,100000 @@\n${'+a\n'.repeat(100_000)}`)
  const began = busyMs()
  for (let line = 99_700; line <= 100_000; line++) expect(excerpt(on('new', line))).toHaveLength(4)
  expect(busyMs() - began).toBeLessThan(1000)
})
