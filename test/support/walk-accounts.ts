// Answers about accounts, signing in, and administration.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { second } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { Authenticator } from './authenticator.ts'
import { mailedToken } from './mailed-links.ts'
import { addPasskey } from './passkeys.ts'
import { codeOf, emailOf, enrol, newPerson, newToken, password, signIn } from './people.ts'
import { ed25519Key } from './ssh-public-keys.ts'
import type { TestStithy } from './stithy.ts'
import { json, type Stories } from './walk.ts'

export const accountStories: Stories = {
  'signing up and in': async ({ stithy, form, ask }) => {
    const username = `walker-${form}`
    await ask(undefined, 'POST /auth/register', json({ username, email: emailOf(username), password }))
    await ask(undefined, 'POST /auth/register', json({ username, email: 'x@example.org', password }))
    await ask(undefined, 'POST /auth/register')
    const login = await ask(undefined, 'POST /auth/login', json({ username, password }))
    await ask(undefined, 'POST /auth/login', json({ username, password: 'wrong' }))
    await ask(undefined, 'POST /auth/login', { body: '{' })
    await ask(undefined, 'POST /auth/login', { body: ' '.repeat(1024 * 1024 + 1) })
    await ask(undefined, 'POST /auth/refresh', json({ refresh_token: login.body.refresh_token }))
    await ask(undefined, 'POST /auth/refresh', json({ refresh_token: 'x' }))
    await ask(login.body.access_token, 'GET /auth/me')
    await ask(undefined, 'GET /auth/me')
    await ask(login.body.access_token, 'POST /auth/resend-verif')
    const verify = await mailedToken(stithy, emailOf(username), 'verify-email', 2)
    await ask(undefined, 'GET /auth/verify-email/{token}', { params: { token: verify } })
    await ask(undefined, 'GET /auth/verify-email/{token}', { params: { token: verify } })
    await ask(undefined, 'POST /auth/forgot-password', json({ email: emailOf(username) }))
    await ask(undefined, 'POST /auth/forgot-password')
    const reset = await mailedToken(stithy, emailOf(username), 'reset-password')
    await ask(undefined, 'POST /auth/reset-password', json({ token: reset, password }))
    await ask(undefined, 'POST /auth/reset-password', json({ token: reset, password }))
    const { access } = await signIn(stithy, username)
    await ask(access, 'POST /auth/logout')
    await ask(access, 'POST /auth/logout')
  },

  'two-factor sign-in': async ({ stithy, ada, form, ask }) => {
    const person = await newPerson(stithy, `twofold-${form}`)
    const { secret } = (await ask(person.access, 'POST /auth/2fa/setup')).body
    await ask(person.access, 'POST /auth/2fa/enable', json({ code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/enable', json({ code: codeOf(stithy, secret) }))
    await ask(person.access, 'POST /auth/2fa/setup')
    const login = await ask(undefined, 'POST /auth/login', json({ username: person.username, password }))
    // Each code works once: the next one comes half a minute later.
    stithy.advance(30 * second)
    const proof = { challenge_token: login.body.challenge_token, code: codeOf(stithy, secret) }
    await ask(undefined, 'POST /auth/2fa/verify', json(proof))
    await ask(undefined, 'POST /auth/2fa/verify', json(proof))
    stithy.advance(30 * second)
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: codeOf(stithy, secret) }))
    stithy.advance(30 * second)
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params: { username: 'ada' } })
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: codeOf(stithy, secret) }))
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: 'again' }))
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: 'again' }))
    const params = { username: person.username }
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params })
    await enrol(stithy, person)
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params })
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa')
  },

  "one's own account": async ({ stithy, ada, form, ask }) => {
    const person = await newPerson(stithy, `owner-${form}`)
    const token = await newToken(stithy.client(form).as(person.access), ['repo:read'])
    await ask(token, 'GET /user')
    await ask('nonsense', 'GET /user')
    await ask(person.access, 'PATCH /user', json({ full_name: 'Somebody' }))
    await ask(person.access, 'PATCH /user', json({ email: 'ada@example.org', password }))
    await ask(token, 'PATCH /user', json({}))
    await ask(undefined, 'GET /users/{username}', { params: { username: 'ada' } })
    await ask(undefined, 'GET /users/{username}')
    await ask(undefined, 'GET /users/{username}', { params: { username: 'x'.repeat(256) } })
    await ask('nonsense', 'GET /users/{username}')
    const key = ed25519Key()
    const added = await ask(person.access, 'POST /user/keys', json({ key }))
    await ask(person.access, 'POST /user/keys', json({ key }))
    await ask(person.access, 'POST /user/keys')
    await ask(person.access, 'GET /user/keys')
    await ask(person.access, 'GET /user/keys', { query: 'page=0' })
    await ask(person.access, 'DELETE /user/keys/{id}', { params: { id: String(added.body.id) } })
    await ask(person.access, 'DELETE /user/keys/{id}')
    await addPasskey(stithy, person, new Authenticator(stithy.url))
    const passkeys = await ask(person.access, 'GET /user/passkeys')
    const [passkey] = Array.isArray(passkeys.body) ? passkeys.body : passkeys.body.items
    await ask(person.access, 'DELETE /user/passkeys/{id}', { params: { id: String(passkey.id) } })
    await ask(token, 'GET /user/passkeys')
    await ask(person.access, 'DELETE /user/passkeys/{id}')
    const made = await ask(person.access, 'POST /user/tokens', json({ name: 'x', scopes: ['ci:read'] }))
    await ask(person.access, 'POST /user/tokens', json({ name: 'x', scopes: ['everything'] }))
    await ask(token, 'GET /user/tokens')
    await ask(person.access, 'GET /user/tokens')
    await ask(person.access, 'DELETE /user/tokens/{id}', { params: { id: String(made.body.id) } })
    await ask(person.access, 'DELETE /user/tokens/{id}', { params: { id: 'x' } })
    const other = await signIn(stithy, person.username)
    await ask(other.access, 'GET /user/sessions')
    const sessions = await stithy.client('A').as(other.access).get('user/sessions')
    const id = String(sessions.body.find((one: { current: boolean }) => one.current).id)
    await ask(person.access, 'DELETE /user/sessions/{id}', { params: { id } })
    await ask(person.access, 'DELETE /user/sessions/{id}', { params: { id } })
    await ask(person.access, 'PUT /user/password', json({ current_password: 'x', password }))
    await ask(person.access, 'PUT /user/password', json({ current_password: password, password: `${password}8` }))
    const farewell = { password: `${password}8`, confirm: person.username }
    const again = { username: person.username, password: farewell.password }
    const { access_token: access } = (await stithy.client(form).post('auth/login', again)).body
    await ask(token, 'DELETE /user', json(farewell))
    await ask(ada.access, 'DELETE /user', json({ password, confirm: 'ada' }))
    await ask(access, 'DELETE /user', json({ ...farewell, confirm: 'x' }))
    await ask(access, 'DELETE /user', json({ ...farewell, password: 'x' }))
    expect((await ask(access, 'DELETE /user', json(farewell))).status).toBe(204)
  },

  administration: async ({ stithy, ada, form, ask }) => {
    const username = `subject-${form}`
    const params = { username }
    await ask(ada.access, 'POST /admin/users', json({ username, email: emailOf(username) }))
    await ask(ada.access, 'POST /admin/users', json({ username, email: emailOf(username) }))
    await ask(ada.access, 'GET /admin/users')
    await ask(ada.access, 'GET /admin/users', { query: 'state=x' })
    await ask(undefined, 'GET /admin/users')
    await ask(ada.access, 'POST /admin/users/{username}/password-link', { params })
    await ask(ada.access, 'POST /admin/users/{username}/password-link')
    await ask(ada.access, 'PATCH /admin/users/{username}', { params, body: '{"disabled":true}' })
    await ask(ada.access, 'POST /admin/users/{username}/password-link', { params })
    await ask(ada.access, 'GET /admin/users/{username}', { params })
    await ask(ada.access, 'PATCH /admin/users/{username}')
    await ask(ada.access, 'PATCH /admin/users/{username}', { params: { username: 'ada' }, body: '{"is_admin":false}' })
    // Who knows the password is told that the account is disabled.
    const barred = await newPerson(stithy, `barred-${form}`)
    const left = { params: { owner: barred.username, repo: 'left' }, ...json({ new_owner: 'ada' }) }
    await stithy.client().as(barred.access).post('user/repos', { slug: 'left' })
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)
    await ask(ada.access, 'PATCH /admin/users/{username}', {
      params: { username: `barred-${form}` },
      body: '{"disabled":true}',
    })
    await ask(undefined, 'POST /auth/login', json({ username: `barred-${form}`, password }))
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', { ...left, ...json({ new_owner: 'nobody' }) })
    expect((await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)).status).toBe(200)
    const gone = { params: { owner: 'ada', repo: 'left' } }
    expect((await ask(ada.access, 'DELETE /repos/{owner}/{repo}', gone)).status).toBe(204)
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)
    await ask(ada.access, 'DELETE /admin/users/{username}', { params })
    await ask(ada.access, 'DELETE /admin/users/{username}', { params })
    await ask(ada.access, 'DELETE /admin/users/{username}', { params: { username: 'ada' } })
    await ask(ada.access, 'GET /admin/audit')
    await ask(ada.access, 'GET /admin/audit', { query: 'page=x' })
    await ask(ada.access, 'GET /admin/jobs')
    await ask(ada.access, 'POST /admin/jobs/{id}/retry')
    await ask(ada.access, 'DELETE /admin/jobs/{id}')
  },

  'dead jobs': async ({ stithy, ada, form, ask }) => {
    const client = stithy.client(form).as(ada.access)
    for (const end of ['POST /admin/jobs/{id}/retry', 'DELETE /admin/jobs/{id}'] as const) {
      const id = await deadJob(stithy)
      await ask(ada.access, 'GET /admin/jobs', { query: 'state=dead' })
      expect((await ask(ada.access, end, { params: { id } })).status).toBeLessThan(300)
    }
    expect((await client.get('admin/jobs?state=dead')).headers.get('x-total-count')).toBe('0')
  },
}

/** A job that was given up; when it is tried again it has nothing to do. */
async function deadJob(stithy: TestStithy): Promise<string> {
  const id = randomUUID()
  await inTransaction(stithy.app, async (tx) => {
    const payload = JSON.stringify({ type: 'password.forgotten', email: 'nobody@example.org' })
    const times = { run_at: tx.now, created_at: tx.now }
    await tx
      .insertInto('jobs')
      .values({ uuid: id, name: 'mail.reset-password', payload, state: 'dead', attempts: 7, last_error: 'x', ...times })
      .execute()
  })
  return id
}
