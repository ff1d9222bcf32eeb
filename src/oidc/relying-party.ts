// A program of its own: see oidc.ts.
import * as client from 'openid-client'
import { hour, second } from '../core/clock.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Claims, Failure, OidcSettings, RelyingParty } from './oidc.ts'

const timeoutMs = 10 * second

/** How long a provider's description of itself counts. Its keys the library fetches again by itself when they turn. */
const describedFor = hour

const scope = 'openid profile email'

export const relyingParty: RelyingParty = {
  ask: (settings) =>
    orFailure('away', async () => {
      const provider = await describe(settings)
      const question = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: settings.redirectUri,
        scope,
        state: question.state,
        nonce: question.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(question.verifier),
        code_challenge_method: 'S256',
      })
      return { ...question, url: url.href }
    }),

  check: (settings, { state, nonce, verifier }, query) =>
    orFailure('refused', async () => {
      const provider = await describe(settings)
      const tokens = await client.authorizationCodeGrant(provider, new URL(settings.redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const signed = tokens.claims()
      if (signed === undefined) return { failed: 'refused', why: 'There is no ID token' }
      const hasAll = signed['email'] !== undefined && signed['preferred_username'] !== undefined
      const isMore = !hasAll && provider.serverMetadata().userinfo_endpoint !== undefined
      const told = isMore ? await client.fetchUserInfo(provider, tokens.access_token, signed.sub) : {}
      return claimsIn(signed, told)
    }),
}

interface Described {
  readonly settings: OidcSettings
  readonly until: number
  readonly provider: Promise<client.Configuration>
}

let described: Described | null = null

/** Fetched once for all who ask meanwhile. Where it cannot be fetched again, what it said before still counts. */
function describe(settings: OidcSettings): Promise<client.Configuration> {
  const known = described?.settings === settings ? described : null
  if (known !== null && known.until > Date.now()) return known.provider
  const asked = discover(settings)
  const provider = known === null ? asked : asked.catch(() => known.provider)
  const latest = { settings, until: Date.now() + describedFor, provider }
  described = latest
  provider.catch(() => {
    // Whoever comes next asks again.
    if (described === latest) described = known
  })
  return provider
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer)
  // The settings allow it for this very machine alone.
  const open = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
  return client.discovery(server, clientId, undefined, authenticationOf(clientSecret), {
    execute: [...open, client.enableNonRepudiationChecks],
    timeout: timeoutMs / second,
    [client.customFetch]: limitedFetch,
  })
}

/** In the header, as the standard has it for whoever says nothing else; in the body where a provider wants only that. */
function authenticationOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None()
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...request) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (ways.includes('client_secret_basic') ? inHeader : inBody)(server, ...request)
  }
}

const longestBytes = 255

type Told = Readonly<Record<string, unknown>>

/** `told`: what the provider adds to what it has signed. An address and whether it is verified come from one place. */
function claimsIn(signed: client.IDToken, told: Told): Claims | Failure {
  const subject = textIn(signed, 'sub')
  if (subject === null) return { failed: 'refused', why: 'The subject is too long, or no text' }
  const address: Told = textIn(told, 'email') === null ? signed : told
  return {
    issuer: signed.iss,
    subject,
    email: textIn(address, 'email'),
    emailVerified: address['email_verified'] === true,
    username: textIn(signed, 'preferred_username') ?? textIn(told, 'preferred_username'),
    fullName: textIn(signed, 'name') ?? textIn(told, 'name'),
  }
}

/** One line, of a length that a cookie bears: what is longer is nobody's name. */
function textIn(told: Told, name: string): string | null {
  const text = told[name]
  const fits = typeof text === 'string' && text !== '' && Buffer.byteLength(text) <= longestBytes
  return fits && !/\p{Cc}/u.test(text) ? text : null
}

/** What a provider says is a stranger's word: nothing of it ends here in any other way than these. */
async function orFailure<T>(usually: Failure['failed'], work: () => Promise<T | Failure>): Promise<T | Failure> {
  try {
    return await work()
  } catch (error) {
    return { failed: usually === 'away' || isUnanswered(error) ? 'away' : failureOf(error), why: causesOf(error) }
  }
}

/** Time was up, or what came was no answer of such a service at all. */
const unanswered: readonly unknown[] = [
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]

function isUnanswered(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return isTheirFault.test(error.error)
  if (error instanceof client.ResponseBodyError) return error.status >= 500
  if (error instanceof client.WWWAuthenticateChallengeError) return false
  return !(error instanceof client.ClientError) || unanswered.includes(error.code)
}

const isTheirFault = /^(?:server_error|temporarily_unavailable)$/

function failureOf(error: unknown): Failure['failed'] {
  return error instanceof client.AuthorizationResponseError ? 'declined' : 'refused'
}

function causesOf(error: unknown): string {
  const causes: string[] = []
  for (let at = error; at instanceof Error && causes.length < 4; at = at.cause) causes.push(at.message.slice(0, 300))
  return causes.join(': ')
}
