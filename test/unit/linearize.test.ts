import { expect, it } from 'vitest'
import { findContradiction, type Operation } from '../chaos/linearize.ts'
import { busyMs } from '../support/busy-ms.ts'

const read = (asked: number, answered: number, saw: string | null): Operation => ({
  kind: 'read',
  asked,
  answered,
  saw,
})
const move = (
  asked: number,
  answered: number,
  [from, to]: readonly [string | null, string],
  outcome: 'moved' | 'stayed' | 'unknown' = 'moved',
): Operation => ({ kind: 'move', asked, answered, from, to, outcome })

it.each<readonly [string, readonly Operation[]]>([
  ['nothing', []],
  ['one after the other', [move(0, 1, [null, 'a']), read(2, 3, 'a'), move(4, 5, ['a', 'b']), read(6, 7, 'b')]],
  ['reads at the time of a move, either way', [move(0, 9, [null, 'a']), read(1, 3, null), read(4, 5, 'a')]],
  ['two at once, one after the other', [move(0, 9, ['a', 'b']), move(0, 9, [null, 'a']), read(10, 11, 'b')]],
  ['a move that failed', [move(0, 1, [null, 'a']), move(2, 3, [null, 'b'], 'stayed'), read(4, 5, 'a')]],
  [
    'a move without an answer that came about late',
    [move(0, Number.POSITIVE_INFINITY, [null, 'a'], 'unknown'), read(5, 6, null), read(7, 8, 'a')],
  ],
  [
    'a move without an answer that never came about',
    [move(0, Number.POSITIVE_INFINITY, [null, 'a'], 'unknown'), read(5, 6, null)],
  ],
])('finds an order for %s', (_, history) => {
  expect(findContradiction(history, null)).toBeNull()
})

it.each<readonly [string, readonly Operation[]]>([
  ['a read that is old', [move(0, 1, [null, 'a']), read(2, 3, null)]],
  ['a read that goes back', [move(0, 9, [null, 'a']), read(1, 2, 'a'), read(3, 4, null)]],
  ['two moves from the same place', [move(0, 9, [null, 'a']), move(0, 9, [null, 'b'])]],
  ['a read of what was never written', [move(0, 1, [null, 'a']), read(0, 9, 'c')]],
  ['a move that was lost', [move(0, 1, [null, 'a']), move(2, 3, [null, 'b'])]],
  [
    'a move without an answer that came about twice',
    [
      move(0, Number.POSITIVE_INFINITY, [null, 'a'], 'unknown'),
      read(1, 2, 'a'),
      move(3, 4, ['a', 'b']),
      read(5, 6, 'a'),
    ],
  ],
])('finds none for %s', (_, history) => {
  expect(findContradiction(history, null)).not.toBeNull()
})

it('is quick where many are under way at once', () => {
  const history = Array.from({ length: 60 }, (_, index) =>
    move(index * 2, index * 2 + 13, [index === 0 ? null : `v${index - 1}`, `v${index}`]),
  )
  const began = busyMs()
  expect(findContradiction(history, null)).toBeNull()
  expect(busyMs() - began).toBeLessThan(2000)
})
