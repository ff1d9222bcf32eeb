import type { App } from '../app.ts'
import { settleImportTimes } from '../features/imports/settle-import-times.ts'
import { settleMirrorTimes } from '../features/mirrors/settle-mirror-times.ts'
import { settlePipelineTimes } from '../features/pipelines/settle-pipeline-times.ts'
import { settlePushTimes } from '../features/transport/settle-push-times.ts'
import { settleHookTimes } from '../features/webhooks/settle-hook-times.ts'
import { settleJobTimes } from '../outbox/settle-job-times.ts'

/** A machine may start with a clock that is hours ahead, and have it put right while we run: nothing may wait for so long. */
export async function settleTimes(app: App): Promise<void> {
  const jobs = await settleJobTimes(app)
  const webhooks = await settleHookTimes(app)
  const pipelines = await settlePipelineTimes(app)
  const pushes = await settlePushTimes(app)
  const imports = await settleImportTimes(app)
  const mirrors = await settleMirrorTimes(app)
  if (jobs + webhooks + pipelines + pushes + imports + mirrors === 0) return
  app.log.warn(
    { jobs, webhooks, pipelines, pushes, imports, mirrors },
    'the clock went back: what waited for a time too far ahead was planned anew',
  )
}
