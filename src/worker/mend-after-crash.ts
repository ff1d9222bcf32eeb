import type { App } from '../app.ts'
import { forgetCutOffUploads } from '../features/blobs/collect-blobs.ts'
import { strayDirectories } from '../features/lifecycle/stray-directories.ts'
import { sweepDrafts } from '../features/mail/sweep-drafts.ts'
import { releaseAllPipelines } from '../features/pipelines/lease.ts'
import type { PutBack } from '../features/repos/put-back.ts'
import { sweepAfterCrash } from '../features/repos/sweep-after-crash.ts'
import { sweepUnborn } from '../features/repos/sweep-unborn.ts'
import { reconcilePushes } from '../features/transport/reconcile-pushes.ts'
import { releaseAllHooks } from '../features/webhooks/hook-lease.ts'
import { releaseAllJobs } from '../outbox/jobs.ts'

/** Before anybody is served: what the last life was in the middle of is put back, brought to its end, or removed. */
export async function mendAfterCrash(app: App, putBack: PutBack): Promise<void> {
  await app.passing('service.mending')
  await putBack.trash(app)
  await putBack.lost(app)
  const unborn = [...(await sweepUnborn(app, 'starting')), ...(await strayDirectories(app, 'starting')).swept]
  if (unborn.length > 0) app.log.warn({ unborn }, 'folders whose making was cut off were removed')
  const reconciled = await reconcilePushes(app, 'starting')
  if (reconciled > 0) app.log.warn({ reconciled }, 'pushes that were cut off were brought to their end')
  const cutOff = (await forgetCutOffUploads(app)) + (await sweepDrafts(app, 'starting'))
  if (cutOff > 0) app.log.warn({ cutOff }, 'what was left of files that were not written to their end was removed')
  // On SQLite there is no other process: whoever ran a job is gone. On PostgreSQL its lease tells.
  if (app.db.dialect === 'sqlite') {
    await Promise.all([releaseAllJobs(app), releaseAllHooks(app), releaseAllPipelines(app)])
    void sweepRepositories(app)
  }
}

/** Beside what people do: there may be many repositories. */
async function sweepRepositories(app: App): Promise<void> {
  try {
    const swept = await sweepAfterCrash(app, app.clock.now())
    if (swept.length > 0) app.log.warn({ swept }, 'what was left in repositories by work that was cut off was removed')
  } catch (error) {
    app.log.warn({ error: String(error) }, 'what was cut off in repositories was not swept')
  }
}
