// A body comes as slowly as its sender likes: what they were when the request began is not what counts at its end.
import { hash } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { openWire, type Wire } from '../process/wire.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { addKey, newKeyPair, ssh } from '../support/ssh.ts'
import { signInBy } from '../support/ssh-client.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let count = 0
let repo: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
})
afterAll(() => stithy.stop())

beforeEach(async () => {
  repo = `repos/ada/r${++count}`
  await as(ada).post('user/repos', { slug: `r${count}`, auto_init: true })
  await as(ada).send('PUT', `${repo}/collaborators/bob`, { body: { role: 'Developer' } })
  bob = await signIn(stithy, 'bob')
})

const as = (person: Person): Client => stithy.client('B').as(person.access)

interface Late {
  /** Sends the rest, and reads the answer's status. */
  finish(): Promise<number>
}

async function begin(line: string, headers: Readonly<Record<string, string>>, body: string): Promise<Late> {
  const wire: Wire = await openWire(new URL(stithy.url).port)
  const all = { Host: 'stithy', 'Content-Length': String(body.length), Expect: '100-continue', ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  wire.send(`${line} HTTP/1.1\r\n${head.join('')}\r\n`)
  await wire.receive(/^HTTP\/1.1 100/)
  wire.send(body.slice(0, 1))
  return {
    finish: async () => {
      wire.send(body.slice(1))
      const text = await wire.receive(/\r\n\r\nHTTP\/1.1 \d+ /)
      wire.end()
      return Number(/\r\n\r\nHTTP\/1.1 (\d+) /.exec(text)?.[1])
    },
  }
}

function json(line: string, person: Person, body: object): Promise<Late> {
  const headers = { Authorization: `Bearer ${person.access}`, 'Content-Type': 'application/json' }
  return begin(line, headers, JSON.stringify(body))
}

describe('what was begun', () => {
  it('in a session that was ended since is not done', async () => {
    const token = await json('POST /api/v1/user/tokens', bob, { name: 'late', scopes: ['repo:write'] })
    const issue = await json(`POST /api/v1/${repo}/issues`, bob, { title: 'late' })
    await as(bob).post('auth/logout', {})
    expect(await token.finish()).toBe(401)
    expect(await issue.finish()).toBe(401)
  })

  it('by an account that was locked since is not done', async () => {
    const late = await json(`POST /api/v1/${repo}/issues`, bob, { title: 'late' })
    expect((await as(ada).send('PATCH', 'admin/users/bob', { body: { disabled: true } })).status).toBe(200)
    expect(await late.finish()).toBe(401)
    await as(ada).send('PATCH', 'admin/users/bob', { body: { disabled: false } })
  })

  it('as an administrator who is none any more is not done', async () => {
    await as(ada).send('PATCH', 'admin/users/bob', { body: { is_admin: true } })
    bob = await signIn(stithy, 'bob')
    const late = await json('PATCH /api/v1/admin/users/bob', bob, { is_admin: true })
    await as(ada).send('PATCH', 'admin/users/bob', { body: { is_admin: false } })
    expect(await late.finish()).toBe(403)
  })

  it('on a page is not done, either', async () => {
    const headers = {
      Cookie: bob.cookie,
      Origin: stithy.url,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const late = await begin('POST /settings/notifications', headers, 'email=issue_mentioned')
    await as(bob).post('auth/logout', {})
    expect(await late.finish()).toBe(401)
  })

  it.each(['attachment', 'file of a release', 'large file'])(
    'by whoever lost access since leaves nothing: %s',
    async (what) => {
      const authorization = { Authorization: `Bearer ${bob.access}`, 'Content-Type': 'application/octet-stream' }
      const release = await as(ada).post(`${repo}/releases`, { tag_name: 'v1', name: 'One', target: 'main' })
      expect(release.status, release.text).toBe(201)
      const oid = hash('sha256', 'late bytes')
      const lines: Readonly<Record<string, string>> = {
        attachment: `POST /api/v1/${repo}/attachments?name=a.bin`,
        'file of a release': `POST /api/v1/${repo}/releases/${release.body['id']}/assets?name=a.bin`,
        'large file': `PUT /ada/r${count}/info/lfs/objects/${oid}`,
      }
      const late = await begin(lines[what] ?? '', authorization, 'late bytes')
      expect((await as(ada).send('DELETE', `${repo}/collaborators/bob`)).status).toBe(204)
      expect(await late.finish()).toBe(404)
      const assets = await as(ada).get(`${repo}/releases/${release.body['id']}/assets`)
      expect(assets.body['items']).toEqual([])
    },
  )

  it('as a fetch by whoever lost access since tells nothing', async () => {
    const question = '0014command=ls-refs\n00010000'
    const headers = {
      Authorization: `Bearer ${bob.access}`,
      'Content-Type': 'application/x-git-upload-pack-request',
      'Git-Protocol': 'version=2',
    }
    const still = await begin(`POST /ada/r${count}/git-upload-pack`, headers, question)
    expect(await still.finish()).toBe(200)
    const late = await begin(`POST /ada/r${count}/git-upload-pack`, headers, question)
    expect((await as(ada).send('DELETE', `${repo}/collaborators/bob`)).status).toBe(204)
    expect(await late.finish()).toBeGreaterThanOrEqual(400)
  })

  it.each(['', 'version=1'])('as a talk over SSH (%j) by a key that is gone since tells nothing', async (protocol) => {
    const head = (await as(ada).get(`${repo}/branches/main`)).body.commit_sha
    for (const isGone of [false, true]) {
      const pair = await newKeyPair()
      const id = await addKey(stithy, bob, pair)
      const client = await signInBy(stithy, pair)
      const channel = await new Promise<Duplex>((resolve, reject) => {
        const env = { GIT_PROTOCOL: protocol }
        client.raw.exec(`git-upload-pack 'ada/r${count}'`, { env }, (error, opened) =>
          error ? reject(error) : resolve(opened),
        )
      })
      let said = ''
      channel.setEncoding('latin1').on('data', (text: string) => (said += text))
      await eventually(() => expect(said).toContain('refs/heads/main'))
      if (isGone) await as(bob).send('DELETE', `user/keys/${id}`)
      channel.write(`${pktLine(`want ${head}\n`)}${flushPkt}${pktLine('done\n')}`)
      await once(channel, 'close')
      expect(said.includes('PACK')).toBe(!isGone)
      client.raw.destroy()
    }
  })

  it('with a token that SSH gave to a key which is gone since leaves nothing', async () => {
    const pair = await newKeyPair()
    const id = await addKey(stithy, bob, pair)
    const { stdout } = await ssh(stithy, [pair], { command: ['git-lfs-authenticate', `ada/r${count}`, 'upload'] })
    const { header } = JSON.parse(stdout) as { header: Record<string, string> }
    const headers = { ...header, 'Content-Type': 'application/octet-stream' }
    const late = await begin(
      `PUT /ada/r${count}/info/lfs/objects/${hash('sha256', 'late bytes')}`,
      headers,
      'late bytes',
    )
    expect((await as(bob).send('DELETE', `user/keys/${id}`)).status).toBe(204)
    expect(await late.finish()).toBe(401)
  })
})

describe('a large body that has not come', () => {
  /** The answer to a request of which only the headers were sent. */
  async function announce(line: string, person: Person): Promise<string> {
    const wire = await openWire(new URL(stithy.url).port)
    const headers = `Host: stithy\r\nAuthorization: Bearer ${person.access}\r\nContent-Type: application/json`
    wire.send(`${line} HTTP/1.1\r\n${headers}\r\nContent-Length: 5000000\r\n\r\n`)
    const answer = await wire.receive(/^HTTP\/1.1 \d+ /)
    wire.end()
    return answer.slice(0, 'HTTP/1.1 100'.length)
  }

  it('is not waited for where whoever sends it may not', async () => {
    const [eve, reader] = [await newPerson(stithy, 'eve'), await newPerson(stithy, 'reader')]
    await as(ada).send('PUT', `${repo}/collaborators/reader`, { body: { role: 'Reader' } })
    for (const line of [`PUT /api/v1/${repo}/contents/a`, `POST /api/v1/${repo}/contents`]) {
      expect(await announce(line, eve), line).toBe('HTTP/1.1 404')
      expect(await announce(line, reader), line).toBe('HTTP/1.1 403')
    }
  })
})
