// What operators get wrong is told in one line, and what Stithy writes is for its owner alone.
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { password } from '../support/people.ts'
import { inTurns, thorough } from '../support/thorough.ts'
import {
  copyOf,
  type Exit,
  newFolder,
  newPlace,
  onPostgres,
  type Place,
  run,
  serve,
  succeed,
} from './stithy-process.ts'

const settings = { SSH_ENABLED: 'false' }

describe('a start that cannot work', () => {
  it.runIf(!onPostgres)('names the port that is in use', async () => {
    const place = await newPlace()
    const other = createServer().listen(Number(place.port), '127.0.0.1')
    await once(other, 'listening')
    expectOneLine(await run(['serve'], place.env), `port ${place.port} is in use`)
    other.close()
  })

  it.runIf(!onPostgres)('names the HOST that is not ours', async () => {
    const place = await newPlace()
    expectOneLine(
      await run(['serve'], { ...place.env, HOST: '192.0.2.7' }),
      'HOST 192.0.2.7 is no address of this machine',
    )
    expectOneLine(await run(['serve'], { ...place.env, HOST: 'no.such.invalid' }), 'HOST no.such.invalid is no address')
    for (const host of inTurns(['192.0.2.7', 'no.such.invalid'], 2, 1)) {
      expectOneLine(await run(['serve'], { ...place.env, SSH_HOST: host }), `SSH_HOST ${host} is no address`)
    }
  })

  it.runIf(!onPostgres)('says what is wrong with DATA_DIR, and how', async () => {
    const file = join(await newFolder(), 'a-file')
    await writeFile(file, '')
    expectOneLine(await run(['serve'], { DATA_DIR: file }), `DATA_DIR ${file} is a file, and has to be a folder`)
    expectOneLine(await run(['serve'], { DATA_DIR: join(file, 'x') }), 'cannot be made: a part of the path is a file')
    expectOneLine(
      await run(['serve'], { DATA_DIR: '/proc/x' }),
      'DATA_DIR /proc/x cannot be made: no folder can be made there',
    )
    expectOneLine(await run(['migrate'], { DATA_DIR: '/proc' }), 'DATA_DIR /proc cannot be made')
  })

  it.runIf(!onPostgres)('says the same of LOCAL_DIR', async () => {
    const place = await newPlace()
    const file = join(place.dataDir, 'a-file')
    await writeFile(file, '')
    const at = (folder: string): Promise<Exit> => run(['serve'], { ...place.env, LOCAL_DIR: folder })
    expectOneLine(await at(file), `LOCAL_DIR ${file} is a file, and has to be a folder`)
    // It is looked at as DATA_DIR is.
    if (!thorough) return
    expectOneLine(await at(join(file, 'x')), 'cannot be made: a part of the path is a file')
    expectOneLine(await at('/proc/x'), 'LOCAL_DIR /proc/x cannot be made: no folder can be made there')
  })

  it('leaves files alone that belong to another database than the one it finds, and the other way round', async () => {
    const place = await withRepository()
    const other = await newPlace()
    const wrong = { ...other.env, DATA_DIR: place.dataDir }
    if (!onPostgres) await rename(join(place.dataDir, 'stithy.db'), join(place.dataDir, 'kept.db'))
    for (const command of ['serve', 'migrate']) {
      expectOneLine(await run([command], wrong), `DATA_DIR ${place.dataDir} holds repositories, but the database`)
    }
    const forgotten = await run(['doctor'], { DATA_DIR: place.dataDir, DATABASE_URL: '' })
    if (onPostgres) expectOneLine(forgotten, 'If its database is a PostgreSQL, set DATABASE_URL as for serve')
    if (!onPostgres) await rename(join(place.dataDir, 'kept.db'), join(place.dataDir, 'stithy.db'))
    await rename(join(place.dataDir, 'repositories'), join(place.dataDir, 'elsewhere'))
    expectOneLine(await run(['serve'], place.env), `DATA_DIR ${place.dataDir} has none: is its disk mounted?`)
    if (onPostgres) expectOneLine(await run(['worker'], place.env), 'is its disk mounted?')
    expect((await run(['doctor'], place.env)).stdout).toContain('LOST')
    const serving = await serve(place)
    await serving.stop()
  })

  it.runIf(!onPostgres && process.getuid?.() === 0)(
    'lets root leave nothing in the folder of another user',
    async () => {
      const place = await withRepository()
      for (const name of ['', 'repositories']) await chown(join(place.dataDir, name), 65534, 65534)
      const before = await readdir(place.dataDir)
      for (const command of [['doctor'], ['migrate'], ['backup', await newFolder()], ['admin', 'grant-admin', 'ada']]) {
        expectOneLine(await run(command, place.env), `${place.dataDir} belongs to the user id 65534`)
      }
      expect(await readdir(place.dataDir)).toEqual(before)
    },
  )

  it.runIf(!onPostgres)('says that a file of ours cannot be used, and what helps', async () => {
    const place = await withRepository()
    await rm(join(place.dataDir, 'serve.lock'))
    await mkdir(join(place.dataDir, 'serve.lock'))
    expectOneLine(await run(['serve'], place.env), `${join(place.dataDir, 'serve.lock')} cannot be read or written`)
    await rm(join(place.dataDir, 'serve.lock'), { recursive: true })
    const database = join(place.dataDir, 'stithy.db')
    const bytes = await readFile(database)
    await writeFile(database, bytes.fill(255, bytes.length >> 2, bytes.length >> 1))
    for (const command of ['serve', 'doctor', 'migrate']) {
      expectOneLine(await run([command], place.env), `the database ${database} is damaged: restore a backup`)
    }
    expectOneLine(await run(['backup', await newFolder()], place.env), `the database ${database} is damaged`)
  })

  it.runIf(onPostgres)('says what is wrong with PostgreSQL', async () => {
    const place = await newPlace()
    const at = async (change: (url: URL) => void): Promise<Exit> => {
      const url = new URL(place.env['DATABASE_URL'] ?? '')
      change(url)
      return run(['serve'], { ...place.env, DATABASE_URL: url.href })
    }
    const port = String(await freePort())
    const nobody = await at((url) => (url.port = port))
    expectOneLine(nobody, `:${port}`)
    expect(nobody.stderr).toContain('nothing answers there')
    expectOneLine(await at((url) => (url.pathname = '/no_such_database')), 'there is no such database')
    const fresh = await newPlace()
    expectOneLine(await run(['doctor'], fresh.env), 'There is no Stithy in')
    const env = { ...fresh.env, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
    expectOneLine(await run(['doctor'], env), 'The database has no Stithy in it yet')
    expectOneLine(await run(['worker'], env), 'The database has no Stithy in it yet')
  })
})

it.each(inTurns([1, 50, 120], 3, onPostgres ? 0 : 1))(
  'that is killed while it makes the tables is no hindrance to the next (%i)',
  async (statements) => {
    const place = await newPlace()
    const failing = { ...place.env, STITHY_FAILPOINTS: `database.changing=kill@${statements}` }
    expect((await run(['serve'], failing)).signal).toBe('SIGKILL')
    const serving = await serve(place)
    expect((await serving.client().get('/healthz')).status).toBe(200)
    await serving.stop()
  },
)

it.runIf(thorough || onPostgres)('warns once where there are accounts and no administrator', async () => {
  const place = await newPlace()
  const warnings = async (): Promise<readonly unknown[]> => {
    const serving = await serve(place)
    await serving.stop()
    return serving
      .log()
      .map((line) => line['message'])
      .filter((text) => String(text).includes('administrator'))
  }
  expect(await warnings()).toEqual([])
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
  expect(await warnings()).toEqual(['no account is an administrator: make one with `stithy admin grant-admin NAME`'])
  await succeed(['admin', 'grant-admin', 'ada'], place.env)
  expect(await warnings()).toEqual([])
})

it.runIf(thorough || !onPostgres)('says how the first account is made where nobody can register', async () => {
  const place = await newPlace({ REGISTRATION_ENABLED: 'false' })
  const warnings = async (): Promise<readonly unknown[]> => {
    const serving = await serve(place)
    await serving.stop()
    return serving
      .log()
      .map((line) => line['message'])
      .filter((text) => String(text).includes('registration is closed'))
  }
  expect(await warnings()).toEqual([expect.stringContaining('`stithy admin create-user NAME EMAIL --admin`')])
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--admin', '--password', password], place.env)
  expect(await warnings()).toEqual([])
})

it.runIf(!onPostgres)('writes nothing that others on the machine can read', async () => {
  const place = await newPlace()
  const dataDir = join(place.dataDir, 'deep', 'data')
  const serving = await serve({ ...place, env: { ...place.env, DATA_DIR: dataDir }, dataDir })
  const client = serving.client()
  await client.post('auth/register', { username: 'ada', email: 'ada@example.org', password })
  const login = await client.post('auth/login', { username: 'ada', password })
  await client.as(login.body.access_token).post('user/repos', { slug: 'engine' })
  expect(await openToOthers(dataDir)).toEqual([])
  expect(await modeOf(dataDir)).toBe('700')
  await serving.stop()
})

it.runIf(!onPostgres)('puts right what an earlier start left open', async () => {
  const place = await newPlace()
  await mkdir(join(place.dataDir, 'repositories'), { mode: 0o755 })
  await succeed(['migrate'], place.env)
  await chmod(join(place.dataDir, 'stithy.db'), 0o644)
  await succeed(['migrate'], place.env)
  expect(await modeOf(join(place.dataDir, 'stithy.db'))).toBe('600')
  expect(await modeOf(join(place.dataDir, 'repositories'))).toBe('700')
})

let first: Promise<Place> | undefined

/** With something in it. Nobody changes the first of them: where it can be copied, others are. */
async function withRepository(): Promise<Place> {
  if (onPostgres) return makeRepository()
  first ??= makeRepository()
  return copyOf(await first, settings)
}

async function makeRepository(): Promise<Place> {
  const place = await newPlace(settings)
  const serving = await serve(place)
  const client = serving.client()
  await client.post('auth/register', { username: 'ada', email: 'ada@example.org', password })
  const login = await client.post('auth/login', { username: 'ada', password })
  const made = await client.as(login.body.access_token).post('user/repos', { slug: 'engine', auto_init: true })
  expect(made.status).toBe(201)
  await serving.stop()
  return place
}

function expectOneLine(exit: Exit, said: string): void {
  expect(exit.stderr).toMatch(/^stithy: .*\n$/)
  expect(exit.stderr).toContain(said)
  expect(exit.code).toBe(1)
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

/** The hook is a program of ours that git has to be able to start; it holds no secret. */
async function openToOthers(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => !name.startsWith('hooks'))
  const modes = await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).mode] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name)
}
