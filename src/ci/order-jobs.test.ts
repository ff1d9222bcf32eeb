import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JobState, nextJobs, orderJobs } from './order-jobs.ts'
import type { PlannedJob } from './plan.ts'

const job = (name: string, needs: readonly string[], allowFailure = false): PlannedJob => ({
  name,
  needs,
  image: null,
  packages: [],
  services: [],
  matrix: {},
  when: { branch: null, event: null, path: null },
  steps: [],
  cache: null,
  artifacts: null,
  allowFailure,
  timeoutS: null,
})

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

const jobs = [
  job('build', []),
  job('lint', [], true),
  job('test', ['build', 'lint']),
  job('deploy', ['test']),
  job('docs', []),
]

it.each<[Record<string, JobState>, string[], string[]]>([
  [{}, ['build', 'lint', 'docs'], []],
  [{ build: 'running', lint: 'running', docs: 'success' }, [], []],
  [{ build: 'success', lint: 'success', docs: 'success' }, ['test'], []],
  [{ build: 'success', lint: 'failed', docs: 'success' }, ['test'], []],
  [{ build: 'success', lint: 'timed_out' }, ['test', 'docs'], []],
  [{ build: 'failed', lint: 'success' }, ['docs'], ['test', 'deploy']],
  [{ build: 'failed', lint: 'running', docs: 'running' }, [], ['test', 'deploy']],
  [{ build: 'success', lint: 'skipped', docs: 'success' }, [], ['test', 'deploy']],
  [{ build: 'success', lint: 'canceled', docs: 'success' }, [], ['test', 'deploy']],
  [{ build: 'success', lint: 'success', docs: 'success', test: 'success' }, ['deploy'], []],
])('with %j what can start is %j, and what never will %j', (states, start, skip) => {
  const next = nextJobs(jobs, (name) => states[name] ?? 'waiting')
  expect([next.start.map(({ name }) => name), next.skip.map(({ name }) => name)]).toEqual([start, skip])
})
