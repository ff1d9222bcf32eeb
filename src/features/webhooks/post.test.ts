import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { post } from './post.ts'

// A name that no system knows: whoever asked for it again to connect would find nothing.
const host = 'receiver.invalid'
const inside = { address: '127.0.0.1', family: 4 }

let receiver: Server
let heard: IncomingHttpHeaders[] = []

beforeAll(async () => {
  receiver = createServer((request, answer) => {
    heard.push(request.headers)
    answer.writeHead(302, { location: `http://${host}/elsewhere` }).end('moved')
  })
  await new Promise<void>((resolve) => receiver.listen(0, inside.address, resolve))
})
beforeEach(() => {
  heard = []
})
afterAll(() => receiver.close())

function send(resolve: () => Promise<{ address: string; family: number }[]>, allowedHosts: string[]) {
  const { port } = receiver.address() as AddressInfo
  return post({ url: `http://${host}:${port}/hook`, headers: {}, body: '{}', allowedHosts, timeoutMs: 5000, resolve })
}

it('connects to the address that was looked at, in the name of the host, and follows nobody elsewhere', async () => {
  const answer = await send(() => Promise.resolve([inside]), ['127.0.0.0/8'])
  expect([answer.status, answer.body]).toEqual([302, 'moved'])
  expect(heard.map((headers) => headers.host?.split(':')[0])).toEqual([host])
})

it('goes on to the other kind of address where nobody answers at the first', async () => {
  const answers = [{ address: '::1', family: 6 }, inside]
  const answer = await send(() => Promise.resolve(answers), ['127.0.0.0/8', '::1'])
  expect(answer.status).toBe(302)
})

it('connects to nobody where one of the addresses is forbidden', async () => {
  const answers = [{ address: '93.184.216.34', family: 4 }, inside]
  await expect(send(() => Promise.resolve(answers), [])).rejects.toThrow('not a public address')
  expect(heard).toEqual([])
})

it('is over when its time is, although the name is never resolved', async () => {
  const { port } = receiver.address() as AddressInfo
  const sent = post({
    url: `http://${host}:${port}/`,
    headers: {},
    body: '{}',
    allowedHosts: [],
    timeoutMs: 50,
    resolve: () => new Promise(() => {}),
  })
  await expect(sent).rejects.toThrow('took too long')
})
