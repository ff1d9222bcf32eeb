// What was written with one secret key is not opened with another: no command begins, and nothing is written.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { password } from '../support/people.ts'
import { inTurns } from '../support/thorough.ts'
import { query, select } from './database.ts'
import { copyOf, newFolder, newPlace, onPostgres, type Place, run, serve, succeed } from './stithy-process.ts'

function newKey(): string {
  return randomBytes(32).toString('base64')
}

let first: Promise<Place> | undefined

/** Nobody changes the first of them: where it can be copied, others are. */
async function newService(): Promise<Place> {
  if (onPostgres) return makeService()
  first ??= makeService()
  return copyOf(await first)
}

async function makeService(): Promise<Place> {
  const place = await newPlace()
  await succeed(['migrate'], place.env)
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
  return place
}

function entries(place: Place) {
  return select(place, 'select event from audit order by id')
}

describe('a secret key other than the one that the database was first started with', () => {
  let place: Place
  let file: string
  let key: string

  beforeAll(async () => {
    place = await newService()
    file = join(place.dataDir, 'secret.key')
    key = await readFile(file, 'utf8')
  })

  const commands = [
    'serve',
    'doctor',
    'migrate',
    'backup /tmp/never-made',
    'admin disable ada',
    ...(onPostgres ? ['worker'] : []),
  ]

  it.each(commands)('that is set stops %s', async (command) => {
    const before = await entries(place)
    const set = await run(command.split(' '), { ...place.env, SECRET_KEY: newKey() })
    expect([set.code, set.stdout]).toEqual([1, ''])
    expect(set.stderr).toContain('stithy: SECRET_KEY is not the key that this database was first started with')
    expect(set.stderr).toContain(`unset it, the right one is in ${file}`)
    expect(await entries(place)).toEqual(before)
  })

  it.each(inTurns(commands, 4, 0))('that is kept in its file stops %s', async (command) => {
    const before = await entries(place)
    await writeFile(file, newKey())
    try {
      const kept = await run(command.split(' '), place.env)
      expect([kept.code, kept.stdout]).toEqual([1, ''])
      expect(kept.stderr).toContain(`stithy: ${file} is not the key that this database was first started with`)
      expect(kept.stderr).toContain('bring it back from a backup')
    } finally {
      await writeFile(file, key)
    }
    expect(await entries(place)).toEqual(before)
  })

  it('is noticed also where nobody has an account yet', async () => {
    const empty = await newPlace({ SECRET_KEY: newKey() })
    await succeed(['migrate'], empty.env)
    const other = await run(['migrate'], { ...empty.env, SECRET_KEY: newKey() })
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('set it to that one')])
    await succeed(['migrate'], empty.env)
  })

  it('is noticed in a database of the version before, by what it has signed', async () => {
    await query(place, 'delete from secret_prints')
    const { code, stderr } = await run(['doctor'], { ...place.env, SECRET_KEY: newKey() })
    expect([code, stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not the key')])
    expect(await select(place, 'select print from secret_prints')).toEqual([])
    await succeed(['doctor'], place.env)
    expect(await select(place, 'select print from secret_prints')).toEqual([
      { print: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
  })

  it('is not taken from one entry that somebody has changed', async () => {
    const old = await newService()
    await succeed(['admin', 'disable', 'ada'], old.env)
    await query(old, "delete from secret_prints; update audit set event = 'LOGOUT' where event = 'USER_DISABLED'")
    expect((await run(['migrate'], old.env)).code).toBe(0)
  })

  it('can be accepted, for good, when the right one is lost', async () => {
    const lost = await newService()
    await rm(join(lost.dataDir, 'secret.key'))
    const refused = await run(['serve'], lost.env)
    expect(refused.stderr).toContain('stithy migrate --accept-key')
    const { stdout } = await succeed(['migrate', '--accept-key'], lost.env)
    expect(stdout).toBe('The database is up to date, and the present key is its own\n')
    expect((await entries(lost)).at(-1)).toEqual({ event: 'SECRET_KEY_REPLACED' })
    const count = (await entries(lost)).length
    await succeed(['migrate', '--accept-key'], lost.env)
    expect(await entries(lost)).toHaveLength(count)
    const serving = await serve(lost)
    expect((await serving.client().post('auth/login', { username: 'ada', password })).status).toBe(200)
    await serving.stop()
  })
})

describe('a secret key that is missing', () => {
  it('is not made anew by a backup', async () => {
    const place = await newService()
    const file = join(place.dataDir, 'secret.key')
    await rm(file)
    const { code, stderr } = await run(['backup', join(await newFolder(), 'copy')], place.env)
    const said = onPostgres ? 'There is no Stithy in' : `${file} is missing`
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)])
    expect(existsSync(file)).toBe(false)
  })
})

describe('a restore', () => {
  it('brings the key along, and is refused with another', async () => {
    const place = await newService()
    const folder = join(await newFolder(), 'copy')
    await succeed(['backup', folder], place.env)
    const target = await newPlace()
    const refused = await run(['restore', folder], { ...target.env, SECRET_KEY: newKey() })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('unset it')])
    await succeed(['restore', folder], target.env)
    await succeed(['doctor'], target.env)
    expect((await run(['doctor'], { ...target.env, SECRET_KEY: newKey() })).code).toBe(1)
  })
})
