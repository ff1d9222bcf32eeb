import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWire } from '../process/wire.ts'
import type { RequestOptions } from '../support/client.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const form = 'application/x-www-form-urlencoded'
const kibibyte = 1024

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '1000/15m' })
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const post = (path: string, raw: string, options: RequestOptions = {}) =>
  stithy.client().send('POST', path, { ...options, raw, headers: { 'content-type': form, origin: stithy.url } })

describe('a form', () => {
  it.each([
    ['of half a million empty fields', 'a&'.repeat(500_000)],
    ['of many names', Array.from({ length: 80_000 }, (_, index) => `f${index}=1`).join('&')],
    ['of one long field', `username=${'%41'.repeat(300_000)}`],
    ['just small enough, of fields', 'a&'.repeat(32_000)],
    ['just small enough, of escapes', `username=${'%41'.repeat(21_000)}`],
  ])('%s blocks nobody', async (_, raw) => {
    await expectNoPause(() => post('/login', raw))
  })

  it('that is none, of blanks called JSON, blocks nobody', async () => {
    const raw = `${' '.repeat(60 * kibibyte)}x`
    const headers = { 'content-type': 'application/json', origin: stithy.url }
    await expectNoPause(() => stithy.client().send('POST', '/login', { raw, headers }))
  })

  it('may have 64 KiB and not a byte more', async () => {
    const padded = (length: number) => 'username=ada&password='.padEnd(length, 'x')
    expect((await post('/login', padded(64 * kibibyte))).status).toBe(401)
    expect((await post('/login', padded(64 * kibibyte + 1))).status).toBe(413)
  })

  it('may have a thousand fields and not one more', async () => {
    expect((await post('/login', Array(1000).fill('a=b').join('&'))).status).toBe(401)
    expect((await post('/login', Array(1001).fill('a=b').join('&'))).status).toBe(400)
  })

  it('is read as browsers write it', async () => {
    const sent = await post('/settings/profile', '&&full_name=%C3%89va+%2B+%zz+%26&full_name=twice&=x&', ada)
    expect(sent.status).toBe(303)
    const page = await stithy.client().get('/settings/profile', ada)
    expect(page.text).toContain('value="Éva + %zz &amp;"')
  })
})

describe('a form whose body has not come', () => {
  it('is refused for whoever may not send it, without waiting for the body', async () => {
    const limited = await startStithy({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '1/15m' })
    try {
      await limited.client().send('POST', '/login', { fields: { username: 'x', password: 'x' } })
      expect(await announce(limited, '/login/two-factor', '')).toMatch(/^HTTP\/1.1 429 /)
      expect(await announce(limited, '/settings/profile', '')).toMatch(/^HTTP\/1.1 303 /)
      expect(await announce(limited, '/login', 'Origin: https://e.example\r\n')).toMatch(/^HTTP\/1.1 403 /)
    } finally {
      await limited.stop()
    }
  })
})

/** The answer to a form of which only the headers were sent. */
async function announce(to: TestStithy, path: string, headers: string): Promise<string> {
  const wire = await openWire(new URL(to.url).port)
  wire.send(`POST ${path} HTTP/1.1\r\nHost: stithy\r\nContent-Type: ${form}\r\nContent-Length: 60000\r\n${headers}\r\n`)
  const answer = await wire.receive(/^HTTP\/1.1 \d+ /)
  wire.end()
  return answer
}
