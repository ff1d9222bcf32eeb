import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { ClientChannel } from 'ssh2'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { GuardOptions } from '../../src/ssh/guard.ts'
import { defaultLimits, type SshLimits } from '../../src/ssh/limits.ts'
import { newPerson, signIn } from '../support/people.ts'
import { type KeyPair, keyOf, newKeyPair, ssh } from '../support/ssh.ts'
import { signInBy } from '../support/ssh-client.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let key: KeyPair
let unknown: KeyPair[]

const many = { windowS: 60, log: 1000, throttle: 1000, ban: 1000 }
const calm: GuardOptions['rules'] = {
  ssh_brute_force: many,
  ssh_user_enumeration: many,
  ssh_key_scan: many,
  ssh_connection_flood: many,
}

function watching(rules: Partial<GuardOptions['rules']>, more: Partial<SshLimits> = {}): SshLimits {
  return { ...defaultLimits, ...more, guard: { ...defaultLimits.guard, banS: 100, rules: { ...calm, ...rules } } }
}

beforeAll(async () => {
  unknown = await Promise.all(Array.from({ length: 8 }, () => newKeyPair()))
})

async function begin(limits: SshLimits, env: Readonly<Record<string, string>> = { RATE_LIMIT_ENABLED: 'true' }) {
  stithy = await startStithy(env, { sshLimits: limits })
  key = await keyOf(stithy, await newPerson(stithy, 'ada'))
}
afterEach(() => stithy.stop())

async function connected(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: stithy.sshPort, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Whether somebody from an address is spoken to. */
async function isSpokenTo(localAddress: string): Promise<boolean> {
  const socket = await connected(localAddress)
  const spoken = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  socket.destroy()
  return spoken
}

const events = () => stithy.bares.map((line) => [line['event'], line['count'], line['action']])

describe('signing in again and again without success', () => {
  beforeEach(() => begin(watching({ ssh_brute_force: { windowS: 60, log: 2, throttle: 3, ban: 4 } })))

  it('is told, slowed down and shut out, for a while', async () => {
    for (let time = 0; time < 4; time++) expect((await ssh(stithy, unknown.slice(0, 1))).code).toBe(255)
    await eventually(() => {
      expect(events()).toEqual([
        ['ssh_brute_force', 2, 'log'],
        ['ssh_brute_force', 3, 'throttle'],
        ['ssh_brute_force', 4, 'ban'],
      ])
    })
    expect(stithy.bares[2]).toEqual({
      event: 'ssh_brute_force',
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      src_ip: '127.0.0.1',
      src_port: expect.any(Number),
      username: 'git',
      fingerprint: unknown[0]?.fingerprint,
      count: 4,
      window_s: 60,
      action: 'ban',
      ban_s: 100,
      client_version: expect.stringMatching(/^SSH-2\.0-OpenSSH/),
    })
    expect(stithy.bares[0]?.['ban_s']).toBe(0)
    expect(await isSpokenTo('127.0.0.1')).toBe(false)
    expect((await ssh(stithy, [key])).code).toBe(255)
    expect(await isSpokenTo('127.0.0.2')).toBe(true)
    stithy.advance(101 * second)
    expect((await ssh(stithy, [key])).code).toBe(1)
  })

  it('counts passwords and forged signatures, each of them', async () => {
    for (const method of ['password', 'keyboard-interactive'] as const) {
      await expect(signInBy(stithy, key, { method })).rejects.toThrow(/failed/)
    }
    expect(events()).toEqual([['ssh_brute_force', 2, 'log']])
  })

  it('does not count what ended well, nor what was long ago', async () => {
    for (let time = 0; time < 6; time++) expect((await ssh(stithy, [...unknown.slice(0, 4), key])).code).toBe(1)
    for (let time = 0; time < 3; time++) {
      await ssh(stithy, unknown.slice(0, 1))
      // Who comes after it is heard after it: what it did was counted before the clock goes on.
      for (let after = 0; after < 2; after++) expect(await isSpokenTo('127.0.0.2')).toBe(true)
      stithy.advance(61 * second)
    }
    expect(events()).toEqual([])
  })
})

describe('trying many names', () => {
  beforeEach(() => begin(watching({ ssh_user_enumeration: { windowS: 60, log: 2, throttle: 90, ban: 3 } })))

  it('is told in one line whatever the name is, counted once a name, and shut out', async () => {
    for (const user of ['root', 'root', 'admin\r\n{"event":"x"}\x1b[31m\u2028']) {
      await expect(signInBy(stithy, key, { user, ident: 'evil\x1b[2J\x07' })).rejects.toThrow(/failed/)
    }
    expect(events()).toEqual([['ssh_user_enumeration', 2, 'log']])
    expect(stithy.bares[0]).toMatchObject({
      username: 'admin\uFFFD\uFFFD{"event":"x"}\uFFFD[31m\uFFFD',
      client_version: 'SSH-2.0-evil\uFFFD[2J\uFFFD',
      fingerprint: null,
    })
    await expect(signInBy(stithy, key, { user: 'x'.repeat(5000) })).rejects.toThrow(/failed/)
    expect(events()[1]).toEqual(['ssh_user_enumeration', 3, 'ban'])
    expect(String(stithy.bares[1]?.['username'])).toHaveLength(255)
    expect(await isSpokenTo('127.0.0.1')).toBe(false)
  })
})

describe('trying many keys', () => {
  beforeEach(() => begin(watching({ ssh_key_scan: { windowS: 60, log: 6, throttle: 90, ban: 8 } })))

  it('is told and shut out; the same few keys again and again are not', async () => {
    for (let time = 0; time < 4; time++) await ssh(stithy, unknown.slice(0, 5))
    expect(events()).toEqual([])
    await ssh(stithy, unknown)
    await eventually(() => {
      expect(events()).toEqual([
        ['ssh_key_scan', 6, 'log'],
        ['ssh_key_scan', 8, 'ban'],
      ])
    })
    expect(unknown.map((one) => one.fingerprint)).toContain(stithy.bares[0]?.['fingerprint'])
    expect(await isSpokenTo('127.0.0.1')).toBe(false)
  })
})

describe('a flood of connections', () => {
  it('is told and shut out; those who sign in do not count', async () => {
    await begin(watching({ ssh_connection_flood: { windowS: 60, log: 5, throttle: 90, ban: 10 } }))
    for (let time = 0; time < 12; time++) expect((await ssh(stithy, [key])).code).toBe(1)
    expect(events()).toEqual([])
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connected('127.0.0.7')))
    await eventually(() => {
      expect(events()).toEqual([
        ['ssh_connection_flood', 5, 'log'],
        ['ssh_connection_flood', 10, 'ban'],
      ])
    })
    expect(stithy.bares[0]).toMatchObject({ src_ip: '127.0.0.7', username: null, client_version: null })
    expect(await isSpokenTo('127.0.0.7')).toBe(false)
    expect((await ssh(stithy, [key])).code).toBe(1)
    for (const socket of sockets) socket.destroy()
  })

  it('is none where we could not tell who they are', async () => {
    await begin(watching({ ssh_connection_flood: { windowS: 60, log: 3, throttle: 90, ban: 6 } }))
    const rename = (from: string, to: string) =>
      inTransaction(stithy.app, async (tx) => {
        await sql.raw(`alter table ${from} rename to ${to}`).execute(tx)
      })
    await rename('ssh_keys', 'keys_out_of_reach')
    for (let time = 0; time < 8; time++) expect((await ssh(stithy, [key])).code).toBe(255)
    await rename('keys_out_of_reach', 'ssh_keys')
    expect(events()).toEqual([])
    expect((await ssh(stithy, [key])).code).toBe(1)
  })

  it('slows down before it shuts out', async () => {
    await begin(watching({ ssh_connection_flood: { windowS: 60, log: 1, throttle: 2, ban: 100 } }))
    const began = performance.now()
    expect(await isSpokenTo('127.0.0.8')).toBe(true)
    expect(await isSpokenTo('127.0.0.8')).toBe(true)
    expect(await isSpokenTo('127.0.0.8')).toBe(true)
    expect(performance.now() - began).toBeGreaterThan(900)
  })

  it('finds no more room than there is', async () => {
    await begin(watching({}, { strangersPerNetwork: 3, strangers: 5 }))
    const opened = [await connected('127.0.0.2'), await connected('127.0.0.2'), await connected('127.0.0.2')]
    expect(await isSpokenTo('127.0.0.2')).toBe(false)
    for (const socket of opened.splice(0)) socket.destroy()
    for (let at = 3; at < 8; at++) opened.push(await connected(`127.0.0.${at}`))
    await eventually(async () => {
      expect(await isSpokenTo('127.0.0.2')).toBe(false)
    })
    for (const socket of opened) socket.destroy()
    await eventually(async () => {
      expect(await isSpokenTo('127.0.0.2')).toBe(true)
    })
  })

  it.each([{ strangers: 6 }, { connections: 6 }])(
    'keeps nobody out who comes from elsewhere: where most come from, the oldest makes room (%j)',
    async (limits) => {
      await begin(watching({}, limits))
      const opened = await Promise.all(['2', '2', '2', '3', '3', '3'].map((end) => connected(`127.0.0.${end}`)))
      for (const socket of opened) socket.resume()
      for (let time = 0; time < 3; time++) expect((await ssh(stithy, [key])).code).toBe(1)
      expect(await isSpokenTo('127.0.0.4')).toBe(true)
      await eventually(() => expect(opened.filter(({ closed }) => closed).length).toBeGreaterThan(0))
      expect(opened.filter(({ closed }) => closed).length).toBeLessThan(4)
      for (const socket of opened) socket.destroy()
    },
  )
})

describe('commands', () => {
  it('find no more room than there is, and hear so', async () => {
    await begin(watching({}, { commandsPerNetwork: 2 }))
    await stithy
      .client()
      .as((await signIn(stithy, 'ada')).access)
      .post('user/repos', { slug: 'site' })
    const client = await signInBy(stithy, key)
    const opened = await Promise.all(
      [1, 2].map(
        () => new Promise((resolve) => client.raw.exec("git-upload-pack 'ada/site'", (_, one) => resolve(one))),
      ),
    )
    expect(opened).toHaveLength(2)
    const other = await signInBy(stithy, key)
    const refused = { code: 1, stdout: '', stderr: 'Stithy: The server is busy: try again in a moment.\n' }
    expect(await other.run("git-upload-pack 'ada/site'")).toEqual(refused)
    client.raw.destroy()
    await eventually(async () => {
      expect((await other.run("git-upload-pack 'ada/site'")).stderr).toBe('')
    })
    other.end()
  })
})

describe('commands of those who say nothing', () => {
  it('keep nobody out who comes from elsewhere, in whichever way they wait', async () => {
    await begin(watching({}, { commands: 3, idleCommandMs: 300 }))
    const ada = await signIn(stithy, 'ada')
    await stithy.client().as(ada.access).post('user/repos', { slug: 'site' })
    const client = await signInBy(stithy, key, { localAddress: '127.0.0.2' })
    const open = (command: string, env: Readonly<Record<string, string>>) =>
      new Promise<ClientChannel>((resolve, reject) => {
        client.raw.exec(`${command} 'ada/site'`, { env }, (error, one) => (error ? reject(error) : resolve(one)))
      })
    const opened = [
      await open('git-upload-pack', { GIT_PROTOCOL: 'version=2' }),
      await open('git-upload-pack', {}),
      await open('git-receive-pack', {}),
    ]
    const said = opened.map((channel) => text(channel.resume().stderr))
    const drip = setInterval(() => opened[0]?.write('0'), 100)
    const other = await signInBy(stithy, key)
    for (let time = 0; time < 2; time++) {
      await eventually(async () => {
        expect((await other.run("git-upload-pack 'ada/site'")).stderr).toBe('')
      })
    }
    clearInterval(drip)
    expect(await Promise.race(said)).toBe('Stithy: The body came too slowly.\n')
    client.raw.destroy()
    other.end()
  })
})

describe('without rate limits', () => {
  it('threats are told, and nobody is shut out', async () => {
    const rules = { ssh_brute_force: { windowS: 60, log: 1, throttle: 2, ban: 2 } }
    await begin(watching(rules), { RATE_LIMIT_ENABLED: 'false' })
    for (let time = 0; time < 3; time++) await ssh(stithy, unknown.slice(0, 1))
    expect(events()).toEqual([['ssh_brute_force', 1, 'log']])
    expect((await ssh(stithy, [key])).code).toBe(1)
  })
})
