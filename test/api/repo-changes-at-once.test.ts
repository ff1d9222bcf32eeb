import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { addressOf, git, pushSomething } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const rounds = 8

let stithy: TestStithy
let client: Client
let made = 0

beforeAll(async () => {
  stithy = await startStithy()
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(() => stithy.stop())

async function newRepo(more: object = {}): Promise<string> {
  const slug = `repo-${++made}`
  expect((await client.post('user/repos', { slug, ...more })).status).toBe(201)
  return slug
}

const change = (slug: string, body: object): Promise<Answer> => client.send('PATCH', `repos/ada/${slug}`, { body })

async function audited(slug: string): Promise<readonly Record<string, { from: unknown; to: unknown }>[]> {
  const log = await client.get('admin/audit?event=REPO_UPDATED&per_page=100')
  return log.body.items
    .filter((entry: { target_name: string }) => entry.target_name === `ada/${slug}`)
    .map((entry: { metadata: object }) => entry.metadata)
}

describe('a pull request', () => {
  it('that goes elsewhere while its branch is pushed to has the newest commit', async () => {
    const repo = `repos/ada/${await newRepo({ auto_init: true })}`
    await commitTo(client, repo, ['other', 'main'], { 'other.txt': 'other\n' })
    await commitTo(client, repo, ['topic', 'main'], { 'f.txt': 'begun\n' })
    const pull = `${repo}/pulls/${(await openPull(client, repo, 'topic')).number}`
    for (let round = 0; round < 2 * rounds; round++) {
      const target = round % 2 === 0 ? 'other' : 'main'
      const [newest, moved] = await Promise.all([
        commitTo(client, repo, 'topic', { [`${round}.txt`]: 'one\n' }),
        sleep(round * 4).then(() => client.send('PATCH', pull, { body: { target_branch: target } })),
      ])
      expect([200, 409]).toContain(moved.status)
      await eventually(async () => expect((await client.get(pull)).body.head_sha).toBe(newest), 3000)
    }
  })
})

describe('a pending review', () => {
  it('that is submitted while it is written keeps every comment that was taken', async () => {
    const repo = `repos/ada/${await newRepo({ auto_init: true })}`
    await commitTo(client, repo, ['topic', 'main'], { 'f.txt': 'one\n' })
    for (let round = 0; round < rounds; round++) {
      const pull = `${repo}/pulls/${(await openPull(client, repo, 'topic')).number}`
      const at = { path: 'f.txt', line: 1 }
      const begun = await client.post(`${pull}/reviews`, { comments: [{ ...at, body: 'begun' }] })
      const review = `${pull}/reviews/${begun.body.id}`
      const first = (await client.get(review)).body.pending_comments[0].id
      const add = (body: string) => client.post(`${review}/comments`, { ...at, body })
      const [before, edited, submitted, ...added] = await Promise.all([
        add('before'),
        client.send('PATCH', `${review}/comments/${first}`, { body: { body: 'edited' } }),
        client.send('PATCH', review, { body: { event: 'comment' } }),
        add('a'),
        add('b'),
        add('c'),
      ])
      expect(submitted.status).toBe(200)
      const taken = [before, ...added].filter(({ status }) => status === 201).length
      const said = (await client.get(review)).body
      expect(said.comments).toHaveLength(1 + taken)
      expect(said.pending_comments).toEqual([])
      expect(said.comments[0].body).toBe(edited.status === 200 ? 'edited' : 'begun')
      await client.send('PATCH', pull, { body: { state: 'closed' } })
    }
  })
})

describe('changes of a repository that come at once', () => {
  it('do not undo each other: what was made private stays so', async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = await newRepo({ is_public: true })
      const answers = await Promise.all([
        change(slug, { default_branch: 'dev' }),
        change(slug, { is_public: false }),
        change(slug, { description: 'told' }),
        change(slug, { archived: true }),
      ])
      expect(statusesOf(answers)).toEqual([200, 200, 200, 200])
      const { body } = await client.get(`repos/ada/${slug}`)
      expect(body).toMatchObject({ is_public: false, default_branch: 'dev', description: 'told' })
      expect((await stithy.client().get(`repos/ada/${slug}`)).status).toBe(404)
      expect((await audited(slug)).flatMap((entry) => Object.keys(entry)).toSorted()).toEqual(
        ['defaultBranch', 'description', 'isArchived', 'isPublic'].toSorted(),
      )
    }
  })

  it('are written down one after the other: each begins where the one before ended', async () => {
    const slug = await newRepo({ description: '0' })
    await Promise.all(Array.from({ length: 6 }, (_, index) => change(slug, { description: `${index + 1}` })))
    const steps = (await audited(slug)).map((entry) => entry['description']).toReversed()
    expect(steps).toHaveLength(6)
    for (const [index, step] of steps.entries()) expect(step?.from).toBe(index === 0 ? '0' : steps[index - 1]?.to)
    expect((await client.get(`repos/ada/${slug}`)).body.description).toBe(steps.at(-1)?.to)
  })

  it('give it one new name: who comes second is told so, and every name leads to it', async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = await newRepo()
      const names = [`${slug}-x`, `${slug}-y`]
      const answers = await Promise.all(names.map((name) => change(slug, { slug: name })))
      // Whoever comes a moment later than at once renames it again.
      expect(['200,409', '200,200']).toContain(statusesOf(answers).join())
      const { slug: last } = (await client.get(`repos/ada/${slug}`)).body
      expect(names).toContain(last)
      for (const [index, name] of names.entries()) {
        const found = await client.get(`repos/ada/${name}`)
        expect(found.body?.slug).toBe(answers[index]?.status === 200 ? last : undefined)
      }
    }
  })

  it('leave git and us agreed on the default branch', async () => {
    const slug = await newRepo()
    const token = await newToken(client, ['repo:write'])
    const tree = await pushSomething(stithy, token, `ada/${slug}`)
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await git(tree, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), `main:${name}`)
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(names.map((name) => change(slug, { default_branch: name })))
      expect(statusesOf(answers)).toEqual([200, 200, 200, 200])
      const { body } = await client.get(`repos/ada/${slug}`)
      const head = await readFile(join(stithy.dataDir, 'repositories/ada', `${body.id}.git`, 'HEAD'), 'utf8')
      expect(head).toBe(`ref: refs/heads/${body.default_branch}\n`)
    }
  })

  it('that fail leave the default branch as it was', async () => {
    const [slug, other] = [await newRepo(), await newRepo()]
    expect((await change(slug, { default_branch: 'dev', slug: other })).status).toBe(409)
    const { body } = await client.get(`repos/ada/${slug}`)
    const head = await readFile(join(stithy.dataDir, 'repositories/ada', `${body.id}.git`, 'HEAD'), 'utf8')
    expect([body.default_branch, head]).toEqual(['main', 'ref: refs/heads/main\n'])
  })

  it('that change nothing are not written down', async () => {
    const slug = await newRepo({ description: 'same' })
    const before = await client.get(`repos/ada/${slug}`)
    const answer = await change(slug, { description: 'same', slug })
    expect([answer.status, answer.body]).toEqual([200, before.body])
    expect(await audited(slug)).toEqual([])
  })
})

describe('deleting a repository', () => {
  it('twice at once succeeds once, and is not found the other time', async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = await newRepo()
      const answers = await Promise.all([1, 2, 3].map(() => client.send('DELETE', `repos/ada/${slug}`)))
      expect(statusesOf(answers)).toEqual([204, 404, 404])
      expect((await client.get(`repos/ada/${slug}`)).status).toBe(404)
    }
  })

  it('at the same time as changing it ends in a clear answer', async () => {
    for (let round = 0; round < rounds; round++) {
      const slug = await newRepo()
      const [changed, deleted] = await Promise.all([
        change(slug, { default_branch: 'dev', description: 'late' }),
        client.send('DELETE', `repos/ada/${slug}`),
      ])
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(changed.status)
    }
  })
})

describe('what is done to a repository while it is being deleted', () => {
  it('is done, not found, or to be tried again, and nothing else', async () => {
    const bob = stithy.client('B').as((await newPerson(stithy, 'bob')).access)
    for (let round = 0; round < rounds; round++) {
      const slug = await newRepo({ is_public: true, auto_init: true })
      const file = { content: 'MQ==', message: 'One more', branch: 'main' }
      const acts = [
        () => client.send('DELETE', `repos/ada/${slug}`),
        ...[1, 2, 3].map((at) => () => client.send('PUT', `repos/ada/${slug}/contents/${at}.txt`, { body: file })),
        () => bob.post(`repos/ada/${slug}/forks`, {}),
        () => bob.post(`repos/ada/${slug}/issues`, { title: 'It rings' }),
        () => client.post(`repos/ada/${slug}/labels`, { name: 'loud', color: '#112233' }),
        () => client.post(`repos/ada/${slug}/releases`, { tag_name: 'v1', target: 'main' }),
      ]
      const turned = [...acts.slice(round), ...acts.slice(0, round)]
      const statuses = statusesOf(await Promise.all(turned.map((act) => act())))
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
    }
    expect(stithy.logs.filter((line) => line.level === 'error')).toEqual([])
  })
})

describe('names that leave no room for each other', () => {
  it.each(['branches', 'tags'])('as %s at once are made, or are a conflict', async (kind) => {
    const slug = await newRepo({ auto_init: true })
    for (let round = 0; round < rounds; round++) {
      const names = [1, 2, 3, 4].flatMap((at) => [`q${round}-${at}`, `q${round}-${at}/e`, `q${round}-${at}/e/f`])
      const answers = await Promise.all(
        names.map((name) => client.post(`repos/ada/${slug}/${kind}`, { name, ref: 'main', target: 'main' })),
      )
      expect(statusesOf(answers).filter((status) => status !== 201 && status !== 409)).toEqual([])
    }
  })
})
