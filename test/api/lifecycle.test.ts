import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { expectFault } from '../support/faults.ts'
import { addPasskey, atLocalhost } from '../support/passkeys.ts'
import { codeOf, emailOf, enrol, newPerson, newToken, type Person, password, register } from '../support/people.ts'
import { ed25519Key } from '../support/ssh-public-keys.ts'
import { eventually, type LogLine, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy(await atLocalhost())
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const place = (...parts: string[]) => join(stithy.dataDir, 'repositories', ...parts)
const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const joining = (username: string) =>
  stithy.client('B').post('auth/register', { username, email: emailOf('joining'), password })
const remove = (username: string) => stithy.client('B').as(ada.access).send('DELETE', `admin/users/${username}`)
const warnings = (about: string): LogLine[] =>
  stithy.logs.filter((line) => line.level === 'warn' && line.message.startsWith(about))

describe('when an account is made', () => {
  it('so is its directory', async () => {
    await register(stithy, 'With-Dir')
    expect(await readdir(place('With-Dir'))).toEqual([])
    await stithy.client('B').as(ada.access).post('admin/users', { username: 'invited', email: 'invited@example.org' })
    expect(await readdir(place('invited'))).toEqual([])
  })

  it('a directory that is there already is taken as it is', async () => {
    await mkdir(place('early'))
    await writeFile(place('early', 'kept'), 'yes')
    await register(stithy, 'early')
    expect(await readFile(place('early', 'kept'), 'utf8')).toBe('yes')
  })

  it('and its directory cannot be, there is no account, and nothing tells of one', async () => {
    await writeFile(place('blocked'), 'a file in the place of the directory')
    const before = await everythingWritten()
    expectFault(await joining('blocked'), 'B', 'internal')
    expect(await everythingWritten()).toEqual(before)
    expect((await stithy.client('B').get('users/blocked')).status).toBe(404)
    const login = await stithy.client('B').post('auth/login', { username: 'blocked', password })
    expectFault(login, 'B', 'unauthorized')
    expect(stithy.logs.filter((line) => line.level === 'error').at(-1)).toMatchObject({
      error: expect.stringContaining('EEXIST'),
    })
    await rm(place('blocked'))
    expect((await joining('blocked')).status).toBe(201)
    await remove('blocked')
  })

  it.each(['..', '../evil', 'a..b', 'a/b', '/etc/evil', 'a\\b', '..\\evil', '....', 'a/../../evil'])(
    'with the name "%s", a warning is logged, and there is no account and no directory',
    async (username) => {
      const before = warnings('on_user_registered').length
      const written = await everythingWritten()
      expectFault(await joining(username), 'B', 'invalid', { details: ['username: format'] })
      expect(warnings('on_user_registered').slice(before)).toEqual([expect.objectContaining({ username })])
      expect(await everythingWritten()).toEqual(written)
      expect(await there(join(stithy.dataDir, 'evil'))).toBe(false)
      expect(await there(place('evil'))).toBe(false)
    },
  )

  it('with another name that is refused, no warning is logged', async () => {
    const before = warnings('on_user_registered').length
    for (const username of ['', '.', 'a.', 'login', 'a b']) expect((await joining(username)).status).toBe(400)
    expect(warnings('on_user_registered')).toHaveLength(before)
  })

  it('by an administrator with a name that climbs, it is the same', async () => {
    const before = warnings('on_user_registered').length
    const answer = await stithy
      .client('B')
      .as(ada.access)
      .post('admin/users', { username: '../evil', email: 'e@example.org', password })
    expectFault(answer, 'B', 'invalid', { details: ['username: format'] })
    expect(warnings('on_user_registered')).toHaveLength(before + 1)
  })
})

describe('when an account is deleted', () => {
  it('its directory goes with everything in it, in the end from the disk too', async () => {
    await register(stithy, 'leaving')
    await mkdir(place('leaving', 'project.git', 'objects'), { recursive: true })
    await writeFile(place('leaving', 'project.git', 'HEAD'), 'ref: refs/heads/main\n')
    expect((await remove('leaving')).status).toBe(204)
    expect(await there(place('leaving'))).toBe(false)
    await eventually(async () => expect(await readdir(join(stithy.dataDir, 'trash'))).toEqual([]))
  })

  it('the audit log says so, as the specification spells it', async () => {
    const person = await newPerson(stithy, 'noted')
    const { id } = (await stithy.client('B').as(person.access).get('user')).body
    await remove('noted')
    const log = await stithy.client('B').as(ada.access).get('admin/audit?event=user_deleted&per_page=1')
    expect(log.body.items).toEqual([
      expect.objectContaining({
        event: 'user_deleted',
        actor: expect.objectContaining({ username: 'ada' }),
        target_type: 'user',
        target_id: id,
        target_name: 'noted',
      }),
    ])
  })

  it('every row that was the person’s goes by cascade', async () => {
    const person = await newPerson(stithy, 'owner')
    const client = stithy.client('B').as(person.access)
    const key = ed25519Key()
    const token = await newToken(client, ['repo:read'])
    await client.post('user/keys', { key })
    await addPasskey(stithy, person, new Authenticator(stithy.url))
    const { secret } = await enrol(stithy, person)
    await stithy.client('B').post('auth/login', { username: 'owner', password })
    await stithy.client('B').post('auth/forgot-password', { email: person.email })
    await stithy.mails(person.email, 6)
    const { id } = (await stithy.client('A').as(person.access).get('user')).body
    const before = await rowsOf(id)
    expect(before).toMatchObject({ owners: 1, users: 1, sessions: 1, access_tokens: 1, ssh_keys: 1, two_factor: 1 })
    expect(before).toMatchObject({ passkeys: 1 })
    expect(before).toMatchObject({ recovery_codes: 10, mail_tokens: 2, login_challenges: 1, refresh_tokens: 1 })
    expect((await remove('owner')).status).toBe(204)
    const after = await rowsOf(id)
    expect(after).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])))
    // Nothing opens any more, and all of it is free for others.
    expect((await client.get('user')).status).toBe(401)
    expect((await stithy.client('B').as(token).get('user')).status).toBe(401)
    const login = { username: 'owner', password, code: codeOf(stithy, secret) }
    expect((await stithy.client('B').post('auth/login', login)).status).toBe(401)
    const heir = await newPerson(stithy, 'Owner')
    expect((await stithy.client('B').as(heir.access).post('user/keys', { key })).status).toBe(201)
    expect(await readdir(place('Owner'))).toEqual([])
    expect((await stithy.client('A').as(heir.access).get('user')).body.id).not.toBe(id)
  })

  it('a disk error is a warning and does not stop it', async () => {
    const trash = join(stithy.dataDir, 'trash')
    await register(stithy, 'stuck')
    await rm(trash, { recursive: true })
    await writeFile(trash, 'a file in the place of the directory')
    try {
      expect((await remove('stuck')).status).toBe(204)
    } finally {
      await rm(trash)
    }
    expect(warnings('on_user_deleted').at(-1)).toMatchObject({
      username: 'stuck',
      error: expect.stringMatching(/EEXIST|ENOTDIR/),
    })
    expect((await stithy.client('B').get('users/stuck')).status).toBe(404)
  })

  it('a directory that is gone already is a warning and does not stop it', async () => {
    await register(stithy, 'hollow')
    await rm(place('hollow'), { recursive: true })
    expect((await remove('hollow')).status).toBe(204)
    expect(warnings('on_user_deleted').at(-1)).toMatchObject({ username: 'hollow' })
  })

  it('and it cannot be, everything stays where it was', async () => {
    expectFault(await remove('ada'), 'B', 'conflict')
    expect(await there(place('ada'))).toBe(true)
    expectFault(await remove('nobody'), 'B', 'missing')
  })
})

/** What a failed registration might have left behind. */
async function everythingWritten(): Promise<readonly unknown[]> {
  const { db } = stithy.app
  return Promise.all([
    db.selectFrom('owners').select('name').orderBy('id').execute(),
    db.selectFrom('users').select('id').orderBy('id').execute(),
    db.selectFrom('audit').select('id').where('event', '=', 'USER_REGISTERED').orderBy('id').execute(),
    db.selectFrom('jobs').select('id').where('name', '=', 'mail.verify-email').where('state', '=', 'dead').execute(),
    readdir(place()).then((names) => names.toSorted()),
  ])
}

async function rowsOf(userId: number): Promise<Record<string, number>> {
  const { db } = stithy.app
  const owned = [
    'sessions',
    'access_tokens',
    'ssh_keys',
    'passkeys',
    'two_factor',
    'recovery_codes',
    'mail_tokens',
    'login_challenges',
    'notification_preferences',
  ] as const
  const counts: Record<string, number> = {}
  for (const table of owned) {
    counts[table] = (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  }
  for (const table of ['owners', 'users'] as const) {
    counts[table] = (await db.selectFrom(table).select('id').where('id', '=', userId).execute()).length
  }
  const refresh = await db
    .selectFrom('refresh_tokens')
    .leftJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select('refresh_tokens.id')
    .where((eb) => eb.or([eb('sessions.user_id', '=', userId), eb('sessions.id', 'is', null)]))
    .execute()
  return { ...counts, refresh_tokens: refresh.length }
}
