// An answer is in memory until somebody has read it, and nobody has to.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { defaultWorkLimits } from '../../src/work-limits.ts'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const mebibyte = 1024 * 1024
const fileBytes = 4 * mebibyte
const room = 24 * mebibyte
const reading = { ...defaultWorkLimits.paces.reading, everyMs: 50, spanMs: 500, resting: 6 }

let stithy: TestStithy
const sockets: Socket[] = []

beforeAll(async () => {
  const { turns, paces } = defaultWorkLimits
  const limits = { ...defaultWorkLimits, turns, paces: { ...paces, reading }, unreadBytes: room }
  stithy = await startStithy({ TRUSTED_PROXIES: '127.0.0.1' }, { workLimits: limits })
  const ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'site', { is_public: true })
  const tree = await workTree()
  await writeFile(join(tree, 'noise'), randomBytes(fileBytes))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Noise')
  const token = await newToken(stithy.client('B').as(ada.access), ['repo:write'])
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/site'), 'main')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => stithy.stop())

/** Asks for something, and reads nothing of it. */
function ask(target: string, caller: string): Socket {
  const { hostname, port } = new URL(stithy.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.on('error', () => undefined)
  sockets.push(socket)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${caller}\r\n\r\n`)
  return socket
}

/** All that comes, a little at a time. */
async function slowly(socket: Socket): Promise<number> {
  let got = 0
  socket.on('data', (chunk: Buffer) => {
    got += chunk.length
    if (got > fileBytes) socket.destroy()
    socket.pause()
    setTimeout(() => socket.resume(), 20)
  })
  socket.resume()
  await once(socket, 'close')
  return got
}

/** How many answers to a caller are over, read or not. */
function over(caller: string): number {
  return stithy.logs.filter(({ ip, message }) => ip === caller && message === 'request').length
}

const targets = ['/api/v1/repos/ada/site/contents/noise', '/ada/site/raw/main/noise']

it.each(targets)('%s: who leaves much unread is cut off, and not who reads slowly', async (target) => {
  const [greedy, patient] = [`2001:db8:${target.length}::1`, '203.0.113.2']
  const read = slowly(ask(target, patient))
  for (let at = 0; at < 60; at++) ask(target, greedy)
  await eventually(() => expect(over(greedy)).toBeGreaterThanOrEqual(60 - Math.ceil(room / fileBytes)))
  expect(await read).toBeGreaterThan(fileBytes)
})

it('nor does it help to ask for all of it on one connection', async () => {
  const socket = ask(targets[1] ?? '', '203.0.113.4')
  const more = `GET ${targets[1]} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.4\r\n\r\n`
  socket.write(more.repeat(30))
  await eventually(() => expect(over('203.0.113.4')).toBeGreaterThan(0))
})

it('whoever reads nothing of an answer for long is cut off', async () => {
  ask(targets[0] ?? '', '203.0.113.3')
  await eventually(() => expect(over('203.0.113.3')).toBe(1))
})
