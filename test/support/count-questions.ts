import { vi } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { TestStithy } from './stithy.ts'

/**
 * How often something asks the database: what a list costs must not grow with what is in it. The fewest of many
 * times, because jobs ask meanwhile; each time after a write, or else it would be remembered and ask nothing.
 */
export async function countQuestions(stithy: TestStithy, act: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(stithy.app.db, 'selectFrom'), vi.spyOn(stithy.app.db, 'ask')]
  let fewest = Number.POSITIVE_INFINITY
  for (let time = 0; time < 20; time++) {
    await inTransaction(stithy.app, async (tx) => {
      await tx
        .updateTable('repos')
        .set((eb) => ({ size_bytes: eb('size_bytes', '+', 1) }))
        .execute()
    })
    for (const spy of spies) spy.mockClear()
    await act()
    fewest = Math.min(
      fewest,
      spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
    )
  }
  for (const spy of spies) spy.mockRestore()
  if (fewest === 0) throw new Error('It asks nothing, so there is nothing to compare')
  return fewest
}
