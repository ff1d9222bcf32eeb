import { type Core, composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { requireDataDir, requireOwnUser } from './data-dir.ts'
import { explainStart } from './explain-start.ts'
import { systemClock } from './system-clock.ts'

/** For commands on a Stithy that is there already. */
export async function openExisting(): Promise<Core> {
  const config = readConfig()
  requireOwnUser(config)
  requireDataDir(config)
  const outside = { clock: systemClock, log: createLogger('warn') }
  try {
    return await composeCore(config, outside, 'existing')
  } catch (error) {
    throw explainStart(config, error)
  }
}
