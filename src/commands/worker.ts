import { composeWorker } from '../compose-worker.ts'
import { misspeltSettings, readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { requireDataDir } from './data-dir.ts'
import { explainStart } from './explain-start.ts'
import { giveMemoryBack } from './give-memory-back.ts'
import { asksForHelp } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'
import { UsageError } from './usage-error.ts'

const help = `stithy worker: run background jobs only, beside serve, on PostgreSQL

Settings are those of serve: stithy serve --help
`

export async function worker(args: readonly string[]): Promise<number> {
  if (asksForHelp(args, help)) return 0
  const config = readConfig()
  if (config.DATABASE_URL === null) {
    throw new UsageError('worker needs PostgreSQL (DATABASE_URL); with SQLite, serve runs the jobs itself')
  }
  requireDataDir(config)
  const log = createLogger(config.LOG_LEVEL)
  for (const line of misspeltSettings()) process.stderr.write(`WARNING: ${line}\n`)
  const jobs = await composeWorker(config, { clock: systemClock, log }).catch((error: unknown) => {
    throw explainStart(config, error)
  })
  const signal = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  jobs.start()
  giveMemoryBack()
  process.stderr.write('Stithy worker is ready\n')
  await signal
  await jobs.stop()
  log.flush()
  return 0
}
