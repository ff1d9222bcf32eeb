// The first account administers the service: it is made by whoever sits at the machine, not by a page that they opened.
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { emailOf, password } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
afterEach(() => stithy.stop())

function register(username: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return sendRaw(stithy.client('B'), {
    method: 'POST',
    target: '/api/v1/auth/register',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, email: emailOf(username), password }),
  })
}

const port = (): string => new URL(stithy.url).port
const users = async () => (await stithy.app.db.selectFrom('users').selectAll().execute()).length

describe('the first account', () => {
  it.each(['localhost', 'LocalHost.', '127.0.0.1', '[::1]', 'forge.localhost', 'forge.example'])(
    'is made by whoever calls the service %s, and administers it',
    async (name) => {
      stithy = await startStithy({ BASE_URL: 'http://forge.example:4000' })
      const made = await register('ada', { host: `${name}:${port()}` })
      expect([made.status, made.body.roles]).toEqual([201, ['user', 'admin']])
    },
  )

  it.each(['evil.example', 'localhost.evil.example', 'forge.example.evil.example', '127.0.0.1.evil.example'])(
    'is not made by a page at %s that lets its name lead here: the refusal says what to set',
    async (name) => {
      stithy = await startStithy({ BASE_URL: 'http://forge.example:4000' })
      const host = `${name}:${port()}`
      const sentence = 'make it at http://forge.example:4000, or set BASE_URL to the address that you use'
      const refused = await register('eve', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })
      expect(refused.status).toBe(403)
      expect(refused.body.message).toContain(sentence)
      const form = await sendRaw(stithy.client(), {
        method: 'POST',
        target: '/register',
        headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ username: 'eve', email: emailOf('eve'), password }).toString(),
      })
      expect(form.status).toBe(403)
      expect(form.text).toContain(sentence)
      expect(await users()).toBe(0)
      expect((await register('ada', { host: `localhost:${port()}` })).body.roles).toContain('admin')
      // Later ones may come by any name: there is nothing to be had.
      expect((await register('bob', { host })).body.roles).toEqual(['user'])
    },
  )

  it('is made through a proxy that is trusted by the name that it passes on', async () => {
    stithy = await startStithy({ BASE_URL: 'https://forge.example', TRUSTED_PROXIES: '127.0.0.1' })
    const from = { host: 'inside', 'x-forwarded-for': '127.0.0.1' }
    expect((await register('eve', { ...from, 'x-forwarded-host': 'evil.example' })).status).toBe(403)
    const made = await register('ada', { ...from, 'x-forwarded-host': 'forge.example' })
    expect([made.status, made.body.roles]).toEqual([201, ['user', 'admin']])
  })
})
