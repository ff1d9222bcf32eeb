import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newToken, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { secretsOfALife } from './secrets-of-a-life.ts'
import { type Environment, newPlace, type Place, type Serving, serve } from './stithy-process.ts'
import { openWire } from './wire.ts'

const metricsToken = 'metrics-token-of-this-test'
let place: Place
let serving: Serving
let admin: string
let user: string

beforeAll(async () => {
  place = await newPlace({ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'debug' })
  serving = await serve(place)
  admin = await newSession('ada')
  user = await newSession('grace')
})

describe('/metrics', () => {
  it('is for the token and for administrators who signed in', async () => {
    const statusOf = async (token?: string) => (await serving.client().as(token).get('/metrics')).status
    expect(await statusOf()).toBe(401)
    expect(await statusOf('metrics-token-of-this-tesT')).toBe(401)
    expect(await statusOf(user)).toBe(403)
    expect(await statusOf(await newToken(serving.client().as(admin), ['repo:read']))).toBe(403)
    expect(await statusOf(admin)).toBe(200)
    expect(await statusOf(metricsToken)).toBe(200)
  })

  it('is text for Prometheus, by route, and nothing that a stranger sends becomes a label', async () => {
    const odd = randomUUID()
    const client = serving.client()
    await client.get(`/${odd}`)
    await client.get(`/${odd}/${odd}?${odd}`)
    await client.get(`users/${odd}`)
    await client.get(`/api/v1/${odd}/${odd}`)
    await client.get(`/static/${odd}`)
    await client.send('PROPFIND', `/${odd}`, { headers: { 'user-agent': odd, host: odd, 'x-api-form': odd } })
    await client.post('auth/login', { username: odd, password: odd })
    const { headers, text } = await client.as(metricsToken).get('/metrics')
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toMatch(
      /^stithy_http_request_duration_seconds_bucket\{le="0\.5",method="POST",route="\/api\/v1\/auth\/login",status="4xx"\} 1$/m,
    )
    expect(text).toMatch(/^stithy_http_request_duration_seconds_count\{.*route="\/api\/v1\/users\/:username".*\} 1$/m)
    expect(text).toMatch(/^stithy_jobs\{state="dead"\} 0$/m)
    expect(text).toMatch(/^stithy_pipelines\{state="waiting"\} 0$/m)
    expect(text).toMatch(/^stithy_webhook_deliveries\{state="waiting"\} 0$/m)
    expect(text).toMatch(/^stithy_database_up 1$/m)
    expect(text).not.toContain(odd)
  })
})

describe('the log', () => {
  it("has a line for each request, under the answer's request id", async () => {
    const { headers } = await serving.client().get('/healthz?what=nothing')
    const id = headers.get('x-request-id')
    const line = await eventually(() => {
      const found = serving.log().find((one) => one['request_id'] === id)
      if (found === undefined) throw new Error(`No line of ${id}`)
      return found
    })
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: 'request',
      request_id: id,
      method: 'GET',
      path: '/healthz',
      status: 200,
      ms: expect.any(Number),
      ip: '127.0.0.1',
    })
  })

  it('has a line for a request whose caller hangs up, which is not under way any more then', async () => {
    const wire = await openWire(new URL(serving.url).port)
    wire.send(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
    wire.end()
    const stream = await openWire(new URL(serving.url).port)
    stream.send(`GET /notifications/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n\r\n`)
    await stream.receive(/retry: 2000/)
    stream.end()
    await eventually(async () => {
      const { text } = await serving.client().as(metricsToken).get('/metrics')
      expect(text).toMatch(/^stithy_http_requests_in_flight 1$/m)
    })
    await eventually(() => {
      const lines = serving.log()
      expect(lines).toContainEqual(
        expect.objectContaining({ path: '/notifications/stream', status: 200, ip: '127.0.0.1' }),
      )
      expect(lines).toContainEqual(expect.objectContaining({ path: '/api/v1/auth/login', status: 499 }))
    })
  })

  it('holds no secret, whatever was done', async () => {
    const secrets = [metricsToken, ...(await secretsOfALife(serving, 'edsger'))]
    const key = await readFile(join(place.dataDir, 'secret.key'), 'utf8')
    const database = new URL(place.env['DATABASE_URL'] ?? 'postgres://none:no-password@none').password
    const { code, stdout, stderr } = await serving.stop()
    expect(code).toBe(0)
    expect(serving.log().length).toBeGreaterThan(20)
    expect([...secrets, key.trim(), database].filter((secret) => (stdout + stderr).includes(secret))).toEqual([])
  })
})

async function newSession(username: string): Promise<string> {
  const client = serving.client()
  await client.post('auth/register', { username, email: `${username}@example.org`, password })
  return (await client.post('auth/login', { username, password })).body.access_token
}

it('says once in the log that settings do not fit the proxy in front', async () => {
  const warnings = async (env: Environment, headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const behind = await serve(await newPlace({ ...env, SSH_ENABLED: 'false' }))
    for (let count = 0; count < 2; count++) {
      expect((await behind.client().send('GET', '/login', { headers })).status).toBe(200)
    }
    await behind.stop()
    const said = behind.log().filter(({ level, peer }) => level === 'warn' && peer !== undefined)
    return said.map(({ message }) => String(message))
  }
  const forwarded = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  expect(await warnings({}, forwarded)).toEqual([expect.stringContaining('TRUSTED_PROXIES does not name it')])
  const trusted = { TRUSTED_PROXIES: '127.0.0.1' }
  expect(await warnings(trusted, forwarded)).toEqual([expect.stringMatching(/by https, but BASE_URL is http:/)])
  expect(await warnings({ ...trusted, BASE_URL: 'https://code.example.org' }, forwarded)).toEqual([])
  expect(await warnings({}, {})).toEqual([])
})
