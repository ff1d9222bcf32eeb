// People for tests: registered and signed in through the API.
import { Secret, TOTP } from 'otpauth'
import { second } from '../../src/core/clock.ts'
import type { Client } from './client.ts'
import type { TestStithy } from './stithy.ts'

export const password = 'a long enough phrase 7'

export interface Person {
  readonly username: string
  readonly email: string
  readonly access: string
  readonly refresh: string
  /** The cookie header of the same session. */
  readonly cookie: string
}

export async function register(stithy: TestStithy, username: string): Promise<void> {
  const answer = await stithy.client().post('auth/register', { username, email: emailOf(username), password })
  if (answer.status !== 201) throw new Error(`register ${username}: ${answer.status} ${answer.text}`)
}

export async function signIn(stithy: TestStithy, username: string): Promise<Person> {
  const answer = await stithy.client().post('auth/login', { username, password })
  if (answer.status !== 200) throw new Error(`login ${username}: ${answer.status} ${answer.text}`)
  return {
    username,
    email: emailOf(username),
    access: answer.body.access_token,
    refresh: answer.body.refresh_token,
    cookie: cookieOf(answer.headers),
  }
}

export async function newPerson(stithy: TestStithy, username: string): Promise<Person> {
  await register(stithy, username)
  return signIn(stithy, username)
}

export function emailOf(username: string): string {
  return `${username.toLowerCase()}@example.org`
}

/** What a browser would send back. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0] ?? '')
    .join('; ')
}

export async function newToken(client: Client, scopes: readonly string[], name = 'test'): Promise<string> {
  const answer = await client.post('user/tokens', { name, scopes })
  if (answer.status !== 201) throw new Error(`token: ${answer.status} ${answer.text}`)
  return answer.body.token
}

export interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Turns two-factor sign-in on, as an authenticator application would, and waits until it shows the next code. */
export async function enrol(stithy: TestStithy, person: Person): Promise<Enrolled> {
  const client = stithy.client().as(person.access)
  const { secret } = (await client.post('auth/2fa/setup')).body
  const enabled = await client.post('auth/2fa/enable', { code: codeOf(stithy, secret) })
  if (enabled.status !== 200) throw new Error(`enrol: ${enabled.status} ${enabled.text}`)
  stithy.advance(30 * second)
  return { secret, recoveryCodes: enabled.body.recovery_codes }
}

export function codeOf(stithy: TestStithy, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: stithy.app.clock.now() })
}
