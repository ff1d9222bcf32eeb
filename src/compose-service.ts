import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { composeWithFiles, type Outside } from './compose.ts'
import { composeRunner, runsPipelines } from './compose-runner.ts'
import type { Config } from './config.ts'
import { PutBack } from './features/repos/put-back.ts'
import type { Phase } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { createServer } from './http/server.ts'
import { NotificationStreams } from './http/sse/notification-streams.ts'
import { defaultLimits } from './ssh/limits.ts'
import { SshServer } from './ssh/ssh-server.ts'
import { jobRunners } from './worker/handlers.ts'
import { HookCourier } from './worker/hook-courier.ts'
import { startHousekeeping } from './worker/housekeeping.ts'
import { JobLoop } from './worker/job-loop.ts'
import { mendAfterCrash } from './worker/mend-after-crash.ts'

export interface Service {
  readonly app: App
  readonly server: FastifyInstance
  /** Null where SSH is off. */
  readonly ssh: SshServer | null
  /** Ready to serve: `/healthz` says so. */
  start(): Promise<void>
  /** From now on `/healthz` says that it is going; everything else goes on. */
  sayGoodbye(): void
  /** Takes nothing new, ends what is under way, lets go of everything. */
  stop(): Promise<void>
}

/** The whole service in one process: HTTP, SSH and background jobs. */
export async function composeService(config: Config, outside: Outside, assetsFolder: string): Promise<Service> {
  const core = await composeWithFiles(config, outside)
  const { app } = core
  const metrics = createMetrics()
  let phase: Phase = 'starting'
  const streams = new NotificationStreams(app)
  const server = createServer(app, { metrics, phase: () => phase, assetsFolder, streams })
  const ssh = config.SSH_ENABLED ? new SshServer(app, outside.sshLimits ?? defaultLimits) : null
  const jobs = new JobLoop(app, jobRunners, { finished: metrics.jobFinished })
  const courier = new HookCourier(app)
  const runner = runsPipelines(config) ? composeRunner(app) : null
  const putBack = new PutBack(app.db.dialect)
  const stopHousekeeping = startHousekeeping(app, putBack)
  const sayGoodbye = (): void => {
    phase = 'draining'
    streams.stop()
  }
  return {
    app,
    server,
    ssh,
    start: async () => {
      await server.listen({ host: config.HOST, port: config.PORT })
      await mendAfterCrash(app, putBack)
      jobs.start()
      courier.start()
      runner?.start()
      streams.start()
      if (ssh !== null) {
        await ssh.listen(config.SSH_HOST, config.SSH_PORT)
        const address = `ssh://git@${new URL(config.BASE_URL).hostname}:${ssh.port}`
        app.log.info({ address, host_key: ssh.hostKeyFingerprint }, 'SSH is listening')
      }
      phase = 'serving'
    },
    sayGoodbye,
    stop: async () => {
      sayGoodbye()
      stopHousekeeping()
      await Promise.all([server.close(), ssh?.close()])
      await app.imports.stop()
      await Promise.all([jobs.stop(), courier.stop(), runner?.stop()])
      await core.close()
    },
  }
}
