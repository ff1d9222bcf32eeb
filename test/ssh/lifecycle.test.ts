import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, readlink, rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { ClientChannel } from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/ssh/limits.ts'
import { pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { type KeyPair, keyOf, ssh } from '../support/ssh.ts'
import { listen, type Said, type SignedIn, signInBy } from '../support/ssh-client.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let key: KeyPair
let folder: string

async function furnish(): Promise<void> {
  ada = await newPerson(stithy, 'ada')
  key = await keyOf(stithy, ada)
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  const { body } = await stithy.client('B').as(ada.access).post('user/repos', { slug: 'site' })
  await pushSomething(stithy, token, 'ada/site')
  folder = join(stithy.dataDir, 'repositories/ada', `${body.id}.git`)
}

beforeAll(async () => {
  stithy = await startStithy()
  await furnish()
})
afterAll(() => stithy.stop())

/** Whoever is served, and what git starts for them: upkeep and reading for pages come and go by themselves. */
const serves = /(?:upload|receive|index)-pack|unpack-objects|rev-list/

/** What git processes there are for clients of the repository. */
async function processes(): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const where = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return line.startsWith('git') && where === folder ? line : ''
    }),
  )
  return found.filter((line) => serves.test(line))
}

async function begin(client: SignedIn, command: string): Promise<ClientChannel> {
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    client.raw.exec(command, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  await new Promise((resolve) => channel.once('data', resolve))
  return channel
}

/** A push of which half has come. */
async function halfAPush(client: SignedIn): Promise<ClientChannel> {
  const channel = await begin(client, "git-receive-pack 'ada/site'")
  const command = `${'0'.repeat(40)} ${randomBytes(20).toString('hex')} refs/heads/half\0 report-status`
  channel.write(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`)
  // Five objects of which none comes whole.
  channel.write(Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\x05', 'latin1'), Buffer.from([0xbf, 0xff, 0x7f])]))
  await eventually(async () => {
    expect(await incoming()).toHaveLength(1)
  })
  return channel
}

async function incoming(): Promise<readonly string[]> {
  return (await readdir(join(folder, 'objects'))).filter((name) => name.includes('incoming'))
}

async function gone(): Promise<void> {
  await eventually(async () => {
    expect(await processes()).toEqual([])
    expect(await incoming()).toEqual([])
  }, 8000)
}

describe('a client that goes away', () => {
  it.each([
    ['hangs up', (client: SignedIn) => client.raw.destroy()],
    ['closes the channel', (_: SignedIn, channel: ClientChannel) => channel.close()],
    ['says goodbye', (client: SignedIn) => client.end()],
  ])('in the middle of a fetch (%s) leaves no process behind', async (_, leave) => {
    const client = await signInBy(stithy, key)
    const channel = await begin(client, "git-upload-pack 'ada/site'")
    expect(await processes()).toHaveLength(1)
    leave(client, channel)
    await gone()
    client.raw.destroy()
  })

  it.each([
    ['hangs up', (client: SignedIn) => client.raw.destroy()],
    ['closes the channel', (_: SignedIn, channel: ClientChannel) => channel.close()],
  ])('in the middle of a push (%s) leaves no process and no half object behind', async (_, leave) => {
    const client = await signInBy(stithy, key)
    const channel = await halfAPush(client)
    leave(client, channel)
    await gone()
    client.raw.destroy()
    expect(await stithy.app.db.selectFrom('push_journal').select('id').execute()).toEqual([])
  })

  it('before it has said anything is forgotten', async () => {
    const socket = connect(stithy.sshPort, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.resetAndDestroy()
    expect((await ssh(stithy, [key])).code).toBe(1)
  })
})

describe('a git that cannot be started', () => {
  it.each(['git-upload-pack', 'git-receive-pack'])(
    'ends %s at once, though the client waits to be spoken to',
    async (command) => {
      await rename(folder, `${folder}.away`)
      const client = await signInBy(stithy, key)
      try {
        const { code, stderr } = await new Promise<Said>((resolve, reject) => {
          client.raw.exec(`${command} 'ada/site'`, (error, channel) =>
            error ? reject(error) : resolve(listen(channel, true)),
          )
        })
        expect([code, stderr]).toEqual([
          1,
          'Stithy: The repository is being moved or deleted: try again in a moment.\n',
        ])
      } finally {
        client.end()
        await rename(`${folder}.away`, folder)
      }
    },
  )
})

/** What the client library does not show. */
interface Inside {
  readonly _packetRW: { write: { allocStart: number; alloc(size: number): Buffer; finalize(packet: Buffer): Buffer } }
  readonly _cipher: { encrypt(packet: Buffer): void }
}

/** A message that the client library would never send, encrypted as it should be. */
function sendMessage(client: SignedIn, type: number, payload: Buffer): void {
  const { _packetRW: wire, _cipher: cipher } = Reflect.get(client.raw, '_protocol') as Inside
  const packet = wire.write.alloc(1 + payload.length)
  packet[wire.write.allocStart] = type
  packet.set(payload, wire.write.allocStart + 1)
  cipher.encrypt(wire.write.finalize(packet))
}

describe('garbage', () => {
  const ident = 'SSH-2.0-OpenSSH_9.2\r\n'
  it.each([
    ['nothing but noise', () => randomBytes(4096)],
    ['a web request', () => Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a line without end', () => Buffer.alloc(200_000, 'S')],
    ['thousands of lines', () => Buffer.from('x\r\n'.repeat(5000))],
    ['another version of SSH', () => Buffer.from('SSH-1.5-old\r\n')],
    ['an introduction that is none', () => Buffer.from('SSH-2.0-\r\n')],
    ['noise behind the introduction', () => Buffer.concat([Buffer.from(ident), randomBytes(4096)])],
    ['a packet without end', () => Buffer.concat([Buffer.from(ident), Buffer.from('ffffffff', 'hex')])],
    ['an empty packet', () => Buffer.concat([Buffer.from(ident), Buffer.alloc(64)])],
    [
      'an exchange of keys that is cut short',
      () => Buffer.concat([Buffer.from(ident), Buffer.from([0, 0, 0, 12, 4, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])]),
    ],
    [
      'a command before any keys',
      () => Buffer.concat([Buffer.from(ident), Buffer.from([0, 0, 0, 12, 4, 90, 0, 0, 0, 7, 1, 1, 1, 1, 1, 1])]),
    ],
  ])('is hung up on, and serves nobody ill: %s', async (_, bytes) => {
    for (let time = 0; time < 3; time++) {
      const socket = connect(stithy.sshPort, '127.0.0.1')
      socket.on('error', () => undefined)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.resume()
      socket.write(bytes())
      setTimeout(() => socket.end(), 100)
      await closed
    }
    expect((await ssh(stithy, [key])).code).toBe(1)
  })

  it('inside a connection that is encrypted and signed in ends that connection alone', async () => {
    const socket = connect(stithy.sshPort, '127.0.0.1')
    const client = await signInBy(stithy, key, { socket })
    const closed = once(client.raw, 'close')
    socket.write(randomBytes(4096))
    await closed
    expect((await ssh(stithy, [key])).code).toBe(1)
  })

  it('in messages of every kind is nobody else’s trouble', async () => {
    // All that have a meaning (RFC 4250, 4.1), some between them, and some behind them.
    const between = [0, 8, 19, 22, 40, 70, 83, 101, 127, 128, 192, 255]
    const kinds = [
      [1, 7],
      [20, 21],
      [30, 34],
      [50, 53],
      [60, 66],
      [80, 82],
      [90, 100],
    ].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    for (const type of [...kinds, ...between]) {
      const client = await signInBy(stithy, key)
      const channel = await begin(client, "git-upload-pack 'ada/site'")
      channel.on('error', () => undefined)
      for (let time = 0; time < 8; time++) sendMessage(client, type, randomBytes(time * 7))
      // Lengths that promise more than comes, and ids that are none.
      sendMessage(client, type, Buffer.alloc(64, 0xff))
      sendMessage(client, type, Buffer.alloc(64))
      client.raw.destroy()
    }
    expect((await ssh(stithy, [key])).code).toBe(1)
    await gone()
  })
})

describe('stopping', () => {
  it('lets a command end, hangs up on who does nothing, and takes nobody new', async () => {
    const own = stithy
    stithy = await startStithy()
    await furnish()
    const busy = await signInBy(stithy, key)
    const idle = await signInBy(stithy, key)
    const stranger = connect(stithy.sshPort, '127.0.0.1')
    await new Promise((resolve) => stranger.once('data', resolve))
    const left = Promise.all([once(idle.raw, 'close'), once(stranger, 'close')])
    const channel = await begin(busy, "git-upload-pack 'ada/site'")
    let stopped = false
    const stop = stithy.stop().then(() => (stopped = true))
    await left
    await expect(signInBy(stithy, key)).rejects.toThrow(/ECONNREFUSED/)
    expect(stopped).toBe(false)
    // What the client wants: nothing. Git ends by itself.
    channel.write('0000')
    expect(await listen(channel)).toMatchObject({ code: 0 })
    await stop
    stithy = own
  })
})

describe('time', () => {
  const short = { ...defaultLimits, handshakeMs: 300, loginMs: 900, idleMs: 300, fetchSilenceMs: 3000 }

  it('runs out for whoever does not get on: with the handshake, with signing in, with a command', async () => {
    const own = stithy
    stithy = await startStithy({}, { sshLimits: short })
    await furnish()
    const silent = connect(stithy.sshPort, '127.0.0.1')
    const slow = connect(stithy.sshPort, '127.0.0.1')
    slow.write('SSH-2.0-slow\r\n')
    const began = performance.now()
    const ends = [silent, slow].map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)))
    await Promise.all(ends)
    expect(performance.now() - began).toBeLessThan(5000)
    const undecided = signInBy(stithy, key, { method: 'keyboard-interactive' })
    await expect(undecided).rejects.toThrow(/methods failed|closed/)

    const idle = await signInBy(stithy, key)
    await once(idle.raw, 'close')

    const client = await signInBy(stithy, key)
    const channel = await begin(client, "git-upload-pack 'ada/site'")
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await processes()).toHaveLength(1)
    await gone()
    channel.destroy()
    client.raw.destroy()
    await stithy.stop()
    stithy = own
  })
})

describe('with SSH switched off', () => {
  it('nothing listens', async () => {
    const without = await startStithy({ SSH_ENABLED: 'false' })
    await expect(signInBy({ sshPort: Number(without.env['SSH_PORT']) }, key)).rejects.toThrow(/ECONNREFUSED/)
    await without.stop()
  })
})
