import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { defaultLimits } from '../../src/ssh/limits.ts'
import { newPerson, type Person } from '../support/people.ts'
import { addKey, type KeyPair, keyOf, newKeyPair, ssh } from '../support/ssh.ts'
import { signInBy } from '../support/ssh-client.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const run = promisify(execFile)

let stithy: TestStithy
let admin: Person
let ada: Person
let key: KeyPair

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'smith')
  ada = await newPerson(stithy, 'ada')
  key = await keyOf(stithy, ada)
})
afterAll(() => stithy.stop())

const denied = { code: 255, stderr: expect.stringContaining('Permission denied (publickey)') }

describe('a key', () => {
  it.each([
    ['ed25519', undefined],
    ['ecdsa', 256],
    ['ecdsa', 384],
    ['ecdsa', 521],
    ['rsa', 4096],
  ])('of type %s %s lets its owner in', async (type, bits) => {
    const pair = await newKeyPair(type, bits)
    expect(await ssh(stithy, [pair])).toMatchObject(denied)
    await addKey(stithy, ada, pair, `my ${type}`)
    const answer = await ssh(stithy, [pair])
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining(`Hi ada! `) })
    expect(answer.stderr).toContain(`with the key my ${type};`)
  })

  it('of RSA is refused when it signs with SHA-1', async () => {
    const pair = await newKeyPair('rsa', 4096)
    await addKey(stithy, ada, pair)
    const old = ['-o', 'PubkeyAcceptedAlgorithms=ssh-rsa']
    expect((await ssh(stithy, [pair], { args: old })).code).toBe(255)
    expect((await ssh(stithy, [pair], { args: ['-o', 'PubkeyAcceptedAlgorithms=rsa-sha2-256'] })).code).toBe(1)
  })

  it('is found among others that an agent offers', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => newKeyPair()))
    const answers = await Promise.all(Array.from({ length: 15 }, () => ssh(stithy, [...others, key])))
    expect(answers.map((answer) => answer.code)).toEqual(answers.map(() => 1))
    expect(stithy.bares).toEqual([])
  })

  it('is found as the last of as many as may be offered', async () => {
    const others = await Promise.all(Array.from({ length: defaultLimits.attempts - 1 }, () => newKeyPair()))
    expect((await ssh(stithy, [...others, key])).stderr).toContain('Hi ada')
  })

  it('that was removed is refused, also on a connection that is open', async () => {
    const pair = await newKeyPair()
    const id = await addKey(stithy, ada, pair)
    const client = await signInBy(stithy, pair)
    expect((await client.run('git-upload-pack ada/none')).stderr).toContain('not found')
    await stithy.client().as(ada.access).send('DELETE', `user/keys/${id}`)
    expect((await client.run('git-upload-pack ada/none')).stderr).toContain('no longer valid')
    client.end()
    expect(await ssh(stithy, [pair])).toMatchObject(denied)
  })

  it('of a disabled account is refused until it is enabled', async () => {
    const bob = await newPerson(stithy, 'bob')
    const his = await keyOf(stithy, bob)
    const root = stithy.client().as(admin.access)
    await root.send('PATCH', 'admin/users/bob', { body: { disabled: true } })
    expect(await ssh(stithy, [his])).toMatchObject(denied)
    await root.send('PATCH', 'admin/users/bob', { body: { disabled: false } })
    expect((await ssh(stithy, [his])).code).toBe(1)
  })

  it('that was offered without the private one opens nothing', async () => {
    // The stored key is Ada's; the signature is made by another.
    const { privateKey } = generateKeyPairSync('ed25519')
    await expect(signInBy(stithy, key, { signWith: privateKey })).rejects.toThrow(/authentication methods failed/)
  })

  it('notes when it was used', async () => {
    const person = await newPerson(stithy, 'carla')
    const pair = await keyOf(stithy, person)
    const last = async () => (await stithy.client('A').as(person.access).get('user/keys')).body[0].last_used_at
    expect(await last()).toBeNull()
    await ssh(stithy, [pair])
    expect(Date.parse(await last())).toBeGreaterThan(stithy.app.clock.now() - 60_000)
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('ssh_keys').set({ last_used_at: 1 }).execute()
    })
    await ssh(stithy, [pair])
    expect(Date.parse(await last())).toBeGreaterThan(1)
  })
})

describe('everything else', () => {
  it.each(['root', 'ada', '', 'git ', 'Git'])('is refused: the name %j', async (user) => {
    await expect(signInBy(stithy, key, { user })).rejects.toThrow(/authentication methods failed/)
  })

  it('is refused: passwords, questions and nothing at all', async () => {
    for (const method of ['password', 'keyboard-interactive', 'none'] as const) {
      await expect(signInBy(stithy, key, { method }), method).rejects.toThrow(/authentication methods failed/)
    }
    const answer = await ssh(stithy, [], { args: ['-v', '-o', 'LogLevel=VERBOSE'] })
    expect(answer.stderr).toContain('Permission denied (publickey)')
  })

  it('is refused after too many tries', async () => {
    const keys = await Promise.all(Array.from({ length: 14 }, () => newKeyPair()))
    const { code, stderr } = await ssh(stithy, [...keys, key])
    expect(code).toBe(255)
    expect(stderr).not.toContain('Hi ada')
  })
})

describe('the host key', () => {
  it('is Ed25519, private to us, told in the log, and the same after a restart', async () => {
    const scan = async (): Promise<string[]> => {
      const { stdout } = await run('ssh-keyscan', ['-p', String(stithy.sshPort), '127.0.0.1'])
      return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    }
    const first = await scan()
    expect(first).toEqual([expect.stringContaining(' ssh-ed25519 ')])
    const file = join(stithy.dataDir, 'ssh_host_ed25519_key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const told = stithy.logs.find((line) => line.message === 'SSH is listening')
    expect((await run('ssh-keygen', ['-l', '-f', file])).stdout).toContain(told?.['host_key'])
    expect(told?.['address']).toBe(`ssh://git@127.0.0.1:${stithy.sshPort}`)
    stithy = await stithy.restart()
    expect(await scan()).toEqual(first)
  })
})
