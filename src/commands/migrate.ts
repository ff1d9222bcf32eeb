import { composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { makeDataDir, requireOwnUser } from './data-dir.ts'
import { explainStart } from './explain-start.ts'
import { parseFlags } from './parse-flags.ts'
import { systemClock } from './system-clock.ts'

const help = `stithy migrate: bring the database up to date

  stithy migrate                makes the database where there is none; serve does both by itself
  stithy migrate --accept-key   the secret key that it was started with is lost for good: from now on it has the present
                                one, which is made where there is none. The audit log counts as broken before that,
                                and secrets of pipelines, webhooks and second factors have to be set anew
`

export async function migrateCommand(args: readonly string[]): Promise<number> {
  const { values } = parseFlags(args, { help: { type: 'boolean', short: 'h' }, 'accept-key': { type: 'boolean' } })
  if (values.help === true) {
    process.stdout.write(help)
    return 0
  }
  const isRekeyed = values['accept-key'] === true
  const config = readConfig()
  requireOwnUser(config)
  makeDataDir(config)
  const outside = { clock: systemClock, log: createLogger('warn') }
  const core = await composeCore(config, outside, isRekeyed ? 'rekeyed' : 'any').catch((error: unknown) => {
    throw explainStart(config, error)
  })
  await core.close()
  process.stdout.write(`The database is up to date${isRekeyed ? ', and the present key is its own' : ''}\n`)
  return 0
}
