import { composeWithFiles, type Outside } from './compose.ts'
import { composeRunner, runsPipelines } from './compose-runner.ts'
import type { Config } from './config.ts'
import { jobRunners } from './worker/handlers.ts'
import { HookCourier } from './worker/hook-courier.ts'
import { JobLoop } from './worker/job-loop.ts'

/** Background jobs alone, beside `serve` processes on the same PostgreSQL. */
export async function composeWorker(
  config: Config,
  outside: Outside,
): Promise<{ start(): void; stop(): Promise<void> }> {
  const core = await composeWithFiles(config, outside, 'existing')
  const jobs = new JobLoop(core.app, jobRunners, { finished: () => undefined })
  const courier = new HookCourier(core.app)
  const runner = runsPipelines(config) ? composeRunner(core.app) : null
  return {
    start: () => {
      jobs.start()
      courier.start()
      runner?.start()
    },
    stop: async () => {
      await Promise.all([jobs.stop(), courier.stop(), runner?.stop()])
      await core.close()
    },
  }
}
