import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderJobs } from './order-jobs.ts'

const job = (name: string, needs: readonly string[]) => ({ name, needs })

it('puts every job behind those that it needs, or says that there is no such order', () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 20 }).map((edges) =>
      Array.from({ length: count }, (_, i) =>
        job(
          `${i}`,
          edges.filter(([to]) => to === i).map(([, from]) => `${from}`),
        ),
      ),
    ),
  )
  fc.assert(
    fc.property(graph, (jobs) => {
      const ordered = orderJobs(jobs)
      if (ordered === null) return
      expect(ordered).toHaveLength(jobs.length)
      const seen = new Set<string>()
      for (const { name, needs } of ordered) {
        for (const need of needs) expect(seen).toContain(need)
        seen.add(name)
      }
    }),
  )
  expect(orderJobs([job('a', ['b']), job('b', ['a'])])).toBeNull()
})
