// Fills an empty data directory with a living example, by the verbs that people use. A thread of its own: the server
// that starts next to serve it has never loaded any of this.
import { parentPort, workerData } from 'node:worker_threads'
import { composeCore } from './compose.ts'
import { readDemoConfig } from './config.ts'
import type { Log } from './core/log.ts'
import { runJobs } from './demo/run-jobs.ts'
import { Stage, type Step, StoryClock } from './demo/stage.ts'
import { accounts } from './demo/story/people.ts'
import { before, today } from './demo/story/story.ts'

const nothing = (): void => undefined
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, bare: nothing }

const config = readDemoConfig()
const clock = new StoryClock(Date.now())

// Pipelines are switched on today: none of the weeks before waits to be run.
const first = await composeCore({ ...config, CI_ENABLED: false }, { clock, log }, 'empty')
const past = new Stage(first.app, String(workerData))
await tell(past, before)
await first.close()

const second = await composeCore(config, { clock, log })
await tell(new Stage(second.app, past.password, past), today)
await second.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(accounts.map(({ name, about }) => ({ name, about })))

async function tell(stage: Stage, steps: readonly Step[]): Promise<void> {
  for (const step of steps.toSorted((one, other) => other.day - one.day)) {
    clock.setDaysBefore(step.day)
    await step.run(stage)
    await runJobs(stage.app)
  }
}
