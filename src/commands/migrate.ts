import { composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { systemClock } from './system-clock.ts'

export async function migrateCommand(): Promise<number> {
  const config = readConfig()
  const core = await composeCore(config, { clock: systemClock, log: createLogger('warn') })
  await core.close()
  process.stdout.write('The database is up to date\n')
  return 0
}
