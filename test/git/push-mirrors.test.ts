// A repository that is pushed to a copy on another server whenever it changes.
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { sendDueChanges } from '../../src/features/push-mirrors/send-due-changes.ts'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import type { Answer } from '../support/client.ts'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { gitRefs, grant, knownRefs, newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

/** Where people work, and where the copies are. */
let here: TestStithy
let there: TestStithy
let ada: Person
let bob: Person
let owner: Person
let thereToken: string
let tree: string
let count = 0
let slug: string

beforeAll(async () => {
  ;[here, there] = await Promise.all([startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1' }), startStithy()])
  owner = await newPerson(there, 'owner')
  thereToken = await newToken(there.client().as(owner.access), ['repo:write'])
  ada = await newLasting('ada')
  bob = await newLasting('bob')
})

/** The clock goes ahead here by more than a session lasts. */
async function newLasting(name: string): Promise<Person> {
  const person = await newPerson(here, name)
  return { ...person, access: await newToken(here.client().as(person.access), ['repo:write']) }
}

afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
})
/** Something to send, and an empty place for it. */
beforeEach(async () => {
  slug = `engine-${++count}`
  await newRepo(here, ada, slug)
  await newRepo(there, owner, slug)
  tree = await workTree()
  await git(tree, 'remote', 'add', 'origin', addressOf(here, ada.access, `ada/${slug}`))
  await git(tree, 'tag', '-a', '-m', 'First', 'v1')
  await git(tree, 'push', '-q', 'origin', 'main', 'v1', 'main:side')
})

const api = (person = ada) => here.client('B').as(person.access)
const at = () => `repos/ada/${slug}/push-mirror`
const target = () => ({ url: `${there.url}/owner/${slug}`, username: 'x', password: thereToken })
const set = (more: object = {}): Promise<Answer> => api().send('PUT', at(), { body: { ...target(), ...more } })
const state = async (): Promise<Answer['body']> => (await api().get(at())).body

async function settled(): Promise<Answer['body']> {
  return eventually(async () => {
    const body = await state()
    expect([body.state, body.error ?? body.last_pushed_at]).toEqual([
      expect.stringMatching(/current|waiting/),
      expect.any(String),
    ])
    return body
  })
}

/** Sends what is due after a while: at each look one of each owner. */
async function sendAfter(ms = 10 * second): Promise<Answer['body']> {
  here.advance(ms)
  for (let isSent = true; isSent; ) {
    await sendDueChanges(here.app)
    isSent = here.app.imports.underWay > 0
    await eventually(() => expect(here.app.imports.underWay).toBe(0))
  }
  return state()
}

async function commit(name: string): Promise<void> {
  await writeFile(join(tree, name), name)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', `Add ${name}`)
}

async function expectSame(): Promise<void> {
  expect(await gitRefs(there, 'owner', slug)).toEqual(await gitRefs(here, 'ada', slug))
  expect(await knownRefs(there, slug)).toEqual(await knownRefs(here, slug))
}

describe('a repository that is pushed elsewhere', () => {
  it('is sent at once, and its password is shown to nobody', async () => {
    expect((await set()).status).toBe(200)
    const sent = await settled()
    expect(sent).toMatchObject({ url: target().url, username: 'x', has_password: true, state: 'current', error: null })
    await expectSame()
    const rows = await here.app.db.selectFrom('push_mirrors').selectAll().execute()
    expect(JSON.stringify([rows, here.logs, sent])).not.toContain(thereToken)
  })

  it('takes along what is new, moved, rewritten and gone', async () => {
    await set()
    await settled()
    await commit('rings.txt')
    await git(tree, 'tag', 'v2')
    await git(tree, 'push', '-q', 'origin', 'main', 'v2', 'main:refs/heads/new/way', ':side')
    expect(await sendAfter()).toMatchObject({ state: 'current', error: null })
    await expectSame()
    // In the way of what was there, another history, and a tag that means something else now.
    await git(tree, 'commit', '-q', '--amend', '-m', 'Otherwise')
    await git(tree, 'tag', '-f', 'v2')
    await git(tree, 'push', '-qf', 'origin', 'main', 'v2', ':new/way', ':v1')
    await git(tree, 'push', '-q', 'origin', 'main:new')
    expect(await sendAfter()).toMatchObject({ state: 'current', error: null })
    await expectSame()
  })

  it('only goes where nothing else is', async () => {
    const other = await workTree()
    await writeFile(join(other, 'other.txt'), slug)
    await git(other, 'add', '.')
    await git(other, 'commit', '-qm', 'Something else')
    await git(other, 'push', '-q', addressOf(there, thereToken, `owner/${slug}`), 'main')
    const refused = await set()
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'url', code: 'not_empty' })],
    ])
    expect((await api().get(at())).status).toBe(404)
  })

  it('is told what is wrong with the place it is to go to', async () => {
    const codeOf = async (more: object) => {
      const { status, body } = await set(more)
      return [status, body.details?.[0]?.field, body.details?.[0]?.code]
    }
    expect(await codeOf({ password: 'svc_pat_wrong' })).toEqual([400, 'password', 'refused'])
    expect(await codeOf({ username: '', password: '' })).toEqual([400, 'password', 'required'])
    expect(await codeOf({ url: `${there.url}/owner/none` })).toEqual([400, 'url', 'not_found'])
    expect(await codeOf({ url: `${there.url}/healthz` })).toEqual([400, 'url', expect.any(String)])
    expect(await codeOf({ url: 'http://10.0.0.1/a/b' })).toEqual([400, 'url', 'not_public'])
    expect(await codeOf({ url: `git@example.org:a/b.git` })).toEqual([400, 'url', 'format'])
  })

  it('hears what the other server does not take, and the rest is there', async () => {
    await set()
    await settled()
    const rule = { pattern: 'side', allow_force_push: false, allow_delete: false, push_role: 'Nobody' }
    expect((await there.client('B').as(owner.access).post(`repos/owner/${slug}/branch-protections`, rule)).status).toBe(
      201,
    )
    await commit('more.txt')
    await git(tree, 'push', '-q', 'origin', 'main', 'main:side')
    const told = await sendAfter()
    expect(told).toMatchObject({ state: 'waiting', error: expect.stringMatching(/did not take side \([^)]*\)$/) })
    const [mine, theirs] = [await gitRefs(here, 'ada', slug), await gitRefs(there, 'owner', slug)]
    expect(theirs['refs/heads/main']).toBe(mine['refs/heads/main'])
    expect(theirs['refs/heads/side']).not.toBe(mine['refs/heads/side'])
    expect(Date.parse(told.next_push_at)).toBeGreaterThan(here.app.clock.now())
  })

  it('is tried again, less and less often, where nobody answers', async () => {
    const silent = createServer((request, reply) => {
      if (request.url?.includes('info/refs') === true && !isAway)
        reply
          .setHeader('content-type', 'application/x-git-receive-pack-advertisement')
          .end(`${pktLine('# service=git-receive-pack\n')}${flushPkt}${pktLine(empty)}${flushPkt}`)
      else reply.writeHead(503).end()
    })
    const empty = `${'0'.repeat(40)} capabilities^{}\0report-status delete-refs`
    let isAway = false
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    try {
      expect((await set({ url: `http://127.0.0.1:${port}/a/b` })).status).toBe(200)
      isAway = true
      const pauses: number[] = []
      for (let failure = 0; failure < 4; failure++) {
        const { next_push_at: next, error } = failure === 0 ? await settled() : await sendAfter(10 * minute)
        expect(error).toContain('503')
        pauses.push(Math.round((Date.parse(next) - here.app.clock.now()) / minute))
      }
      expect(pauses).toEqual([1, 2, 4, 8])
      // Before its time it is left alone.
      const { next_push_at: before } = await state()
      expect((await sendAfter(minute)).next_push_at).toBe(before)
    } finally {
      silent.close()
    }
  })

  it('is taken up where a process that is gone has left it', async () => {
    await set()
    await settled()
    await commit('left.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    await inTransaction(here.app, async (tx) => {
      const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
      await tx.updateTable('push_mirrors').set({ run: 'gone', heard_at: tx.now }).where('repo_id', '=', id).execute()
    })
    expect((await api().post(`${at()}/sync`)).status).toBe(409)
    await sendAfter(second)
    await expect(expectSame()).rejects.toThrow('to deeply equal')
    expect(await sendAfter(2 * minute)).toMatchObject({ state: 'current', error: null })
    await expectSame()
  })

  it('is its maintainers’ to say, and to know', async () => {
    await set()
    await settled()
    await grant(here, slug, bob, 'Developer')
    const asked = [
      api(bob).get(at()),
      api(bob).send('PUT', at(), { body: target() }),
      api(bob).send('DELETE', at()),
      api(bob).post(`${at()}/sync`),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  it('keeps the password for what it was given for, and for nothing else', async () => {
    await set()
    await settled()
    const again = await api().send('PUT', at(), { body: { url: target().url, username: 'x' } })
    expect([again.status, again.body.has_password]).toEqual([200, true])
    await settled()
    const elsewhere = await api().send('PUT', at(), { body: { url: `${there.url}/owner/engine-1`, username: 'x' } })
    expect([elsewhere.status, elsewhere.body.details?.[0]?.field]).toEqual([400, 'password'])
  })

  it('that has nothing left takes nothing away there', async () => {
    await set()
    await settled()
    await inTransaction(here.app, async (tx) => {
      const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
      await tx.deleteFrom('refs').where('repo_id', '=', id).execute()
    })
    const before = await gitRefs(there, 'owner', slug)
    expect((await api().post(`${at()}/sync`)).status).toBe(200)
    await eventually(async () => expect((await state()).error).toContain('empty'))
    expect(await gitRefs(there, 'owner', slug)).toEqual(before)
  })

  it('that follows another is not pushed back to it', async () => {
    await newRepo(here, ada, `${slug}-follower`)
    const source = { ...target(), url: `${there.url}/owner/${slug}` }
    await git(tree, 'push', '-q', addressOf(there, thereToken, `owner/${slug}`), 'main')
    const follow = await api().send('PUT', `repos/ada/${slug}-follower/mirror`, { body: source })
    expect(follow.status).toBe(200)
    for (const url of [source.url, `${source.url}.git`, `${source.url}/`]) {
      const { status, body } = await api().send('PUT', `repos/ada/${slug}-follower/push-mirror`, {
        body: { ...source, url },
      })
      expect([status, body.details?.[0]?.code]).toEqual([400, 'followed'])
    }
    await eventually(() => expect(here.app.imports.underWay).toBe(0))
  })

  it('sends what is new soon, also while the other server refuses something else', async () => {
    await set()
    await settled()
    const rule = { pattern: 'side', allow_force_push: false, allow_delete: false, push_role: 'Nobody' }
    await there.client('B').as(owner.access).post(`repos/owner/${slug}/branch-protections`, rule)
    await commit('side.txt')
    await git(tree, 'push', '-q', 'origin', 'main:side')
    for (let failure = 0; failure < 8; failure++) await sendAfter(day)
    const { next_push_at: next } = await state()
    expect(Date.parse(next)).toBeGreaterThan(here.app.clock.now() + hour)
    await commit('new.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect((await sendAfter(2 * minute)).error).toContain('side')
    expect((await gitRefs(there, 'owner', slug))['refs/heads/main']).toBe(
      (await gitRefs(here, 'ada', slug))['refs/heads/main'],
    )
  })

  it('can be given another password where the old one cannot be read any more', async () => {
    await set()
    await settled()
    await inTransaction(here.app, async (tx) => {
      await tx.updateTable('push_mirrors').set({ sealed_password: 'of another key' }).execute()
    })
    const without = await set({ password: '' })
    expect([without.status, without.body.details?.[0]?.code]).toEqual([400, 'unreadable'])
    expect((await set()).status).toBe(200)
    expect(await settled()).toMatchObject({ state: 'current', error: null })
  })

  it('goes on where a clock was ahead and is put right', async () => {
    await set()
    await settled()
    here.advance(-12 * hour)
    await commit('early.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await sendAfter(minute)).toMatchObject({ state: 'current', error: null })
    here.advance(12 * hour)
    await expectSame()
  })

  it('can stop: what was sent stays', async () => {
    await set()
    await settled()
    expect((await api().send('DELETE', at())).status).toBe(204)
    expect((await api().send('DELETE', at())).status).toBe(404)
    const before = await gitRefs(there, 'owner', slug)
    await commit('kept.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    await sendAfter(minute)
    expect(await gitRefs(there, 'owner', slug)).toEqual(before)
    const events = await here.app.db.selectFrom('audit').select('event').execute()
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['PUSH_MIRROR_CHANGED', 'PUSH_MIRROR_REMOVED']),
    )
  })
})
