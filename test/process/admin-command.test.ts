// `stithy admin` beside a server that runs on the same data: what it changes holds there at once.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, it } from 'vitest'
import { cookieOf, newToken, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { type Exit, mailsIn, newPlace, onPostgres, type Place, run, type Serving, serve } from './stithy-process.ts'

let place: Place
let serving: Serving

beforeAll(async () => {
  place = await newPlace()
  serving = await serve(place)
})

it('creates an account and prints its password', async () => {
  const { code, stdout } = await admin('create-user', 'ada', 'ada@example.org', '--admin')
  expect(code).toBe(0)
  const made = /^ada was created; the password is (\w{20})\n$/.exec(stdout)?.[1] ?? ''
  const client = await signedIn('ada', made)
  expect((await client.get('admin/users')).status).toBe(200)
  expect(existsSync(join(place.dataDir, 'repositories/ada'))).toBe(true)
})

it.runIf(!onPostgres)('refuses what would break a rule, in one line', async () => {
  const [taken, last, nobody, unsure] = await Promise.all([
    admin('create-user', 'Ada', 'other@example.org'),
    admin('revoke-admin', 'ada'),
    admin('disable', 'nobody'),
    admin('delete', 'ada'),
  ])
  expect(taken).toMatchObject({ code: 1, stdout: '', stderr: 'stithy: "Ada" is taken\n' })
  expect(last).toMatchObject({ code: 1, stdout: '', stderr: 'stithy: The last administrator has to stay\n' })
  expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: 'stithy: User not found\n' })
  expect(unsure).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('add --yes') })
  expect((await serving.client().get('users/ada')).status).toBe(200)
})

it('disables: tokens, sessions and cookies stop working at once, and tokens come back when enabled', async () => {
  await create('grace')
  const login = await serving.client().post('auth/login', { username: 'grace', password })
  const session = serving.client().as(login.body.access_token)
  const token = serving.client().as(await newToken(session, ['repo:read']))
  const cookie = { cookie: cookieOf(login.headers) }
  const statuses = async () => [
    (await session.get('user')).status,
    (await token.get('user')).status,
    (await serving.client().get('user', cookie)).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await admin('disable', 'grace')).toMatchObject({ code: 0, stdout: 'grace was disabled\n' })
  expect(await statuses()).toEqual([401, 401, 401])
  expect(await admin('enable', 'grace')).toMatchObject({ code: 0, stdout: 'grace was enabled\n' })
  expect(await statuses()).toEqual([401, 200, 401])
})

it('resets a password, ends the sessions, and no link that was mailed before works', async () => {
  await create('edsger')
  const session = await signedIn('edsger', password)
  await serving.client().post('auth/forgot-password', { email: 'edsger@example.org' })
  const token = await eventually(async () => {
    const mails = (await mailsIn(place)).filter((mail) => mail.to === 'edsger@example.org')
    const found = mails.map((mail) => /\/reset-password\/([\w-]+)/.exec(mail.text)?.[1])
    return found.find((one) => one !== undefined) ?? Promise.reject(new Error('no link yet'))
  })
  const { stdout } = await admin('reset-password', 'edsger', '--password', 'another long phrase 8')
  expect(stdout).toBe('the password of edsger was changed\n')
  expect((await session.get('user')).status).toBe(401)
  await expect(signedIn('edsger', password)).rejects.toThrow('401')
  expect((await serving.client().post('auth/reset-password', { token, password })).status).toBe(400)
  await signedIn('edsger', 'another long phrase 8')
})

it('turns off the second factor of somebody who lost it, and ends the sessions', async () => {
  await create('ken')
  const session = await signedIn('ken', password)
  const { secret } = (await session.post('auth/2fa/setup')).body
  await session.post('auth/2fa/enable', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  await expect(signedIn('ken', password)).resolves.toMatchObject({ token: undefined })
  const [done, again] = [await admin('reset-2fa', 'ken'), await admin('reset-2fa', 'ken')]
  expect(done).toMatchObject({ code: 0, stdout: 'two-factor sign-in of ken was turned off\n' })
  expect(again).toMatchObject({ code: 1, stderr: 'stithy: ken has no two-factor sign-in\n' })
  expect((await session.get('user')).status).toBe(401)
  expect((await (await signedIn('ken', password)).get('user')).status).toBe(200)
})

it("grants and revokes administrator's rights", async () => {
  await create('alan')
  const session = await signedIn('alan', password)
  const status = async () => (await session.get('admin/users')).status
  expect(await status()).toBe(403)
  expect((await admin('grant-admin', 'alan')).code).toBe(0)
  expect(await status()).toBe(200)
  expect((await admin('revoke-admin', 'alan')).code).toBe(0)
  expect(await status()).toBe(403)
})

it('deletes an account with everything it owns', async () => {
  await create('barbara')
  const session = await signedIn('barbara', password)
  expect(await admin('delete', 'barbara', '--yes')).toMatchObject({ code: 0, stdout: 'barbara was deleted\n' })
  expect((await session.get('user')).status).toBe(401)
  expect((await serving.client().get('users/barbara')).status).toBe(404)
  expect(existsSync(join(place.dataDir, 'repositories/barbara'))).toBe(false)
})

function admin(...args: readonly string[]): Promise<Exit> {
  return run(['admin', ...args], place.env)
}

async function create(username: string): Promise<void> {
  const answer = await serving.client().post('auth/register', { username, email: `${username}@example.org`, password })
  expect(answer.status).toBe(201)
}

async function signedIn(username: string, secret: string) {
  const answer = await serving.client().post('auth/login', { username, password: secret })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return serving.client().as(answer.body.access_token)
}
