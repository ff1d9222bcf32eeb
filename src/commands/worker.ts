import { composeWorker } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

export async function worker(): Promise<number> {
  const config = readConfig()
  if (config.DATABASE_URL === null) {
    throw new UsageError('worker needs PostgreSQL (DATABASE_URL); with SQLite, serve runs the jobs itself')
  }
  const log = createLogger(config.LOG_LEVEL)
  const jobs = await composeWorker(config, { clock: systemClock, log })
  const signal = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  jobs.start()
  process.stderr.write('Stithy worker is ready\n')
  await signal
  await jobs.stop()
  log.flush()
  return 0
}
