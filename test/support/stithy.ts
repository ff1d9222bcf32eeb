// A whole Stithy in this process, on a port and a database of its own, with a clock and a log that a test can reach.
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { App } from '../../src/app.ts'
import { drainConnections } from '../../src/commands/drain-connections.ts'
import type { Outside } from '../../src/compose.ts'
import { composeService } from '../../src/compose-service.ts'
import { readConfig } from '../../src/config.ts'
import type { Log, LogFields } from '../../src/core/log.ts'
import { Launches } from '../../src/git/launches.ts'
import { defaultWorkLimits } from '../../src/work-limits.ts'
import { Client } from './client.ts'
import { newMigratedDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { patienceMs } from './patience.ts'
import { ownNow } from './stolen-time.ts'
import { removeFolder } from './temporary-folder.ts'

/** One for all of this process, from the first git on: it is large from the beginning, and has many of them. */
const launches = new Launches(new URL('../../src/git/launcher.ts', import.meta.url), 0)

const assets = join(import.meta.dirname, '../../dist/assets')

export interface LogLine extends LogFields {
  readonly level: string
  readonly message: string
}

export interface TestStithy {
  readonly url: string
  readonly app: App
  readonly dataDir: string
  readonly logs: LogLine[]
  /** Lines for tools outside: exactly their fields. */
  readonly bares: LogFields[]
  readonly sshPort: number
  /** What `readConfig` got: for starting another one on the same data. */
  readonly env: Readonly<Record<string, string>>
  /** Moves the service's clock. */
  advance(ms: number): void
  client(form?: 'A' | 'B'): Client
  /** Waits until `count` mails to an address are there; oldest first. */
  mails(to: string, count?: number): Promise<readonly Email[]>
  stop(): Promise<void>
  /** Stops, and starts again on the same data, with other settings where they are given. */
  restart(other?: Readonly<Record<string, string>>): Promise<TestStithy>
}

/** Tests take turns with each other: what others would see a moment later, they see at once. */
const patient = { ...defaultWorkLimits, firstLookMs: 2000 }

/** What a test has otherwise than everybody else. */
type Overrides = Pick<Outside, 'passing' | 'sshLimits' | 'workLimits'>

export async function startStithy(
  env: Readonly<Record<string, string>> = {},
  overrides: Overrides = {},
): Promise<TestStithy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stithy-data-'))
  const port = String(await freePort())
  const database = env['DATABASE_URL'] === undefined ? await newMigratedDatabase(dataDir) : {}
  const all = {
    HOST: '127.0.0.1',
    PORT: port,
    SSH_PORT: String(await freePort()),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    RATE_LIMIT_ENABLED: 'false',
    ...database,
    ...env,
  }
  return start(all, overrides, dataDir)
}

/** @param made The folder that goes when it stops; one that was given may be another server's, which is still writing. */
async function start(env: Readonly<Record<string, string>>, overrides: Overrides, made: string): Promise<TestStithy> {
  const config = readConfig(env)
  const logs: LogLine[] = []
  const bares: LogFields[] = []
  const readMail = newMailReader()
  let offset = 0
  const clock = { now: () => Date.now() + offset }
  const outside = { clock, log: recorder(logs, bares), launches, workLimits: patient, ...overrides }
  const service = await composeService(config, outside, assets)
  // As `serve` has it: a connection that was kept alive by an answer during the stop would hold it up.
  const drain = drainConnections(service.server.server)
  await service.start()
  const self: TestStithy = {
    url: config.BASE_URL,
    app: service.app,
    dataDir: config.DATA_DIR,
    logs,
    bares,
    sshPort: service.ssh?.port ?? 0,
    env,
    advance: (ms) => {
      offset += ms
    },
    client: (form) => new Client(`http://127.0.0.1:${config.PORT}`, form),
    mails: (to, count = 1) => waitForMails(readMail, config.DATA_DIR, { to, count }),
    stop: async () => {
      drain.close()
      await service.stop()
      await removeFolder(made)
    },
    restart: async (other = {}) => {
      drain.close()
      await service.stop()
      return start({ ...env, ...other }, overrides, made)
    },
  }
  return self
}

/** Between two tries: what did not come soon is asked for less often, or asking would take the time of what is waited for. */
const pauseMs = { least: 20, most: 150 }

/** Tries until it holds, for so long by the machine's own clock; the last failure is what the test shows. */
export async function eventually<T>(attempt: () => Promise<T> | T, ms = patienceMs): Promise<T> {
  const began = ownNow()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const waited = ownNow() - began
      if (waited > ms) throw error
      const pause = Math.min(pauseMs.most, Math.max(pauseMs.least, waited / 8))
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

type ReadMail = (path: string) => Promise<Email>

/** A mail that has its name is whole, and never changes: it is read once, however often somebody waits for the next. */
function newMailReader(): ReadMail {
  const known = new Map<string, Promise<Email>>()
  return (path) => {
    const mail = known.get(path) ?? readFile(path).then((bytes) => PostalMime.parse(bytes))
    known.set(path, mail)
    return mail
  }
}

async function waitForMails(
  read: ReadMail,
  dataDir: string,
  { to, count }: { readonly to: string; readonly count: number },
): Promise<readonly Email[]> {
  return eventually(async () => {
    const folder = join(dataDir, 'mail')
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted()
    const mails = await Promise.all(files.map((file) => read(join(folder, file))))
    const theirs = mails.filter((mail) => mail.to?.some((address) => address.address === to))
    if (theirs.length < count) throw new Error(`${theirs.length} of ${count} mails to ${to} have come`)
    return theirs
  })
}

function recorder(logs: LogLine[], bares: LogFields[]): Log {
  const write =
    (level: string) =>
    (fields: LogFields, message: string): void => {
      logs.push({ ...fields, level, message })
      // Where a test fails because of it, nothing else would say why.
      if (message === 'a request failed') console.error(message, fields['route'], fields['error'])
    }
  const bare = (fields: LogFields): void => {
    bares.push(fields)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), bare }
}
