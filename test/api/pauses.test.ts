// One thread serves everybody: a body that keeps it busy is a door that is shut for all others.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { takePipelines } from '../../src/features/pipelines/lease.ts'
import type { Answer, Client } from '../support/client.ts'
import { HandMadePush } from '../support/hand-made-push.ts'
import { lfsPointer } from '../support/lfs-pointer.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Client
let access: string
let cookie: string

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true' })
  const person = await newPerson(stithy, 'ada')
  ada = stithy.client('B').as(person.access)
  access = person.access
  cookie = person.cookie
})
afterAll(() => stithy.stop())

const headers = { 'content-type': 'application/json' }
const numbered = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join()

const numberedFiles = (count: number, text: (at: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`file-${at}`, text(at)]))

describe('a mebibyte of JSON', () => {
  it.each([
    ['many keys', `{${numbered(100_000, (index) => `"${index.toString(36)}":0`)}}`],
    ['many keys with escapes', `{${numbered(60_000, (index) => `"\\u0041${index}":0`)}}`],
    ['many small objects', `{"scopes":[${'{},'.repeat(340_000)}{}]}`],
    ['many numbers in a list of texts', `{"name":"x","scopes":[${'1,'.repeat(500_000)}1]}`],
    ['many texts in a list', `{"name":"x","scopes":[${'"",'.repeat(340_000)}""]}`],
    ['as many numbers as are read', `{"name":"x","scopes":[${'1,'.repeat(9900)}1]}`],
    ['as many keys as are read', `{${numbered(9900, (index) => `"key number ${index}":0`)}}`],
    ['one long text', `{"name":"${'x'.repeat(1_000_000)}"}`],
    ['one long text of escapes', `{"name":"${'\\u0041'.repeat(170_000)}"}`],
    ['one long number', `{"name":${'1'.repeat(1_000_000)}}`],
    ['spaces', `{"name" ${' '.repeat(1_000_000)}: 1}`],
    ['brackets', '['.repeat(1_000_000)],
    ['a key twice behind a long text', `{"name":"${'\\"'.repeat(500_000)}","name":""}`],
  ])('of %s is refused without holding anybody up', async (_, raw) => {
    const ask = (): Promise<Answer> => ada.send('POST', 'user/tokens', { raw, headers })
    expect((await ask()).status).toBe(400)
    await expectNoPause(ask)
  })

  it('is told in a few words what is wrong with it', async () => {
    for (const items of [33, 9000]) {
      const answer = await ada.post('user/tokens', { name: 7, scopes: Array(items).fill(1) })
      expect(answer.body.details).toEqual([{ field: 'scopes', code: 'too_many', message: expect.any(String) }])
    }
    const many = await ada.send('POST', 'user/tokens', { raw: `[${'1,'.repeat(10_000)}1]`, headers })
    expect(many.body.message).toBe('The body holds more than 10000 values')
  })
})

describe('what is large to look at', () => {
  const files = 20_000
  let few: string
  let many: string

  beforeAll(async () => {
    await ada.post('user/repos', { slug: 'wide' })
    const push = new HandMadePush()
    few = push.commit(push.tree({}), null, 0)
    many = push.commit(push.tree({ dir: numberedFiles(files, (at) => `${at}`) }), few, 1)
    const token = await newToken(ada, ['repo:write'])
    await push.send(stithy.client().as(token), 'ada/wide', { main: many })
  })

  it.each([
    ['a folder of twenty thousand files', () => 'contents/dir'],
    ['a commit that changes twenty thousand', () => `commits/${many}/diff`],
  ])('%s holds nobody up', async (_, path) => {
    await expectNoPause(async () => expect((await ada.get(`repos/ada/wide/${path()}`)).status).toBe(200))
  })

  it.each([
    ['a comparison of twenty thousand files', () => `compare/${few}...${many}`],
    ['a commit with twenty thousand files', () => `commits/${many}`],
  ])('%s is written a little at a time', async (_, path) => {
    await expectNoPause(async () => {
      // As bytes: we are in the same thread, and reading so much JSON would hold us up ourselves.
      const answer = await fetch(`${stithy.url}/api/v1/repos/ada/wide/${path()}`, {
        headers: { authorization: `Bearer ${access}` },
      })
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    })
    const { files: shown, stats } = (await ada.get(`repos/ada/wide/${path()}`)).body
    expect([shown.length, shown[0].path, stats.files]).toEqual([files, 'dir/file-0', files])
  })

  it('notes of a release behind a hundred thousand commits hold nobody up', async () => {
    await ada.post('user/repos', { slug: 'long' })
    const push = new HandMadePush()
    const tree = push.tree({ 'README.md': 'x' })
    let main: string | null = null
    for (let at = 0; at < 100_000; at++) main = push.commit(tree, main, at)
    const topic = push.commit(push.tree({ 'README.md': 'x', 'topic.md': 'x' }), main, 100_000)
    const token = await newToken(ada, ['repo:write'])
    await push.send(stithy.client().as(token), 'ada/long', { main: main ?? '', topic })
    const pull = { title: 'A topic', source_branch: 'topic', target_branch: 'main' }
    expect((await ada.post('repos/ada/long/pulls', pull)).status).toBe(201)
    expect((await ada.post('repos/ada/long/pulls/1/merge', { merge_method: 'merge' })).status).toBe(200)
    await expectNoPause(async () => {
      const notes = await ada.post('repos/ada/long/releases/generate-notes', { tag_name: '' })
      expect(notes.body.body).toContain('- A topic (#1) by @ada')
    })
  })

  it('commits that point to more large files than anybody has sent are looked through without holding anybody up', async () => {
    await ada.post('user/repos', { slug: 'pointing', auto_init: true })
    expect((await ada.post('repos/ada/pointing/forks', { slug: 'pointed-at' })).status).toBe(201)
    const token = await newToken(ada, ['repo:write'])
    const pointer = (at: number): string => lfsPointer(at.toString(16).padStart(64, '0'), 12)
    const folders = Array.from({ length: 100 }, (_, at) => numberedFiles(200, (file) => pointer(100 * file + at)))
    const { sha: before } = (await ada.get('repos/ada/pointing/commits/main')).body
    const push = new HandMadePush()
    const tree = push.tree({
      'README.md': 'theirs',
      ...Object.fromEntries(folders.map((one, at) => [`dir-${at}`, one])),
    })
    await push.send(stithy.client().as(token), 'ada/pointing', { main: push.commit(tree, before, 0) }, before)
    const { sha } = (await ada.get('repos/ada/pointed-at/contents/README.md')).body
    const ours = { content: Buffer.from('ours').toString('base64'), message: 'Ours', sha }
    expect((await ada.send('PUT', 'repos/ada/pointed-at/contents/README.md', { body: ours })).status).toBe(200)
    // Something that the fork has not, so that there is a reason to look.
    const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`
    const large = `${stithy.url}/ada/pointing/info/lfs/objects/${createHash('sha256').update('large').digest('hex')}`
    expect((await fetch(large, { method: 'PUT', headers: { authorization }, body: 'large' })).status).toBe(200)
    const sync = async (): Promise<void> => {
      // In conflict, so that it can be asked for as often as somebody likes.
      expect((await ada.post('repos/ada/pointed-at/sync', { method: 'merge' })).status).toBe(409)
    }
    await sync()
    await expectNoPause(sync)
  })

  it('a pipeline file that says much is read without holding anybody up', async () => {
    const values = Array.from({ length: 100 }, (_, at) => at).join()
    const steps = Array.from({ length: 100 }, () => '{ run: "${{ matrix.x }} ${{ matrix.x }}" }').join()
    const content = `version: 1\njobs: { a: { matrix: { x: [${values}] }, steps: [${steps}] } }`
    await expectNoPause(async () => {
      const checked = await ada.post('repos/ada/wide/ci/config/validate', { content })
      expect(checked.body).toMatchObject({ valid: true })
    })
  })

  it('a conversation that is full of references holds nobody up', async () => {
    const full = (from: number): string =>
      Array.from({ length: 5000 }, (_, at) => `#${from + at} @person${at} ${(from + at + 0x1000000).toString(16)}`)
        .join(' ')
        .slice(0, 65_000)
    const { number } = (await ada.post('repos/ada/wide/issues', { title: 'Full', body: full(1) })).body
    for (let at = 1; at < 15; at++) {
      const said = await ada.post(`repos/ada/wide/issues/${number}/comments`, { body: full(at * 5000) })
      expect(said.status, said.text).toBe(201)
    }
    await expectNoPause(async () => {
      const page = await fetch(`${stithy.url}/ada/wide/issues/${number}`, { headers: { cookie } })
      expect(page.status).toBe(200)
      await page.text()
    })
  })
})

it('an issue with thousands of comments goes without holding anybody up', async () => {
  await ada.post('user/repos', { slug: 'spoken' })
  let issue = ''
  const remove = async () => expect((await ada.send('DELETE', issue)).status).toBe(204)
  await expectNoPause(remove, async () => {
    const { number } = (await ada.post('repos/ada/spoken/issues', { title: 'Spoken' })).body
    issue = `repos/ada/spoken/issues/${number}`
    await inTransaction(stithy.app, async (tx) => {
      const { id, author_id: author } = await tx
        .selectFrom('threads')
        .select(['id', 'author_id'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await sql`insert into comments (uuid, thread_id, author_id, body, created_at, updated_at)
        with recursive said (n) as (select 1 union all select n + 1 from said where n < 40000)
        select 'said-' || ${number} || '-' || n, ${id}, ${author}, 'More words', ${tx.now}, ${tx.now} from said`.execute(
        tx,
      )
    })
  })
})

it('pipelines that wait for each other are looked at without those that have ended', async () => {
  await ada.post('user/repos', { slug: 'served' })
  await inTransaction(stithy.app, async (tx) => {
    const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', 'served').executeTakeFirstOrThrow()
    // One runs elsewhere, twenty wait for it, and a year of them has ended.
    await sql`insert into pipelines (uuid, repo_id, number, mode, trigger_event, ref, commit_sha, status, serial_group,
        is_trusted, stages, attempts, log_lines, created_at, lease, lease_until)
      with recursive made (n) as (select 1 union all select n + 1 from made where n < 100021)
      select 'served-' || n, ${id}, n, 'easy', 'push', 'refs/heads/main', '', case when n <= 100000 then 'failed'
        when n = 100001 then 'running' else 'pending' end, 'refs/heads/main', 1, '[]', 1, 0, ${tx.now}, 'elsewhere',
        case when n = 100001 then ${tx.now + day} end from made`.execute(tx)
  })
  await expectNoPause(async () => {
    expect(await takePipelines(stithy.app, { count: 1, except: [], lastBegun: new Map() })).toEqual([])
  })
})
