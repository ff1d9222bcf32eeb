import type { PlannedJob } from './plan.ts'

type Needing = Pick<PlannedJob, 'name' | 'needs'>

/** Each behind those that it needs, otherwise as they stand; null where some need each other. */
export function orderJobs<Job extends Needing>(jobs: readonly Job[]): readonly Job[] | null {
  const placed = new Set<string>()
  const ordered: Job[] = []
  let waiting = jobs
  while (waiting.length > 0) {
    const ready = waiting.filter((job) => job.needs.every((need) => placed.has(need)))
    if (ready.length === 0) return null
    for (const job of ready) placed.add(job.name)
    ordered.push(...ready)
    waiting = waiting.filter((job) => !placed.has(job.name))
  }
  return ordered
}

/** A way from a job over what it needs back to itself, first and last the same; null where there is none. */
export function findCycle(jobs: readonly Needing[]): readonly string[] | null {
  const needs = new Map(jobs.map((job) => [job.name, job.needs]))
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return null
    for (const need of needs.get(name) ?? []) {
      const found = visit(need, [...way, name])
      if (found !== null) return found
    }
    done.add(name)
    return null
  }
  for (const { name } of jobs) {
    const found = visit(name, [])
    if (found !== null) return found
  }
  return null
}
