import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/errors.ts'
import { leaveUnread, limitBodyTime } from '../../src/http/unread-bodies.ts'

let server: FastifyInstance
let socket: Socket

afterEach(async () => {
  socket.destroy()
  await server.close()
})

async function serving(prepare: (server: FastifyInstance) => void): Promise<Socket> {
  server = Fastify()
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Fault && error.kind === 'too-slow' ? 408 : 500).send(String(error)),
  )
  prepare(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n'

describe('a body that is collected', () => {
  it('is given up when it does not come to its end in time, byte for byte or not at all', async () => {
    await serving((one) => {
      limitBodyTime(one, 300)
      one.post('/', () => 'whole')
    })
    socket.write(`${head}123`)
    const drip = setTimeout(() => socket.write('4'), 150)
    const began = performance.now()
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/)
    expect(performance.now() - began).toBeLessThan(5000)
    clearTimeout(drip)
  })

  it('may take its time when it comes to its end', async () => {
    await serving((one) => {
      limitBodyTime(one, 2000)
      one.post('/', () => 'whole')
    })
    socket.write(`${head}12345`)
    setTimeout(() => socket.write('67890'), 200)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 [^]*whole/)
  })

  it('is let alone where the route streams it', async () => {
    await serving((one) => {
      limitBodyTime(one, 100)
      one.post('/', { config: { streams: true } }, () => 'whole')
    })
    socket.write(`${head}12345`)
    setTimeout(() => socket.write('67890'), 500)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('of a client that hangs up troubles nobody', async () => {
    await serving((one) => {
      limitBodyTime(one, 100)
      one.post('/', () => 'whole')
    })
    socket.write(`${head}12345`)
    setTimeout(() => socket.destroy(), 20)
    await once(socket, 'close')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.server.listening).toBe(true)
  })
})

describe('a body that nobody reads', () => {
  it('is answered before it comes, and does not hold the connection for long', async () => {
    await serving((one) => {
      leaveUnread(one, 200)
      one.get('/', () => 'there')
    })
    socket.write(`${head.replace('POST /', 'POST /nothing')}12`)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 404 /)
    await once(socket, 'close')
  })

  it('is no trouble after whoever read it has given up: it knows its connection no more then', async () => {
    await serving((one) => {
      leaveUnread(one, 100)
      one.addContentTypeParser('application/gzip', (_request, payload, ready) => ready(null, payload))
      one.post('/', async (request, reply) => {
        const { raw } = reply.hijack()
        await pipeline(request.body as Readable, createGunzip(), new PassThrough()).catch(() => undefined)
        raw.writeHead(400).end()
      })
    })
    socket.write(`${head.replace('text/plain', 'application/gzip').replace('10', '1000')}not gzip`)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 /)
    await once(socket, 'close')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.server.listening).toBe(true)
  })

  it('leaves the connection to the next request when it has come', async () => {
    await serving((one) => {
      leaveUnread(one, 200)
      one.get('/', () => 'there')
    })
    socket.write(`${head.replace('POST /', 'POST /nothing')}1234567890`)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 404 /)
    await new Promise((resolve) => setTimeout(resolve, 400))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  })
})
