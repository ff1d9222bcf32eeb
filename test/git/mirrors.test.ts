// A repository that follows one on another server.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caps } from '../../src/core/caps.ts'
import { day, hour, minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { syncDueMirrors } from '../../src/features/mirrors/sync-due-mirrors.ts'
import type { Answer } from '../support/client.ts'
import { addressOf, git, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { oneJob } from '../support/pipelines.ts'
import { base64, gitRefs, grant, knownRefs, newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

/** Where people work, and where it is followed. */
let there: TestStithy
let here: TestStithy
let ada: Person
let bob: Person
let thereToken: string
let hereToken: string
let tree: string
let count = 0
let slug: string
/** What happens between the last look at refs that shall move and the moment from which they do, or at another point. */
let meanwhile: (() => Promise<unknown>) | null = null
let meanwhileAt = 'push.judged'

beforeAll(async () => {
  there = await startStithy()
  here = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1', CI_ENABLED: 'true' }, { passing })
  const author = await newPerson(there, 'author')
  thereToken = await newToken(there.client().as(author.access), ['repo:write'])
  await newRepo(there, author, 'engine')
  tree = await workTree()
  await commit('plain.txt')
  await git(tree, 'tag', '-a', '-m', 'First', 'v1')
  await git(tree, 'remote', 'add', 'origin', addressOf(there, thereToken, 'author/engine'))
  await git(tree, 'push', '-q', 'origin', 'main', 'v1', 'main:side')
  ada = await newPerson(here, 'ada')
  bob = await newPerson(here, 'bob')
  hereToken = await newToken(here.client().as(ada.access), ['repo:write'])
})
afterAll(async () => {
  await here.stop()
})
beforeEach(() => {
  slug = `copy-${++count}`
})

async function passing(point: string): Promise<void> {
  const once = meanwhile
  if (point !== meanwhileAt || once === null) return
  meanwhile = null
  meanwhileAt = 'push.judged'
  await once()
}

const api = (person = ada) => here.client('B').as(person.access)
const source = () => ({ url: `${there.url}/author/engine`, username: 'x', password: thereToken })
const create = (more: object = {}): Promise<Answer> =>
  api().post('user/repos/import', { slug, ...source(), mirror: true, ...more })
const mirror = async (): Promise<Answer['body']> => (await api().get(`repos/ada/${slug}/mirror`)).body

/** Until nobody is at work on it any more. */
async function settled(): Promise<Answer['body']> {
  return eventually(async () => {
    const body = await mirror()
    expect([body.state, body.last_synced_at ?? body.error]).toEqual(['waiting', expect.any(String)])
    return body
  })
}

async function sync(): Promise<Answer['body']> {
  expect((await api().post(`repos/ada/${slug}/mirror/sync`)).status).toBe(200)
  return settled()
}

/** What is there, by its names. */
async function refsThere(): Promise<Readonly<Record<string, string>>> {
  const lines = (await git(tree, 'ls-remote', '--refs', 'origin')).split('\n')
  return Object.fromEntries(lines.map((line) => line.split('\t').toReversed() as [string, string]))
}

/** All that follows from a push is done. */
async function noJobsWait(): Promise<void> {
  await eventually(async () => {
    const names = ['issues.follow-push', 'pulls.follow', 'pulls.check', 'pipelines.follow-pull']
    const waiting = here.app.db.selectFrom('jobs').select('name').where('name', 'in', names)
    expect(await waiting.execute()).toEqual([])
  })
}

async function commit(name: string, text = name): Promise<void> {
  await writeFile(join(tree, name), text)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', `Add ${name}`)
}

describe('a repository that follows another', () => {
  it('has what is there, and nothing that nobody may see', async () => {
    const made = await create({ interval_minutes: 30 })
    expect([made.status, made.body.default_branch]).toEqual([201, 'main'])
    const state = await settled()
    expect(state).toMatchObject({
      url: source().url,
      username: 'x',
      has_password: true,
      interval_minutes: 30,
      error: null,
    })
    expect(await gitRefs(here, 'ada', slug)).toEqual(await refsThere())
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
    const rows = await here.app.db.selectFrom('mirrors').selectAll().execute()
    expect(JSON.stringify([rows, here.logs, state])).not.toContain(thereToken)
  })

  it('takes over what is new, moved, rewritten and gone there', async () => {
    await create()
    await settled()
    await commit('rings.txt')
    await git(tree, 'push', '-q', 'origin', 'main', 'main:refs/heads/new/way', ':side')
    await git(tree, 'tag', 'v2')
    await git(tree, 'push', '-q', 'origin', 'v2')
    await sync()
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
    // In the way of what was there, another history, and a tag that means something else now.
    await git(tree, 'commit', '-q', '--amend', '-m', 'Otherwise')
    await git(tree, 'tag', '-f', 'v2')
    await git(tree, 'push', '-q', 'origin', ':new/way')
    await git(tree, 'push', '-qf', 'origin', 'main', 'v2', 'main:refs/heads/new')
    expect(await sync()).toMatchObject({ error: null })
    expect(await gitRefs(here, 'ada', slug)).toEqual(await refsThere())
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
    // Nothing but names, to what is here already.
    await git(tree, 'push', '-q', 'origin', 'main:refs/heads/side', ':new')
    expect(await sync()).toMatchObject({ error: null })
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
  })

  it('follows the default branch to its new name', async () => {
    await create()
    await settled()
    const settings = there.client('B').as(thereToken)
    await git(tree, 'push', '-q', 'origin', 'main:trunk')
    expect((await settings.send('PATCH', 'repos/author/engine', { body: { default_branch: 'trunk' } })).status).toBe(
      200,
    )
    await git(tree, 'push', '-q', 'origin', ':main')
    expect(await sync()).toMatchObject({ error: null })
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
    expect((await api().get(`repos/ada/${slug}`)).body.default_branch).toBe('trunk')
    await git(tree, 'push', '-q', 'origin', 'main')
    await settings.send('PATCH', 'repos/author/engine', { body: { default_branch: 'main' } })
    await git(tree, 'push', '-q', 'origin', ':trunk')
  })

  it('follows the default branch into a folder of its name, and back', async () => {
    await create()
    await settled()
    const settings = there.client('B').as(thereToken)
    const turn = async (to: string) => {
      const turned = await settings.send('PATCH', 'repos/author/engine', { body: { default_branch: to } })
      expect(turned.status).toBe(200)
    }
    for (const [from, to] of [
      ['main', 'main/x'],
      ['main/x', 'main'],
    ] as const) {
      // There as well git keeps only one of the two.
      await git(tree, 'push', '-q', 'origin', 'HEAD:refs/heads/parked')
      await turn('parked')
      await git(tree, 'push', '-q', 'origin', `:${from}`)
      await git(tree, 'push', '-q', 'origin', `HEAD:refs/heads/${to}`)
      await turn(to)
      await git(tree, 'push', '-q', 'origin', ':parked')
      expect(await sync()).toMatchObject({ error: null })
      expect(await knownRefs(here, slug)).toEqual(await refsThere())
      expect(await gitRefs(here, 'ada', slug)).toEqual(await refsThere())
      expect((await api().get(`repos/ada/${slug}`)).body.default_branch).toBe(to)
    }
  })

  it('can be pushed to by nobody, at no door', async () => {
    await create()
    await settled()
    await commit('mine.txt')
    const pushed = await tryGit(tree, 'push', addressOf(here, hereToken, `ada/${slug}`), 'HEAD:refs/heads/mine')
    expect([pushed.code, pushed.stderr]).toEqual([
      1,
      expect.stringContaining(`This repository follows ${source().url}: push there`),
    ])
    const operations = [{ action: 'create', path: 'x.txt', content: base64('x') }]
    const written = await api().post(`repos/ada/${slug}/contents`, { branch: 'main', message: 'x', operations })
    expect([written.status, written.text]).toEqual([403, expect.stringContaining('push there')])
    const branch = await api().post(`repos/ada/${slug}/branches`, {
      name: 'mine',
      sha: await git(tree, 'rev-parse', 'v1^{}'),
    })
    expect(branch.status).toBe(403)
    expect((await api().send('DELETE', `repos/ada/${slug}/branches/side`)).status).toBe(403)
    // No page offers what would be refused.
    for (const page of ['blob/main/plain.txt', 'ci/config']) {
      const { status, text } = await here.client().send('GET', `/ada/${slug}/${page}`, { cookie: ada.cookie })
      expect([status, text.match(/href="[^"]*edit[^"]*"/g)]).toEqual([200, null])
    }
    // Large files do not come from there: its maintainers may bring them, and nobody else.
    await grant(here, slug, bob, 'Developer')
    const raw = JSON.stringify({ operation: 'upload', objects: [{ oid: 'a'.repeat(64), size: 1 }] })
    const headers = { 'content-type': 'application/vnd.git-lfs+json' }
    for (const [person, status] of [
      [bob, 403],
      [ada, 200],
    ] as const) {
      const token = await newToken(here.client().as(person.access), ['repo:write'])
      const path = `/ada/${slug}.git/info/lfs/objects/batch`
      expect((await here.client().send('POST', path, { token, headers, raw })).status).toBe(status)
    }
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
    await git(tree, 'reset', '-q', '--hard', 'HEAD~1')
  })

  it('closes and names no issue by what others say of theirs', async () => {
    await create()
    await settled()
    const { number } = (await api().post(`repos/ada/${slug}/issues`, { title: 'Rings' })).body
    await commit('fixed.txt')
    await git(tree, 'commit', '-q', '--amend', '-m', `Fixes #${number}`)
    await git(tree, 'push', '-q', 'origin', 'main')
    expect(await sync()).toMatchObject({ error: null })
    await noJobsWait()
    const issue = `repos/ada/${slug}/issues/${number}`
    expect((await api().get(issue)).body.state).toBe('open')
    expect((await api().get(`${issue}/timeline`)).text).not.toContain(await git(tree, 'rev-parse', 'HEAD'))
  })

  it('merges nothing, and says where that is done', async () => {
    await commit('offered.txt')
    await git(tree, 'push', '-q', 'origin', 'HEAD:refs/heads/offer')
    await create()
    await settled()
    const offer = { title: 'Offer', source_branch: 'offer', target_branch: 'main' }
    const made = await api().post(`repos/ada/${slug}/pulls`, offer)
    expect(made.status).toBe(201)
    const at = `repos/ada/${slug}/pulls/${made.body.number}`
    for (const way of ['merge', 'auto-merge']) {
      const answer = await api().send(way === 'merge' ? 'POST' : 'PUT', `${at}/${way}`, {
        body: { merge_method: 'merge' },
      })
      expect([way, answer.status, answer.text]).toEqual([
        way,
        409,
        expect.stringContaining('it has to be merged there'),
      ])
    }
    await git(tree, 'push', '-q', 'origin', ':offer')
    await git(tree, 'reset', '-q', '--hard', 'HEAD~1')
    // What was offered is gone there: nothing of it is lost here.
    expect(await sync()).toMatchObject({ error: null })
    expect((await api().get(at)).body.head_sha ?? '').toMatch(/^[0-9a-f]{40}$/)
  })

  it('is not bound by protections here: they are about people', async () => {
    await create()
    await settled()
    expect((await api().post(`repos/ada/${slug}/branch-protections`, { pattern: '*' })).status).toBe(201)
    await git(tree, 'commit', '-q', '--amend', '-m', 'Once more otherwise')
    await git(tree, 'push', '-qf', 'origin', 'main')
    expect(await sync()).toMatchObject({ error: null })
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
  })

  it('runs nothing of what others have written, unless somebody says so', async () => {
    await create()
    await settled()
    await writeFile(join(tree, '.svc-ci.yml'), `${oneJob('true')}\n`)
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'Build it')
    await git(tree, 'push', '-q', 'origin', 'main')
    await sync()
    expect((await api().get(`repos/ada/${slug}/ci/pipelines`)).body.total).toBe(0)
    // Nor for a pull request between its branches, which others move as well.
    await git(tree, 'push', '-q', 'origin', 'HEAD~1:refs/heads/base')
    await sync()
    const offer = { title: 'Offer', source_branch: 'main', target_branch: 'base' }
    expect((await api().post(`repos/ada/${slug}/pulls`, offer)).status).toBe(201)
    await commit('more.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    await sync()
    await noJobsWait()
    expect((await api().get(`repos/ada/${slug}/ci/pipelines`)).body.total).toBe(0)
    await git(tree, 'push', '-q', 'origin', ':base')
    expect((await api().post(`repos/ada/${slug}/ci/pipelines/trigger`, { ref: 'main' })).status).toBe(201)
  })

  it('can stop, and is a repository like any other then', async () => {
    await create()
    await settled()
    expect((await api().send('DELETE', `repos/ada/${slug}/mirror`)).status).toBe(204)
    expect((await api().get(`repos/ada/${slug}/mirror`)).status).toBe(404)
    expect((await api().post(`repos/ada/${slug}/mirror/sync`)).status).toBe(404)
    await git(tree, 'push', '-q', addressOf(here, hereToken, `ada/${slug}`), 'HEAD:refs/heads/mine')
    // What is here must not vanish for what is there.
    const again = await api().send('PUT', `repos/ada/${slug}/mirror`, { body: source() })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('only an empty repository')])
  })
})

describe('while it is brought up to date', () => {
  it.each([
    ['what is gone there', ':side'],
    ['what is new there', 'main:refs/heads/unwanted'],
  ])('somebody can stop it, and %s changes nothing any more', async (_, change) => {
    await create()
    await settled()
    const before = await knownRefs(here, slug)
    await git(tree, 'push', '-q', 'origin', change)
    const stopped = new Promise((resolve) => {
      meanwhile = async () => resolve(await api().send('DELETE', `repos/ada/${slug}/mirror`))
    })
    expect((await api().post(`repos/ada/${slug}/mirror/sync`)).status).toBe(200)
    expect(await stopped).toMatchObject({ status: 204 })
    await eventually(() => expect(here.app.imports.underWay).toBe(0))
    expect(await knownRefs(here, slug)).toEqual(before)
    expect(await gitRefs(here, 'ada', slug)).toEqual(before)
    await git(tree, 'push', '-qf', 'origin', 'v1^{}:refs/heads/side', 'v1^{}:refs/heads/unwanted')
    await git(tree, 'push', '-q', 'origin', ':unwanted')
  })

  it('somebody can name another address, which is looked at next', async () => {
    await create()
    await settled()
    await there.client('B').as(thereToken).post('user/repos', { slug: 'other', auto_init: true })
    await commit('overtaken.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    const changed = new Promise((resolve) => {
      const body = { ...source(), url: `${there.url}/author/other` }
      meanwhile = async () => resolve(await api().send('PUT', `repos/ada/${slug}/mirror`, { body }))
    })
    expect((await api().post(`repos/ada/${slug}/mirror/sync`)).status).toBe(200)
    expect(await changed).toMatchObject({ status: 200 })
    await eventually(() => expect(here.app.imports.underWay).toBe(0))
    expect(await mirror()).toMatchObject({ url: `${there.url}/author/other`, error: null })
    await syncDueMirrors(here.app)
    await eventually(() => expect(here.app.imports.underWay).toBe(0))
    const [sha] = (await git(tree, 'ls-remote', addressOf(there, thereToken, 'author/other'), 'refs/heads/main')).split(
      '\t',
    )
    expect(await knownRefs(here, slug)).toEqual({ 'refs/heads/main': sha })
  })

  it('nobody else can have filled it unseen', async () => {
    await newRepo(here, ada, slug)
    const address = addressOf(here, hereToken, `ada/${slug}`)
    meanwhile = () => api().send('PUT', `repos/ada/${slug}/mirror`, { body: source() })
    const pushed = await tryGit(tree, 'push', address, 'HEAD:refs/heads/mine')
    expect([pushed.code, pushed.stderr]).toEqual([1, expect.stringContaining('in the meantime')])
    await settled()
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
  })
})

describe('how a repository follows', () => {
  it('is its maintainers’ to say, and to know', async () => {
    await create({ is_public: true })
    await settled()
    const at = `repos/ada/${slug}/mirror`
    await grant(here, slug, bob, 'Developer')
    expect([(await api(bob).get(at)).status, (await api(bob).send('DELETE', at)).status]).toEqual([403, 403])
    expect((await api(bob).send('PUT', at, { body: source() })).status).toBe(403)
    expect((await api(bob).post(`${at}/sync`)).status).toBe(403)
    expect((await here.client('B').get(at)).status).toBe(401)
  })

  it('can be changed; the password stays for what it was given for, and for nothing else', async () => {
    await create()
    await settled()
    const at = `repos/ada/${slug}/mirror`
    const { password: _, ...without } = source()
    const kept = await api().send('PUT', at, { body: { ...without, interval_minutes: 10 } })
    expect([kept.status, kept.body.has_password, kept.body.interval_minutes]).toEqual([200, true, 10])
    await settled()
    // Whoever gave it may read more there than whoever says now what is followed.
    await there.client('B').as(thereToken).post('user/repos', { slug: 'secrets', auto_init: true })
    for (const url of [`${there.url}/author/secrets`, `${here.url}/ada/${slug}`]) {
      const other = await api().send('PUT', at, { body: { ...without, url } })
      expect([other.status, other.text]).toEqual([400, expect.stringContaining('refused')])
    }
    expect((await api().send('PUT', at, { body: { ...source(), interval_minutes: 9 } })).status).toBe(400)
    expect((await api().send('PUT', at, { body: { ...source(), interval_minutes: day } })).status).toBe(400)
  })

  it('begins in an empty repository too', async () => {
    await newRepo(here, ada, slug)
    expect((await api().send('PUT', `repos/ada/${slug}/mirror`, { body: source() })).status).toBe(200)
    await settled()
    expect(await knownRefs(here, slug)).toEqual(await refsThere())
  })
})

describe('as many as one may have', () => {
  /** As if they followed as many, while `work` is done. */
  async function whileFull(person: Person, work: () => Promise<void>): Promise<void> {
    const { db } = here.app
    const { id } = await db
      .selectFrom('owners')
      .select('id')
      .where('name', '=', person.username)
      .executeTakeFirstOrThrow()
    const one = await db.selectFrom('repos').selectAll().where('slug', '=', 'copy-1').executeTakeFirstOrThrow()
    await inTransaction(here.app, async (tx) => {
      for (let from = 0; from < caps.mirrors.most; from += 25) {
        const some = Array.from({ length: 25 }, (_, at) => {
          const { id: _id, ...same } = one
          const name = `full-${from + at}`
          return { ...same, uuid: randomUUID(), owner_id: id, slug: name, slug_key: name }
        })
        await tx.insertInto('repos').values(some).execute()
      }
    })
    await work()
    await inTransaction(here.app, (tx) => tx.deleteFrom('repos').where('slug', 'like', 'full-%').execute())
  }

  it('nobody gets one more by being given it', async () => {
    await create()
    await settled()
    await whileFull(bob, async () => {
      const given = await api().post(`repos/ada/${slug}/transfer`, { new_owner: 'bob' })
      expect([given.status, given.text]).toEqual([409, expect.stringContaining('at most 500 mirrors')])
    })
    expect((await api().post(`repos/ada/${slug}/transfer`, { new_owner: 'bob' })).status).toBe(200)
  })

  it('leaves nothing behind where somebody was faster', async () => {
    meanwhileAt = 'repo.folder-made'
    let done = (): void => undefined
    const tried = new Promise<void>((resolve) => {
      done = resolve
    })
    const full = new Promise<void>((resolve) => {
      meanwhile = () =>
        new Promise<void>((goOn) => {
          void whileFull(ada, async () => {
            goOn()
            await tried
          }).then(resolve)
        })
    })
    const made = await create()
    done()
    await full
    expect([made.status, made.text]).toEqual([409, expect.stringContaining('at most 500 mirrors')])
    expect((await api().get(`repos/ada/${slug}`)).status).toBe(404)
  })
})

describe('in its own time', () => {
  it('looks no more for an account that is shut', async () => {
    const { app } = here
    const made = await api(bob).post('user/repos/import', { slug, ...source(), mirror: true })
    expect(made.status).toBe(201)
    await eventually(() => expect(app.imports.underWay).toBe(0))
    const { owner_id: bobs } = await app.db
      .selectFrom('repos')
      .select('owner_id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const shut = (disabled_at: number | null) =>
      inTransaction(app, async (tx) => {
        await tx.updateTable('users').set({ disabled_at }).where('id', '=', bobs).execute()
        await tx.updateTable('mirrors').set({ due_at: 0 }).execute()
        await tx.updateTable('repos').set({ is_archived: 1 }).where('owner_id', '!=', bobs).execute()
      })
    await shut(app.clock.now())
    await syncDueMirrors(app)
    expect(app.imports.unasked).toBe(0)
    await shut(null)
    await syncDueMirrors(app)
    expect(app.imports.unasked).toBe(1)
    await eventually(() => expect(app.imports.underWay).toBe(0))
    await inTransaction(app, async (tx) => {
      await tx.updateTable('repos').set({ is_archived: 0 }).execute()
      await tx
        .updateTable('mirrors')
        .set({ due_at: tx.now + hour })
        .execute()
    })
  })

  it('looks again, less and less often where nobody answers, and loses nothing by it', async () => {
    const scopes = ['repo:write']
    const token = await newToken(here.client().as(ada.access), scopes)
    const lasting = here.client('B').as(token)
    const state = async () => (await lasting.get(`repos/ada/${slug}/mirror`)).body
    const isLooked = (synced: string | null) =>
      eventually(async () => {
        const body = await state()
        expect([body.state, body.last_synced_at === synced && body.error === null]).toEqual(['waiting', false])
        return body
      })
    await create({ interval_minutes: 60 })
    const first = await settled()
    await commit('later.txt')
    await git(tree, 'push', '-q', 'origin', 'main')
    await syncDueMirrors(here.app)
    expect(here.app.imports.underWay).toBe(0)
    here.advance(hour + minute)
    await syncDueMirrors(here.app)
    const second = await isLooked(first.last_synced_at)
    const kept = await refsThere()
    expect(await knownRefs(here, slug)).toEqual(kept)

    const { url } = there
    await there.stop()
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      here.advance(day)
      await syncDueMirrors(here.app)
      await eventually(() => expect(here.app.imports.underWay).toBe(0))
      const failed = await state()
      expect([failed.last_synced_at, failed.error]).toEqual([
        second.last_synced_at,
        expect.stringContaining(new URL(url).hostname),
      ])
      waits.push(Math.round((Date.parse(failed.next_sync_at) - here.app.clock.now()) / hour))
    }
    expect(waits).toEqual([1, 2, 4])
    expect(await knownRefs(here, slug)).toEqual(kept)
  })
})
