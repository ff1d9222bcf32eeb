// A body comes as slowly as its sender likes: what they were when the request began is not what counts at its end.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWire, type Wire } from '../process/wire.ts'
import type { Client } from '../support/client.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

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
    'by who lost access since leaves nothing: %s',
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

  it('as a fetch by who lost access since tells nothing', async () => {
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
})
