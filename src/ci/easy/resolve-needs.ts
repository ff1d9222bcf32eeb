import { findCycle } from '../order-jobs.ts'
import { shown } from './problems.ts'
import type { JobDraft } from './read-job.ts'
import { didYouMean } from './suggest.ts'

/** Says where a job needs one that is not there, itself, or one that needs it in turn. */
export function checkNeeds(jobs: readonly JobDraft[]): void {
  const names = jobs.map((job) => job.name)
  for (const job of jobs) {
    for (const { name, field } of job.needs) {
      if (name === job.name) field.refuse(`is the job «${name}» itself`)
      else if (!names.includes(name)) field.refuse(`is «${shown(name)}», which is no job${didYouMean(name, names)}`)
    }
  }
  const graph = jobs.map((job) => ({
    name: job.name,
    needs: job.needs.map(({ name }) => name).filter((name) => name !== job.name && names.includes(name)),
  }))
  // Each is told of once; without the need that closes it, the next one shows.
  for (let cycle = findCycle(graph); cycle !== null; cycle = findCycle(graph)) {
    const [first, second] = cycle
    const closing = jobs.find((job) => job.name === first)?.needs.find(({ name }) => name === second)
    closing?.field.refuse(`closes a circle: ${shortened(cycle).join(' → ')}`)
    const node = graph.find(({ name }) => name === first)
    if (node === undefined) return
    node.needs = node.needs.filter((need) => need !== second)
  }
}

function shortened(cycle: readonly string[]): readonly string[] {
  return cycle.length > 6 ? [...cycle.slice(0, 3), '…', ...cycle.slice(-2)] : cycle
}
