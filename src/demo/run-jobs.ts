import type { App } from '../app.ts'
import { finishJob, takeJobs } from '../outbox/jobs.ts'
import { jobRunners } from '../worker/handlers.ts'

const atOnce = 8

/** Everything that follows from what was done, at the time at which it was done. What fails here fails the demo. */
export async function runJobs(app: App): Promise<void> {
  for (let jobs = await takeJobs(app, atOnce); jobs.length > 0; jobs = await takeJobs(app, atOnce)) {
    await Promise.all(
      jobs.map(async (job) => {
        await jobRunners[job.name]?.(app, JSON.parse(job.payload), job.uuid)
        await finishJob(app, job)
      }),
    )
  }
}
