import { expect, it } from 'vitest'
import { byVersion } from './version-order.ts'

function highestFirst(...names: readonly string[]): readonly string[] {
  return byVersion(names)
}

it('numbers are compared as numbers, of any length', () => {
  const order = ['v1.11', 'v1.10', 'v1.9', 'v1.2', 'v1.1']
  expect(highestFirst(...order.toSorted())).toEqual(order)
  const long = ['9'.repeat(300), `1${'0'.repeat(250)}`, '9'.repeat(250), '10', '9']
  expect(highestFirst(...long.toSorted())).toEqual(long)
})

it('what comes before a version is below it, what comes after it above', () => {
  const order = ['v1.0.1', 'v1.0', 'v1.0-rc.10', 'v1.0-rc.2', 'v1.0-beta', 'v0.9a', 'v0.9']
  expect(highestFirst(...order.toSorted())).toEqual(order)
  expect(highestFirst('go1.21rc2', 'go1.21', 'go1.21.1')).toEqual(['go1.21.1', 'go1.21', 'go1.21rc2'])
  expect(highestFirst('3.12.0a7', '3.12.0', '3.12.0b1')).toEqual(['3.12.0', '3.12.0b1', '3.12.0a7'])
})

it('dates and words are in order too, and no two names are the same', () => {
  expect(highestFirst('2026-01-31', '2026-11-02', '2025-12-31')).toEqual(['2026-11-02', '2026-01-31', '2025-12-31'])
  expect(highestFirst('a', 'b/1', 'b/10', 'b/9')).toEqual(['b/10', 'b/9', 'b/1', 'a'])
  const alike = ['v1', 'v01', 'v001']
  expect(highestFirst(...alike)).toEqual(highestFirst(...alike.toReversed()))
})
