import { expect, it } from 'vitest'
import { durationText } from './duration-text.ts'
import { placeJobs } from './place-jobs.ts'

it('jobs stand right of all that they need, under each other in the order of the file', () => {
  const { places, columns, rows } = placeJobs([
    { name: 'lint', needs: [] },
    { name: 'build', needs: ['lint'] },
    { name: 'docs', needs: ['lint', 'unknown'] },
    { name: 'ship', needs: ['lint', 'docs'] },
  ])
  expect(Object.fromEntries(places)).toEqual({
    lint: { column: 0, row: 0 },
    build: { column: 1, row: 0 },
    docs: { column: 1, row: 1 },
    ship: { column: 2, row: 0 },
  })
  expect([columns, rows]).toEqual([3, 2])
  expect(placeJobs([])).toEqual({ places: new Map(), columns: 1, rows: 1 })
})

it.each([
  [-5, '0.0 s'],
  [420, '0.4 s'],
  [12_400, '12 s'],
  [59_700, '1 min'],
  [185_000, '3 min 5 s'],
  [3_599_900, '1 h'],
  [7_800_000, '2 h 10 min'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
