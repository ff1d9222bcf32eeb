// A real OpenID Connect provider for tests. Nobody types there: whoever comes is whom the test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { freePort } from './free-port.ts'

const clientId = 'stithy'
const clientSecret = 'a secret of the client, long enough'

export interface ProviderClaims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
  readonly name?: string
}

/** Whose name somebody has here: they are asked for another. */
const somebodyNew: ProviderClaims = {
  sub: 'sub of somebody new',
  email: 'new@example.org',
  email_verified: true,
  preferred_username: 'ada',
}

export interface TestProvider {
  readonly issuer: string
  /** Settings of a service that asks there. */
  readonly settings: Readonly<Record<string, string>>
  /** Who comes from now on; null: somebody who cancels. */
  person: ProviderClaims | null
  stop(): Promise<void>
}

/** At another host than the service, as it is in real life: that is at `localhost`, where browsers have passkeys, too. */
export async function startProvider(): Promise<TestProvider> {
  const [port, servicePort] = [await freePort(), await freePort()]
  const issuer = `http://127.0.0.1:${port}`
  const service = `http://localhost:${servicePort}`
  const people = new Map<string, ProviderClaims>([[somebodyNew.sub, somebodyNew]])
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${service}/login/oidc/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a key for the cookies of the provider'] },
    claims: { email: ['email', 'email_verified'], profile: ['preferred_username', 'name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 1 },
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) answer(request, response)
    else interact(provider, self.person, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const self: TestProvider & { current: ProviderClaims | null } = {
    issuer,
    settings: {
      PORT: String(servicePort),
      BASE_URL: service,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Workshop',
    },
    current: somebodyNew,
    get person() {
      return self.current
    },
    set person(next) {
      self.current = next
      if (next !== null) people.set(next.sub, next)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return self
}

/** What the pages of a provider do: who it is, and that Stithy may know it. */
async function interact(
  provider: Provider,
  person: ProviderClaims | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (person === null) {
    const declined = { error: 'access_denied', error_description: '<b>no, thank you</b>' }
    return provider.interactionFinished(request, response, declined)
  }
  const { prompt, params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const consent = { grantId: await grant.save() }
  const login = { accountId: person.sub, remember: false }
  return provider.interactionFinished(request, response, prompt.name === 'login' ? { login, consent } : { consent })
}
