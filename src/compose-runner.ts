import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from './app.ts'
import { IsolationChoice } from './ci/isolation/choose-isolation.ts'
import type { Config } from './config.ts'
import { Fault } from './core/errors.ts'
import { ownWorkerName } from './features/pipelines/run/worker-name.ts'
import { programAt } from './program-at.ts'
import { PipelineRunner } from './worker/pipeline-runner.ts'

/** A process that only serves makes pipelines all the same: a push says what they are, whoever runs them. */
export function runsPipelines(config: Config): boolean {
  return config.CI_ENABLED && config.CI_RUNNER_ENABLED
}

/** What isolates jobs is found out when the first one comes: a server that only serves does not pay for it. */
export function composeRunner(app: App): PipelineRunner {
  return new PipelineRunner(app, {
    boxes: isolationOf(app.config),
    workerName: ownWorkerName(),
    power: {
      node: process.execPath,
      runtime: fileURLToPath(new URL('ci/power/runtime.mjs', import.meta.url)),
      analyzer: programAt('ci/power/analyze-thread'),
    },
  })
}

/** For whoever wants to know before the first job does. */
export async function tellIsolation(config: Config): Promise<string> {
  try {
    return `Pipelines run in a ${(await isolationOf(config).isolation()).kind}`
  } catch (error) {
    if (error instanceof Fault) return `Pipelines do not run here. ${error.message}`
    throw error
  }
}

function isolationOf(config: Config): IsolationChoice {
  return new IsolationChoice(config.CI_EXECUTOR, {
    folder: join(config.LOCAL_DIR, 'ci', 'boxes'),
    dataDir: config.DATA_DIR,
    localDir: config.LOCAL_DIR,
    env: config.ENGINE_ENV,
    defaultImage: config.CI_DEFAULT_IMAGE,
    graceMs: 5000,
  })
}
