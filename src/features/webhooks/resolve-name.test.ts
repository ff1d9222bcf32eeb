import { createSocket, type Socket } from 'node:dgram'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { resolveName } from './resolve-name.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server that says what it is told to say to each question, or nothing. */
async function serve(answer: (question: Buffer) => Buffer | null): Promise<string> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (question, { port, address }) => {
    const said = answer(question)
    if (said !== null) socket.send(said, port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}

/** Behind the head and the name, which ends with a part of no length. */
function endOfName(question: Buffer): number {
  let at = 12
  while (question[at] !== 0) at += (question[at] ?? 0) + 1
  return at + 1
}

const typeOf = (question: Buffer): number => question.readUInt16BE(endOfName(question))

function reply(question: Buffer, code: number, addresses: readonly Buffer[] = []): Buffer {
  const head = Buffer.from(question.subarray(0, endOfName(question) + 4))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, 12, 0, address.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, address.length])
    return Buffer.concat([record, address])
  })
  return Buffer.concat([head, ...records])
}

const nowhere = '/nonexistent/hosts'
const v4 = Buffer.from([93, 184, 216, 34])
const v6 = Buffer.from('26064700000000000000000000001111', 'hex')

it('has the addresses of both kinds, or of the one that there is', async () => {
  const both = await serve((question) => reply(question, 0, [typeOf(question) === 1 ? v4 : v6]))
  expect(await resolveName('example.org', { hosts: nowhere, servers: [both] })).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  const one = await serve((question) => reply(question, 0, typeOf(question) === 1 ? [v4] : []))
  expect(await resolveName('example.org', { hosts: nowhere, servers: [one] })).toHaveLength(1)
})

it('is not found where there is none', async () => {
  const none = await serve((question) => reply(question, 3))
  await expect(resolveName('example.org', { hosts: nowhere, servers: [none] })).rejects.toMatchObject({
    code: 'ENOTFOUND',
  })
})

it('is found where a server fails for the other kind alone', async () => {
  const half = await serve((question) => (typeOf(question) === 1 ? reply(question, 0, [v4]) : reply(question, 2)))
  expect(await resolveName('example.org', { hosts: nowhere, servers: [half] })).toHaveLength(1)
  const failing = await serve((question) => reply(question, 2))
  const failed = resolveName('example.org', { hosts: nowhere, servers: [failing] })
  await expect(failed).rejects.toMatchObject({ code: 'ESERVFAIL' })
})

it('is what the machine’s own list says, before anybody is asked', async () => {
  const hosts = join(await mkdtemp(join(tmpdir(), 'stithy-hosts-')), 'hosts')
  await writeFile(hosts, '# 10.0.0.1 commented\n10.0.0.5\tGit.Corp.Lan git # here\n::1 six\n')
  expect(await resolveName('git.corp.lan', { hosts, servers: [] })).toEqual([{ address: '10.0.0.5', family: 4 }])
  expect(await resolveName('six', { hosts, servers: [] })).toEqual([{ address: '::1', family: 6 }])
})

it('that no server answers for holds up no file', async () => {
  const silent = await serve(() => null)
  const asked = Array.from({ length: 20 }, (_, at) =>
    resolveName(`${at}.example.org`, { hosts: nowhere, servers: [silent] }).catch((error: unknown) => error),
  )
  const began = performance.now()
  for (let count = 0; count < 20; count++) await readFile(import.meta.filename)
  expect(performance.now() - began).toBeLessThan(1000)
  for (const error of await Promise.all(asked)) expect(error).toMatchObject({ code: 'ETIMEOUT' })
})
