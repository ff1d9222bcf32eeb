import { vi } from 'vitest'
import type { TestStithy } from './stithy.ts'

/**
 * How often something asks the database: what a list costs must not grow with what is in it. The fewest of many
 * times, because jobs ask meanwhile.
 */
export async function countQuestions(stithy: TestStithy, act: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(stithy.app.db, 'selectFrom'), vi.spyOn(stithy.app.db, 'ask')]
  let fewest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 20; time++) {
    for (const spy of spies) spy.mockClear()
    await act()
    fewest = Math.min(
      fewest,
      spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
    )
  }
  for (const spy of spies) spy.mockRestore()
  return fewest
}
