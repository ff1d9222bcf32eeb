import { join } from 'node:path'
import { tellIsolation } from '../compose-runner.ts'
import { composeService } from '../compose-service.ts'
import {
  type Config,
  ConfigError,
  describeSettings,
  misspeltSettings,
  readConfig,
  readDemoConfig,
  readFailpoints,
} from '../config.ts'
import { nothingHappens, type Passing } from '../core/checkpoint.ts'
import { DataDirLock } from '../data-dir-lock.ts'
import { openFailpoints } from '../failpoints.ts'
import { lacksAdmin } from '../features/admin/lacks-admin.ts'
import { isFirstAccount } from '../features/users/is-first-account.ts'
import { createLogger } from '../logger.ts'
import { makeDataDir } from './data-dir.ts'
import { drainConnections } from './drain-connections.ts'
import { explainStart } from './explain-start.ts'
import { giveMemoryBack } from './give-memory-back.ts'
import { parseFlags } from './parse-flags.ts'
import { prepareDemo } from './prepare-demo.ts'
import { systemClock } from './system-clock.ts'

const drainMs = 60_000

const help = `stithy serve: run the service

  stithy serve           as the settings say
  stithy serve --demo    with a living example: people, a team, repositories, issues, reviews, pipelines. It is made in
                         an empty data directory (DATA_DIR, else ./data-demo) and found there again; unless set
                         otherwise, HOST is 127.0.0.1, CI_ENABLED is true and LOG_LEVEL is warn. No mail is sent.

Settings are environment variables:

${describeSettings()}
`

/** Runs until SIGTERM or SIGINT; then ends what is under way, for a minute at most. A second signal ends it at once. */
export async function serve(args: readonly string[]): Promise<number> {
  const { values } = parseFlags(args, { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } })
  if (values.help === true) {
    process.stdout.write(help)
    return 0
  }
  const isDemo = values.demo === true
  const config = isDemo ? readDemoConfig() : readConfig()
  const log = createLogger(config.LOG_LEVEL)
  for (const line of misspeltSettings()) process.stderr.write(`WARNING: ${line}\n`)
  const passing = failpointsOf(config)
  const explained = (error: unknown): never => {
    throw explainStart(config, error)
  }
  makeDataDir(config)
  const lock = config.DATABASE_URL === null ? takeLock(config) : null
  const welcome = isDemo ? await prepareDemo(config) : ''
  const assets = join(import.meta.dirname, 'assets')
  const service = await composeService(config, { clock: systemClock, log, passing }, assets).catch(explained)
  const drain = drainConnections(service.server.server)
  const signal = signalled()
  await service.start().catch(explained)
  giveMemoryBack()
  if (await lacksAdmin(service.app).catch(explained)) {
    log.warn({}, 'no account is an administrator: make one with `stithy admin grant-admin NAME`')
  }
  if (!config.REGISTRATION_ENABLED && (await isFirstAccount(service.app).catch(explained))) {
    const way = '`stithy admin create-user NAME EMAIL --admin`'
    log.warn({}, `nobody has an account and registration is closed: make an administrator with ${way}`)
  }
  log.info({ url: config.BASE_URL }, 'ready')
  log.flush()
  if (isDemo && config.CI_ENABLED) process.stderr.write(`${await tellIsolation(config)}\n`)
  process.stderr.write(`${welcome}Stithy is ready at ${config.BASE_URL}\n`)
  await signal
  log.info({}, 'stopping')
  const outOfTime = setTimeout(() => {
    log.error({}, 'not everything ended within a minute: stopping all the same')
    process.exit(1)
  }, drainMs)
  void signalled().then(() => process.exit(1))
  service.sayGoodbye()
  await drain.answered()
  drain.close()
  await service.stop()
  clearTimeout(outOfTime)
  lock?.release()
  log.info({}, 'stopped')
  log.flush()
  // A keep-alive socket or an idle thread must not hold up the end.
  process.exit(0)
}

function takeLock(config: Config): DataDirLock {
  try {
    return DataDirLock.take(config.DATA_DIR)
  } catch (error) {
    throw explainStart(config, error)
  }
}

/** Never by accident: a service that anybody else could reach does not break itself. */
function failpointsOf(config: Config): Passing {
  const asked = readFailpoints()
  if (asked === null) return nothingHappens
  const local = ['127.0.0.1', '::1', 'localhost']
  if (!local.includes(config.HOST) || !local.includes(config.SSH_HOST)) {
    throw new ConfigError(
      'STITHY_FAILPOINTS is set: it is for tests, and only where HOST and SSH_HOST are 127.0.0.1, ::1 or localhost',
    )
  }
  process.stderr.write(
    'WARNING: STITHY_FAILPOINTS is set. This service breaks itself on purpose: use no data that matters.\n',
  )
  return openFailpoints(asked)
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
