// What never becomes a request: no framework, no route, and yet an answer that programs and people can read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWire } from '../process/wire.ts'
import { forms } from '../support/faults.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

describe.each(forms)('what is not HTTP, on a deployment of Form %s', (form) => {
  let stithy: TestStithy
  beforeAll(async () => {
    stithy = await startStithy({ API_FORM: form })
  })
  afterAll(() => stithy.stop())

  async function say(text: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const wire = await openWire(new URL(stithy.url).port)
    wire.send(text)
    await wire.closed
    const [head = '', body = ''] = (await wire.receive(/^HTTP/)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
    return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> }
  }

  it.each([
    ['headers of 100 kilobytes', `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['an address of 100 kilobytes', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a method that nobody knows', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00', 400],
  ])('%s', async (_, text, status) => {
    const answer = await say(text)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.headers.get('x-api-form')).toBe(form)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(stithy.logs).toContainEqual(expect.objectContaining({ request_id: id, status }))
    const message = expect.stringMatching(/\S/)
    expect(answer.body).toEqual(
      form === 'A'
        ? { error: message, code: 'VALIDATION_FAILED' }
        : { error: 'validation_error', message, request_id: id },
    )
  })

  it.each([
    ['POST', '/api/v1/auth/login', 'application/json'],
    ['DELETE', '/api/v1/user', 'application/json'],
    ['OPTIONS', '/api/v1/user', 'text/plain'],
    ['POST', '/login', 'application/x-www-form-urlencoded'],
    ['POST', '/register', 'multipart/form-data; boundary=x'],
    ['POST', '/ada/anvil/info/lfs/objects/batch', 'application/vnd.git-lfs+json'],
    ['POST', '/nothing', 'application/json'],
  ])('%s %s with the type of a body that is not there is answered', async (method, path, type) => {
    const wire = await openWire(new URL(stithy.url).port)
    wire.send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n\r\n`)
    expect(await wire.receive(/^HTTP/)).toMatch(/^HTTP\/1.1 [234]\d\d /)
    wire.end()
  })

  it('a request without a host is refused by the door that it knocked at', async () => {
    const answer = await say('GET /api/v1/user HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(answer.body)).toContain('Host')
  })

  it('whoever asks for another protocol is answered in this one, and nobody waits on that connection for more', async () => {
    const wire = await openWire(new URL(stithy.url).port)
    const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    wire.send(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${next}`)
    expect(await wire.receive(/"ok"/)).toMatch(/^HTTP\/1.1 200 [^]*connection: close\r\n/i)
    await wire.closed
  })

  it('a body that breaks off in the middle of an answer is not answered again', async () => {
    const wire = await openWire(new URL(stithy.url).port)
    wire.send('GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    await wire.receive(/"ok"/)
    wire.send('nonsense\r\n')
    await wire.closed
    expect((await wire.receive(/HTTP/)).match(/HTTP\/1\.1/g)?.length).toBeLessThanOrEqual(2)
  })
})
