import { composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { makeDataDir } from './data-dir.ts'
import { explainStart } from './explain-start.ts'
import { asksForHelp } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'

const help = `stithy migrate: bring the database up to date

  stithy migrate    makes the database where there is none; serve does both by itself
`

export async function migrateCommand(args: readonly string[]): Promise<number> {
  if (asksForHelp(args, help)) return 0
  const config = readConfig()
  makeDataDir(config)
  const core = await composeCore(config, { clock: systemClock, log: createLogger('warn') }).catch((error: unknown) => {
    throw explainStart(config, error)
  })
  await core.close()
  process.stdout.write('The database is up to date\n')
  return 0
}
