// What every route that takes or gives bytes leans on, on a bare server with a real socket.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { parseRange } from '../../src/http/byte-range.ts'
import { openUpload, takeUploads } from '../../src/http/open-upload.ts'
import { type Bytes, sendBytes } from '../../src/http/send-bytes.ts'
import { eventually } from '../support/stithy.ts'

const servers: FastifyInstance[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serving(build: (server: FastifyInstance) => void): Promise<string> {
  const server = Fastify({ forceCloseConnections: true })
  servers.push(server)
  server.setErrorHandler((error, _request, reply) =>
    reply.code(418).send(error instanceof Fault ? error.kind : 'other'),
  )
  build(server)
  return server.listen({ host: '127.0.0.1', port: 0 })
}

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['Bytes = 4-5', { start: 4, end: 5 }],
    ['bytes=10-', 'behind'],
    ['bytes=-0', 'behind'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=0x1-2', null],
    ['bytes=9999999999999999999-', null],
    [undefined, null],
  ])('%s of ten bytes', (header, part) => {
    expect(parseRange(header, 10)).toEqual(part)
  })

  it('of nothing at all lies behind the end', () => {
    expect(parseRange('bytes=0-', 0)).toBe('behind')
    expect(parseRange('bytes=-5', 0)).toBe('behind')
  })
})

describe('sending bytes', () => {
  const text = 'ten bytes.'
  const file: Bytes = {
    type: 'text/html',
    size: 10,
    etag: 'abc',
    fileName: 'a "b" ü.html',
    parts: true,
    open: (part) => Readable.from([Buffer.from(part === null ? text : text.slice(part.start, part.end + 1))]),
  }
  const serve = (bytes: Bytes) =>
    serving((server) => server.get('/', (request, reply) => sendBytes(request, reply, bytes)))

  it('gives them as a download that a browser would not run', async () => {
    const answer = await fetch(await serve(file))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(text)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '10',
      etag: '"abc"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': `attachment; filename="a _b_ _.html"; filename*=UTF-8''a%20%22b%22%20%C3%BC.html`,
    })
  })

  it('gives a part, says where there is none, and knows what is known', async () => {
    const url = await serve(file)
    const part = await fetch(url, { headers: { range: 'bytes=4-8' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'bytes', 'bytes 4-8/10'])
    const behind = await fetch(url, { headers: { range: 'bytes=10-' } })
    expect([await behind.text(), behind.headers.get('content-range')]).toEqual(['unsatisfiable', 'bytes */10'])
    const stale = await fetch(url, { headers: { range: 'bytes=4-8', 'if-range': '"old"' } })
    expect([stale.status, await stale.text()]).toEqual([200, text])
    const held = await fetch(url, { headers: { range: 'bytes=4-8', 'if-range': '"abc"' } })
    expect([held.status, await held.text()]).toEqual([206, 'bytes'])
    const known = await fetch(url, { headers: { 'if-none-match': '"x", W/"abc"' } })
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  it('answers HEAD with the same headers and opens nothing', async () => {
    let opened = 0
    const bytes = { ...file, open: () => Readable.from([`${++opened}`]) }
    const answer = await fetch(await serve(bytes), { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), opened]).toEqual([200, '10', 0])
  })

  it('turns what fails before the first byte into an error without the headers of the file', async () => {
    const broken = { ...file, open: () => new Readable({ read: (): never => fail() }) }
    const answer = await fetch(await serve(broken))
    expect([answer.status, await answer.text()]).toEqual([418, 'other'])
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(answer.headers.get('etag')).toBeNull()
  })

  it('breaks off when it fails in the middle, so that nobody takes a part for the whole', async () => {
    const url = await serve({
      type: 'text/plain',
      open: () =>
        Readable.from(
          (function* () {
            yield Buffer.alloc(100_000)
            fail()
          })(),
        ),
    })
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow('terminated')
  })

  it('ends the stream of a client that hangs up', async () => {
    const stream = new Readable({ read: () => void setImmediate(() => stream.push(Buffer.alloc(65_536))) })
    const url = new URL(await serve({ type: 'text/plain', open: () => stream }))
    const socket = connect(Number(url.port), url.hostname)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    await eventually(() => expect(stream.destroyed).toBe(true))
  })
})

describe('taking bytes', () => {
  const limit = 1_000_000
  const take = (pace?: { everyMs: number; bytes: number }) =>
    serving((server) => {
      takeUploads(server)
      server.post('/', (request) => sizeOf(openUpload(request, limit, pace)))
    })

  it.each([undefined, 'application/json', 'text/html', 'image/svg+xml'])(
    'of the type %s, as they are',
    async (type) => {
      const body = Buffer.from('{"a"')
      const headers = type === undefined ? {} : { 'content-type': type }
      const answer = await fetch(await take(), { method: 'POST', headers, body })
      expect(await answer.text()).toBe('4')
    },
  )

  it('of no length at all', async () => {
    expect(await (await fetch(await take(), { method: 'POST' })).text()).toBe('0')
  })

  it('says so when there are too many, announced or not, and the connection lives on', async () => {
    const url = await take()
    const announced = await fetch(url, { method: 'POST', body: Buffer.alloc(limit + 1) })
    expect(await announced.text()).toBe('too-large')
    const body = Readable.toWeb(Readable.from([Buffer.alloc(limit), Buffer.alloc(1)]))
    const streamed = await fetch(url, { method: 'POST', body, duplex: 'half' } as unknown as RequestInit)
    expect(await streamed.text()).toBe('too-large')
    expect(await (await fetch(url, { method: 'POST', body: Buffer.alloc(limit) })).text()).toBe(String(limit))
  })

  it('does not take what is compressed', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const answer = await fetch(await take(), { method: 'POST', headers, body: 'x' })
    expect(await answer.text()).toBe('malformed')
  })

  it('gives up on a byte now and then', async () => {
    const url = new URL(await take({ everyMs: 100, bytes: 50 }))
    const socket = connect(Number(url.port), url.hostname)
    const answer = once(socket, 'data')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 10)
    expect(String(await answer)).toContain('too-slow')
    clearInterval(drip)
    socket.destroy()
  })
})

async function sizeOf(upload: Readable): Promise<string> {
  let size = 0
  for await (const chunk of upload) size += (chunk as Buffer).length
  return String(size)
}

function fail(): never {
  throw new Error('the disk is broken')
}
