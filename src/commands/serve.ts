import { join } from 'node:path'
import { composeService } from '../compose.ts'
import { describeSettings, readConfig } from '../config.ts'
import { DataDirLock } from '../data-dir-lock.ts'
import { createLogger } from '../logger.ts'
import { makeDataDir } from './data-dir.ts'
import { drainConnections } from './drain-connections.ts'
import { explainStart } from './explain-start.ts'
import { asksForHelp } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'

const drainMs = 60_000

const help = `stithy serve: run the service

Settings are environment variables:

${describeSettings()}
`

/** Runs until SIGTERM or SIGINT; then ends what is under way, for a minute at most. A second signal ends it at once. */
export async function serve(args: readonly string[]): Promise<number> {
  if (asksForHelp(args, help)) return 0
  const config = readConfig()
  const log = createLogger(config.LOG_LEVEL)
  makeDataDir(config)
  const lock = config.DATABASE_URL === null ? DataDirLock.take(config.DATA_DIR) : null
  const explained = (error: unknown): never => {
    throw explainStart(config, error)
  }
  const assets = join(import.meta.dirname, 'assets')
  const service = await composeService(config, { clock: systemClock, log }, assets).catch(explained)
  const drain = drainConnections(service.server.server)
  const signal = signalled()
  await service.start().catch(explained)
  log.info({ url: config.BASE_URL }, 'ready')
  log.flush()
  process.stderr.write(`Stithy is ready at ${config.BASE_URL}\n`)
  await signal
  log.info({}, 'stopping')
  const outOfTime = setTimeout(() => {
    log.error({}, 'not everything ended within a minute: stopping all the same')
    process.exit(1)
  }, drainMs)
  void signalled().then(() => process.exit(1))
  drain()
  await service.stop()
  clearTimeout(outOfTime)
  lock?.release()
  log.info({}, 'stopped')
  log.flush()
  // A keep-alive socket or an idle thread must not hold up the end.
  process.exit(0)
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
