// Passkeys through the forms of our pages, as a browser without one of its own would send them.
import type { Answering, Authenticator } from './authenticator.ts'
import type { Answer } from './client.ts'
import { freePort } from './free-port.ts'
import { cookieOf, type Person, password } from './people.ts'
import type { TestStithy } from './stithy.ts'

const passkeys = '/settings/security/passkeys'

/** For a service that has them: browsers have none for addresses, and for this one name without https. */
export async function atLocalhost(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return { PORT: port, BASE_URL: `http://localhost:${port}` }
}

/** What the authenticator is asked by a page, of which there is one at most. */
function askedBy({ text }: Answer) {
  const found = /data-options="([^"]+)"/.exec(text)?.[1]
  if (found === undefined) throw new Error(`No authenticator is asked: ${text}`)
  return JSON.parse(found.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** Up to where the authenticator is asked. */
export async function beginPasskey(stithy: TestStithy, person: Person, code = '') {
  const { cookie } = person
  const begun = await stithy.client().send('POST', passkeys, { cookie, fields: { password, code } })
  if (begun.status !== 303) throw new Error(`begin: ${begun.status} ${begun.text}`)
  const once = cookieOf(begun.headers)
  return askedBy(await stithy.client().get(`${passkeys}/new`, { cookie: `${cookie}; ${once}` }))
}

export function sendPasskey(
  stithy: TestStithy,
  { cookie }: Person,
  challenge: string,
  credential: string,
): Promise<Answer> {
  const fields = { name: 'Pocket', challenge, credential }
  return stithy.client().send('POST', `${passkeys}/new`, { cookie, fields })
}

export async function addPasskey(
  stithy: TestStithy,
  person: Person,
  authenticator: Authenticator,
  answering: Answering = {},
): Promise<Answer> {
  const asked = await beginPasskey(stithy, person)
  return sendPasskey(stithy, person, asked.challenge, authenticator.create(asked, answering))
}

export async function signInOptions(stithy: TestStithy) {
  return (await stithy.client().get('/login/passkey/options')).body
}

export function sendSignIn(stithy: TestStithy, credential: string): Promise<Answer> {
  return stithy.client().send('POST', '/login/passkey', { fields: { credential } })
}

export interface SecondStep {
  readonly challengeToken: string
  readonly asked: Answer['body']
}

/** The password was given, and the page asks for the second factor. */
export async function beginSecondStep(stithy: TestStithy, username: string): Promise<SecondStep> {
  const answer = await stithy.client().send('POST', '/login', { fields: { username, password } })
  const challengeToken = /name="challenge_token" value="([^"]+)"/.exec(answer.text)?.[1] ?? ''
  return { challengeToken, asked: askedBy(answer) }
}

export function sendSecondStep(stithy: TestStithy, challengeToken: string, credential: string): Promise<Answer> {
  const fields = { challenge_token: challengeToken, credential }
  return stithy.client().send('POST', '/login/two-factor/passkey', { fields })
}
