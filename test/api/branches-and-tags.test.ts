import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, git, newFolder, pushSomething, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { base64, folderOf, gitRefs, grant, knownRefs, newRepo } from '../support/repos.ts'
import { keysOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

function as(person: Person | string, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(typeof person === 'string' ? person : person.access)
}

/** A repository with a history of two commits, the first of them tagged. */
async function history(slug: string, more: object = {}): Promise<{ repo: string; first: string; second: string }> {
  const repo = await newRepo(stithy, ada, slug, more)
  const tree = await pushSomething(stithy, token, `ada/${slug}`)
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Go on')
  await git(tree, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), 'main')
  return { repo, first: await git(tree, 'rev-parse', 'main~1'), second: await git(tree, 'rev-parse', 'main') }
}

describe.each(forms)('a branch, in Form %s', (form) => {
  it('is made, looked at and deleted', async () => {
    const { repo, first, second } = await history(`branch-${form}`)
    const client = as(ada, form)
    const made = await client.post(`${repo}/branches`, { name: 'topic/one' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({ name: 'topic/one', is_default: false, commit_sha: second, protected: false })
    for (const from of [
      { ref: 'light' },
      { ref: 'heavy' },
      { sha: first },
      { from: first },
      { commit_sha: first },
      { target: first },
      { sha: first.toUpperCase() },
    ]) {
      const name = `from-${keysOf(from)[0]}-${Object.values(from)[0]}`
      const answer = await client.post(`${repo}/branches`, { name, ...from })
      expect(answer.body, answer.text).toMatchObject({ name, commit_sha: first })
    }
    for (const path of ['topic/one', 'topic%2Fone']) {
      expect((await client.get(`${repo}/branches/${path}`)).body).toEqual(made.body)
    }
    expect((await client.get(`${repo}/branches/main`)).body.is_default).toBe(true)
    expect((await client.send('DELETE', `${repo}/branches/topic%2Fone`)).status).toBe(204)
    expectFault(await client.get(`${repo}/branches/topic/one`), form, 'missing', { codeOfA: 'BRANCH_NOT_FOUND' })
    expectFault(await client.send('DELETE', `${repo}/branches/topic/one`), form, 'missing', {
      codeOfA: 'BRANCH_NOT_FOUND',
    })
    expect(await knownRefs(stithy, `branch-${form}`)).toEqual(await gitRefs(stithy, 'ada', `branch-${form}`))
  })

  it('is made once, from something that is there', async () => {
    const { repo } = await history(`once-${form}`)
    const client = as(ada, form)
    expectFault(await client.post(`${repo}/branches`, { name: 'main' }), form, 'conflict', {
      codeOfA: 'BRANCH_EXISTS',
      details: ['name: taken'],
    })
    for (const ref of ['none', '--exec=x', '-h', '0'.repeat(40), 'main~1', 'HEAD^', ':/x']) {
      const answer = await client.post(`${repo}/branches`, { name: 'new', ref })
      expectFault(answer, form, 'missing', { codeOfA: 'COMMIT_NOT_FOUND' })
    }
    // Nothing said is the default branch.
    expect((await client.post(`${repo}/branches`, { name: 'new', ref: '' })).status).toBe(201)
    const below = await client.post(`${repo}/branches`, { name: 'main/below' })
    expect(expectFault(below, form, 'conflict')).toContain('refs/heads/main is in the way')
  })

  it.each([
    '-x',
    'HEAD',
    'refs/heads/x',
    'a'.repeat(40),
    'A1'.repeat(20),
    'a b',
    'a..b',
    'a~b',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[',
    'a\\b',
    'a@{b',
    '@',
    '.a',
    'a/.b',
    'a.lock',
    'a/',
    '/a',
    'a//b',
    'a.',
    'a\n',
    'é'.repeat(128),
    'x'.repeat(251),
  ])('may not be called %j', async (name) => {
    const repo = 'repos/ada/names'
    if ((await as(ada).get(repo)).status === 404) await newRepo(stithy, ada, 'names', { auto_init: true })
    expectFault(await as(ada, form).post(`${repo}/branches`, { name }), form, 'invalid', { details: ['name: format'] })
    expectFault(await as(ada, form).post(`${repo}/tags`, { name }), form, 'invalid', { details: ['name: format'] })
    for (const list of ['branches', 'tags']) {
      const noun = list === 'tags' ? 'TAG' : 'BRANCH'
      for (const method of ['GET', 'DELETE']) {
        // A client takes `x/` and `x` apart, and drops what it cannot send.
        const answer = await as(ada, form).send(method, `${repo}/${list}/${encodeURIComponent(name)}`)
        expectFault(answer, form, 'missing', { codeOfA: `${noun}_NOT_FOUND` })
      }
    }
  })
})

describe('a branch', () => {
  it('that is the default one cannot be deleted', async () => {
    const { repo } = await history('default')
    const answer = await as(ada).send('DELETE', `${repo}/branches/main`)
    expect(expectFault(answer, 'B', 'forbidden')).toContain('default branch')
  })

  it('is made once, however many ask at once', async () => {
    const { repo } = await history('at-once')
    const ask = () => as(ada, 'A').post(`${repo}/branches`, { name: 'x' })
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409])
    const refused = answers.filter((answer) => answer.status === 409)
    expect(new Set(refused.map((answer) => answer.body.code))).toEqual(new Set(['BRANCH_EXISTS']))
    expect(await knownRefs(stithy, 'at-once')).toEqual(await gitRefs(stithy, 'ada', 'at-once'))
  })

  it('may differ from another in case only', async () => {
    const { repo } = await history('case')
    expect((await as(ada).post(`${repo}/branches`, { name: 'MAIN' })).status).toBe(201)
    expect((await as(ada).get(`${repo}/branches/MAIN`)).body.is_default).toBe(false)
  })

  it('may have the longest name that a disk can hold', async () => {
    const { repo } = await history('long-names')
    for (const name of ['x'.repeat(250), `${'y'.repeat(4)}/${'é'.repeat(125)}`]) {
      expect((await as(ada).post(`${repo}/branches`, { name })).status).toBe(201)
      expect((await as(ada).get(`${repo}/branches/${encodeURIComponent(name)}`)).status).toBe(200)
    }
  })

  it('of an empty repository has nowhere to begin', async () => {
    const repo = await newRepo(stithy, ada, 'nothing-yet')
    const answer = await as(ada, 'A').post(`${repo}/branches`, { name: 'x' })
    expectFault(answer, 'A', 'missing', { codeOfA: 'COMMIT_NOT_FOUND' })
  })

  it('begins at a commit, never at a file that somebody tagged', async () => {
    const { repo } = await history('odd-tag')
    const tree = await pushSomething(stithy, token, 'ada/odd-tag').catch(() => null)
    expect(tree).toBeNull()
    const dir = await folderOf(stithy, 'ada', 'odd-tag')
    const made = await as(ada).send('PUT', `${repo}/contents/x`, { body: { content: base64('x') } })
    const { sha } = made.body.content
    await git(dir, 'update-ref', 'refs/stithy/keep', sha)
    expect((await as(ada).post(`${repo}/branches`, { name: 'x', sha })).status).toBe(404)
    expect((await as(ada).post(`${repo}/tags`, { name: 'x', sha })).status).toBe(404)
  })

  it('that is made or deleted has the effects of a push', async () => {
    const { repo } = await history('effects')
    const seen = stithy.app.db.selectFrom('repos').select('pushed_at').where('slug', '=', 'effects')
    const before = await seen.executeTakeFirstOrThrow()
    stithy.advance(1000)
    await as(ada).post(`${repo}/branches`, { name: 'x' })
    const after = await seen.executeTakeFirstOrThrow()
    expect(after.pushed_at).toBeGreaterThan(before.pushed_at ?? 0)
    await eventually(async () => {
      const jobs = await stithy.app.db.selectFrom('jobs').select('id').where('name', '=', 'repo.maintain').execute()
      expect(jobs).toEqual([])
    })
  })
})

describe.each(forms)('a tag, in Form %s', (form) => {
  it('is made, looked at and deleted, with and without a message', async () => {
    const { repo, first, second } = await history(`tag-${form}`)
    const client = as(ada, form)
    const light = await client.post(`${repo}/tags`, { name: 'v1', sha: first })
    expect(light.status, light.text).toBe(201)
    const nothing = { tag_sha: null, message: null, tagger: null, tagged_at: null }
    const unsigned = { verified: false, signature: null, protected: false }
    expect(light.body).toEqual({ name: 'v1', type: 'lightweight', commit_sha: first, ...nothing, ...unsigned })
    const heavy = await client.post(`${repo}/tags`, { name: 'rel/v2', ref: 'main', message: 'Two\r\n\r\nof them\n' })
    expect(heavy.status, heavy.text).toBe(201)
    expect(heavy.body).toMatchObject({
      name: 'rel/v2',
      type: 'annotated',
      commit_sha: second,
      message: 'Two\n\nof them',
      tagger: { name: 'ada', email: 'ada@users.noreply.127.0.0.1' },
    })
    for (const made of [light, heavy]) {
      for (const path of [made.body.name, encodeURIComponent(made.body.name)]) {
        expect((await client.get(`${repo}/tags/${path}`)).body).toEqual(made.body)
      }
    }
    const dir = await folderOf(stithy, 'ada', `tag-${form}`)
    expect(await git(dir, 'rev-parse', 'rel/v2')).toBe(heavy.body.tag_sha)
    expect((await tryGit(dir, 'fsck', '--strict')).code).toBe(0)
    expectFault(await client.post(`${repo}/tags`, { name: 'v1' }), form, 'conflict', {
      codeOfA: 'TAG_EXISTS',
      details: ['name: taken'],
    })
    expect((await client.send('DELETE', `${repo}/tags/rel/v2`)).status).toBe(204)
    expectFault(await client.get(`${repo}/tags/rel/v2`), form, 'missing', { codeOfA: 'TAG_NOT_FOUND' })
    expect(await knownRefs(stithy, `tag-${form}`)).toEqual(await gitRefs(stithy, 'ada', `tag-${form}`))
  })
})

describe('many tags', () => {
  const versions = ['v2.0', 'v2.0-rc10', 'v2.0-rc9', 'v1.11', 'v1.10', 'v1.9.1', 'v1.9', 'v1.2', 'v1.1']
  const older = ['light', 'heavy', '1.0', '1.0b2', '1.0b1']
  let repo: string

  beforeAll(async () => {
    repo = (await history('many-tags')).repo
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'main')
    await git(tree, 'fetch', '-q', addressOf(stithy, token, 'ada/many-tags'), 'main')
    for (const name of [...versions, '1.0', '1.0b2', '1.0b1'].toSorted()) await git(tree, 'tag', name, 'FETCH_HEAD')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/many-tags'), '--tags')
  })

  async function names(query = ''): Promise<readonly string[]> {
    const answer = await as(ada, 'A').get(`${repo}/tags${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.map(({ name }: { name: string }) => name)
  }

  it('are listed by their versions, the highest first, a page at a time', async () => {
    const all = [...versions, ...older]
    expect(await names()).toEqual(all)
    expect(await names('?per_page=4')).toEqual(all.slice(0, 4))
    expect(await names('?per_page=4&page=2')).toEqual(all.slice(4, 8))
    expect(await names('?per_page=4&page=9')).toEqual([])
    const last = await as(ada, 'B').get(`${repo}/tags?per_page=5&page=3`)
    expect(last.body).toMatchObject({ total: 14, items: ['heavy', '1.0', '1.0b2', '1.0b1'].map((name) => ({ name })) })
  })

  it('are in the same order a moment after one was made, and one deleted', async () => {
    expect((await as(ada).post(`${repo}/tags`, { name: 'v1.12' })).status).toBe(201)
    expect((await names()).slice(2, 5)).toEqual(['v2.0-rc9', 'v1.12', 'v1.11'])
    expect((await as(ada).send('DELETE', `${repo}/tags/v1.12`)).status).toBe(204)
    expect(await names()).toEqual([...versions, ...older])
  })
})

describe('who may', () => {
  const acts = [
    ['POST', 'branches', { name: 'mine' }, 201],
    ['POST', 'tags', { name: 'mine' }, 201],
    ['DELETE', 'branches/mine', undefined, 204],
    ['DELETE', 'tags/mine', undefined, 204],
  ] as const

  it('is who may push', async () => {
    const { repo } = await history('rights')
    const reader = await newPerson(stithy, 'reader')
    const developer = await newPerson(stithy, 'developer')
    const stranger = await newPerson(stithy, 'stranger')
    await grant(stithy, 'rights', reader, 'Reader')
    await grant(stithy, 'rights', developer, 'Developer')
    const readToken = await newToken(as(ada), ['repo:read'])
    for (const [method, path, body, done] of acts) {
      const ask = async (client: Client): Promise<number> =>
        (await client.send(method, `${repo}/${path}`, body === undefined ? {} : { body })).status
      expect(await ask(stithy.client())).toBe(401)
      expect(await ask(as(stranger))).toBe(404)
      expect(await ask(as(reader))).toBe(403)
      expect(await ask(as(readToken))).toBe(403)
      expect(await ask(as(developer))).toBe(done)
    }
    expect((await as(readToken).get(`${repo}/branches/main`)).status).toBe(200)
    expect((await as(stranger).get(`${repo}/branches/main`)).status).toBe(404)
    await as(ada).send('PATCH', repo, { body: { archived: true } })
    expect((await as(ada).post(`${repo}/branches`, { name: 'late' })).status).toBe(403)
    expect((await as(ada).get(`${repo}/branches/main`)).status).toBe(200)
  })
})
