// Who is served has a place that others wait for. Nobody keeps it by reading nothing, sending nothing, or next to nothing.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Turns } from '../../src/core/turns.ts'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { defaultWorkLimits } from '../../src/work-limits.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { type KeyPair, keyOf, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { signInBy } from '../support/ssh-client.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const few = { atOnce: 2, each: 1, resting: 2, waiting: 10, eachWaiting: 2, patienceMs: 12_000 }
const patient = { ...few, patienceMs: 25_000 }
/** More than fits on the way. */
const size = 12 * 1024 * 1024
const slowest = { everyMs: 50, spanMs: 500, bytes: 4096, awaitedBytes: 65_536, holding: 2, resting: 8, greedyMs: 500 }

let stithy: TestStithy
let ada: Person
let key: KeyPair
const tokens = new Map<string, string>()
let head: string
const sockets: Socket[] = []

beforeAll(async () => {
  const { turns } = defaultWorkLimits
  const workLimits = {
    turns: {
      ...turns,
      fetch: few,
      push: few,
      question: few,
      archive: patient,
      patch: patient,
      copy: { ...turns.copy, each: 30 },
    },
    paces: { reading: slowest, sending: slowest },
    unreadBytes: defaultWorkLimits.unreadBytes,
    firstLookMs: defaultWorkLimits.firstLookMs,
  }
  stithy = await startStithy({}, { workLimits })
  for (const name of ['ada', 'bob', 'eve']) {
    const person = await newPerson(stithy, name)
    tokens.set(name, await newToken(stithy.client('B').as(person.access), ['repo:write']))
    await newRepo(stithy, person, 'own')
    if (name === 'ada') ada = person
  }
  key = await keyOf(stithy, ada)
  await newRepo(stithy, ada, 'large', { is_public: true })
  const tree = await workTree()
  await git(tree, 'push', '-q', url('eve', 'eve/own'), 'main')
  await git(tree, 'branch', 'begin')
  // Noise does not compress.
  await writeFile(join(tree, 'noise'), randomBytes(size))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Noise')
  head = await git(tree, 'rev-parse', 'HEAD')
  await git(tree, 'push', '-q', url('ada', 'ada/large'), 'main', 'begin')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  const { fetch, push, archive, patch } = stithy.app.turns
  await eventually(() => {
    if ([fetch, push, archive, patch].some(({ busy }) => busy.atWork > 0 || busy.waiting > 0))
      throw new Error('Still at work')
  })
})
afterAll(() => stithy.stop())

function url(who: string, repo: string): string {
  return addressOf(stithy, tokens.get(who) ?? '', repo)
}

/** Says something, and reads nothing of the answer. */
function say(target: string, who: string | null, headers: readonly string[], body: string | null): Socket {
  const { hostname, port } = new URL(stithy.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.on('error', () => undefined)
  sockets.push(socket)
  const credentials = who === null ? [] : [`Authorization: Bearer ${tokens.get(who)}`]
  const length =
    body === null
      ? []
      : [`Content-Length: ${Math.max(Buffer.byteLength(body), 900_000 * +target.includes('receive-pack'))}`]
  socket.write(
    `${[target, 'Host: x', 'Connection: close', ...credentials, ...headers, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`,
    'latin1',
  )
  return socket
}

/** With a commit that they have, so that it is nobody else's question. */
function fetchLarge(who: string | null): Socket {
  const lines = [`want ${head}\n`, `have ${'1'.repeat(40)}\n`, 'done\n'].map(pktLine).join('')
  const body = `${pktLine('command=fetch')}0001${pktLine('no-progress\n')}${lines}${flushPkt}`
  const headers = ['Git-Protocol: version=2', 'Content-Type: application/x-git-upload-pack-request']
  return say('POST /ada/large/git-upload-pack HTTP/1.1', who, headers, body)
}

const command = pktLine(`${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/slow\0 report-status`)

/** With the beginning of a large object that is not compressed: every further byte is as good as any other. */
const half = `${command}${flushPkt}PACK\0\0\0\x02\0\0\0\x05\xbf\xff\x7f\x78\x01\0\xff\xff\0\0`

function pushHalf(who: string, body: string): Socket {
  const type = 'Content-Type: application/x-git-receive-pack-request'
  return say(`POST /${who}/own/git-receive-pack HTTP/1.1`, who, [type], body)
}

/** Who is cut off notices when they look: not all of it has come. */
async function gotOf(socket: Socket): Promise<number> {
  let got = 0
  socket.on('data', (chunk: Buffer) => {
    got += chunk.length
  })
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  return got
}

/** Until those who rest are given up, too. How soon that is depends on how busy the machine is. */
async function untilCut(turns: Turns): Promise<void> {
  await eventually(() => expect(turns.busy.atWork).toBe(0))
  await sleep(slowest.spanMs * (slowest.resting + 2))
}

const served = async (): Promise<number | null> =>
  (await tryGit(await newFolder(), 'clone', '-q', url('eve', 'eve/own'), '.')).code

describe('who reads nothing', () => {
  it('of a fetch keeps no place from others, and is cut off', async () => {
    const stalled = [fetchLarge('ada'), fetchLarge('ada'), fetchLarge(null), fetchLarge(null)]
    await eventually(() => expect(stithy.app.turns.fetch.busy.atWork).toBeGreaterThan(0))
    expect(await served()).toBe(0)
    await untilCut(stithy.app.turns.fetch)
    for (const socket of stalled) expect(await gotOf(socket)).toBeLessThan(size)
  })

  it.each([
    ['archive', '/api/v1/repos/ada/large/archive/main.zip'],
    ['archive', '/ada/large/raw/main/noise'],
    ['patch', '/ada/large/commit/main.patch'],
    ['patch', '/ada/large/compare/begin...main.diff'],
  ] as const)(
    'of a git that works for as long as it is read keeps no place from others, and is cut off: %s, %s',
    async (work, target) => {
      const turns = stithy.app.turns[work]
      const get = (who: string | null) => say(`GET ${target} HTTP/1.1`, who, [], null)
      const stalled = [get('ada'), get('ada'), get(null), get(null)]
      await eventually(() => expect(turns.busy.atWork).toBeGreaterThan(0))
      const headers = { authorization: `Bearer ${tokens.get('eve')}` }
      const own = work === 'archive' ? 'api/v1/repos/eve/own/archive/main.zip' : 'eve/own/commit/main.patch'
      const answer = await fetch(`${stithy.url}/${own}`, { headers })
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true])
      await untilCut(turns)
      for (const socket of stalled) expect(await gotOf(socket)).toBeLessThan(size)
    },
    120_000,
  )

  it('of a pack that is kept is cut off', async () => {
    const body = `${pktLine('command=fetch')}0001${pktLine('no-progress\n')}${pktLine(`want ${head}\n`)}${pktLine('done\n')}${flushPkt}`
    const headers = ['Git-Protocol: version=2', 'Content-Type: application/x-git-upload-pack-request']
    const socket = say('POST /ada/large/git-upload-pack HTTP/1.1', null, headers, body)
    await sleep(slowest.spanMs * (slowest.resting + 1) + 1000)
    expect(await gotOf(socket)).toBeLessThan(size)
  })

  it('of a pack that is kept takes little memory, and no more than so much for one caller', async () => {
    const { copy } = stithy.app.turns
    const fetchKept = () => {
      const lines = `${pktLine('no-progress\n')}${pktLine(`want ${head}\n`)}${pktLine('done\n')}`
      const headers = ['Git-Protocol: version=2', 'Content-Type: application/x-git-upload-pack-request']
      const body = `${pktLine('command=fetch')}0001${lines}${flushPkt}`
      return say('POST /ada/large/git-upload-pack HTTP/1.1', null, headers, body)
    }
    const before = process.memoryUsage().arrayBuffers
    for (let at = 0; at < 36; at++) fetchKept()
    await eventually(() => expect(copy.busy).toEqual({ atWork: 30, waiting: 6 }))
    await sleep(2000)
    expect((process.memoryUsage().arrayBuffers - before) / 1024 ** 2).toBeLessThan(50)
  })

  it('but reads all of it slowly, gets all of it', async () => {
    const socket = fetchLarge('ada')
    let got = 0
    socket.on('data', (chunk) => {
      got += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 12)
    })
    socket.resume()
    await eventually(() => expect(got).toBeGreaterThan(size))
  })
})

describe('who sends nothing', () => {
  it('of what is to be pushed has no place yet', async () => {
    for (const who of ['ada', 'ada', 'bob', 'bob']) pushHalf(who, '0fff')
    await sleep(300)
    expect(stithy.app.turns.push.busy).toEqual({ atWork: 0, waiting: 0 })
  })

  it('or a byte now and then of a pack keeps no place from others, and is cut off', async () => {
    const slow = ['ada', 'ada', 'bob', 'bob'].map((who) => pushHalf(who, half))
    await eventually(() => expect(stithy.app.turns.push.busy.atWork).toBeGreaterThan(0))
    const dripping = setInterval(() => slow.forEach((socket) => void (socket.writable && socket.write('a'))), 200)
    const tree = await workTree()
    expect((await tryGit(tree, 'push', '-q', url('eve', 'eve/own'), 'HEAD:refs/heads/quick')).code).toBe(0)
    for (const socket of slow) expect(await gotOf(socket)).toBeLessThan(size)
    clearInterval(dripping)
  })

  it('or little, in all places that there are, makes room for whoever has none', async () => {
    const slow = ['ada', 'ada', 'bob', 'bob'].map((who) => pushHalf(who, half))
    const dripping = setInterval(
      () => slow.forEach((socket) => void (socket.writable && socket.write('a'.repeat(1024)))),
      100,
    )
    await eventually(() => expect(stithy.app.turns.push.busy.atWork).toBe(2))
    await sleep(slowest.spanMs)
    const tree = await workTree()
    const began = performance.now()
    const pushed = await tryGit(tree, 'push', '-q', url('eve', 'eve/own'), 'HEAD:refs/heads/soon')
    clearInterval(dripping)
    expect(pushed).toMatchObject({ code: 0 })
    // The first of them comes to its end after six seconds.
    expect(performance.now() - began).toBeLessThan(4000)
  })

  it.each(['0', '1'])('over SSH, in version %s of the protocol, has no place', async (version) => {
    const client = await signInBy(stithy, key)
    const env = { GIT_PROTOCOL: `version=${version}` }
    for (let at = 0; at < 4; at++) {
      const channel = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        client.raw.exec("git-upload-pack 'ada/large'", { env }, (error, opened) =>
          error ? reject(error) : resolve(opened),
        )
      })
      await once(channel, 'data')
    }
    expect(stithy.app.turns.fetch.busy).toEqual({ atWork: 0, waiting: 0 })
    const words = ['-c', `protocol.version=${version}`, 'clone', '-q', sshUrl(stithy, 'ada/large'), '.']
    const clone = await newFolder()
    expect(await tryGitSsh(key, clone, ...words)).toMatchObject({ code: 0 })
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(head)
    client.raw.destroy()
  })
})

describe('who waits for too long', () => {
  async function whileAllAreBusy(work: () => Promise<unknown>): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { fetch, push } = stithy.app.turns
    const busy = [fetch, push].flatMap((turns) => ['x', 'y'].map((who) => turns.run(who, () => ended)))
    try {
      await work()
    } finally {
      end()
      await Promise.all(busy)
    }
  }

  it('is told to try again, and so is who has many waiting', async () => {
    const tree = await workTree()
    const clone = (address: string) => newFolder().then((folder) => tryGit(folder, 'clone', '-q', address, '.'))
    await whileAllAreBusy(async () => {
      const began = performance.now()
      const pushed = tryGit(tree, 'push', '-q', url('eve', 'eve/own'), 'HEAD:refs/heads/late')
      const overSsh = [
        tryGitSsh(key, tree, 'push', '-q', sshUrl(stithy, 'ada/own'), 'HEAD:refs/heads/late'),
        newFolder().then((to) =>
          tryGitSsh(key, to, '-c', 'protocol.version=0', 'clone', sshUrl(stithy, 'ada/large'), '.'),
        ),
      ]
      const [first, second] = [fetchLarge(null), fetchLarge(null)]
      await eventually(() => expect(stithy.app.turns.fetch.busy.waiting).toBeGreaterThan(2))
      expect((await clone(`${stithy.url}/ada/large`)).stderr).toContain('503')
      expect(performance.now() - began).toBeLessThan(few.patienceMs)
      expect((await pushed).stderr).toContain('503')
      for (const { code, stderr } of await Promise.all(overSsh)) {
        expect(code).not.toBe(0)
        expect(stderr).toContain('The server is busy: try again in 10 s')
      }
      for (const socket of [first, second]) {
        const [answer] = await once(socket.resume(), 'data')
        expect(String(answer)).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 10\r\n/)
      }
      expect(performance.now() - began).toBeLessThan(2 * few.patienceMs)
    })
  })
})

describe('what a fetch asks for', () => {
  const haves = Array.from({ length: 4000 }, (_, at) => pktLine(`have ${at.toString(16).padStart(40, '0')}\n`)).join('')
  const long = `${pktLine('command=fetch')}0001${pktLine('no-progress\n')}${haves}`

  /** Says that more is to come than what does. */
  function askHalf(who: string | null): Socket {
    const headers = ['Git-Protocol: version=2', 'Content-Type: application/x-git-upload-pack-request']
    const socket = say('POST /ada/large/git-upload-pack HTTP/1.1', who, [...headers, 'Content-Length: 900000'], null)
    socket.write(long)
    return socket
  }

  it('is held in memory for so many at once, and few of them one caller’s; what is short is always answered', async () => {
    const { question } = stithy.app.turns
    const halves = [null, null, null, null].map(askHalf)
    // One is read, two wait, and the one that is left is told to come back.
    const [told] = await Promise.race(halves.map((one) => once(one.resume(), 'data')))
    expect(String(told)).toMatch(/^HTTP\/1.1 503 /)
    expect(question.busy).toEqual({ atWork: 1, waiting: 2 })
    const clone = await newFolder()
    expect(await tryGit(clone, 'clone', '-q', `${stithy.url}/ada/large`, '.')).toMatchObject({ code: 0 })
    const body = Buffer.from(`${long}${pktLine(`want ${head}\n`)}${pktLine('done\n')}${flushPkt}`)
    const headers = {
      authorization: `Bearer ${tokens.get('eve')}`,
      'content-type': 'application/x-git-upload-pack-request',
      'git-protocol': 'version=2',
    }
    const answer = await fetch(`${stithy.url}/ada/large/git-upload-pack`, { method: 'POST', headers, body })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > size]).toEqual([200, true])
    // Who does not come to the end makes room for the next.
    await eventually(() => expect(question.busy).toEqual({ atWork: 0, waiting: 0 }))
  })
})
