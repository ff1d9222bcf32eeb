// Issues and pull requests that come along with a repository from another forge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { checkCounts } from '../../src/features/soundness/check-counts.ts'
import { resumeTrackers } from '../../src/features/trackers/start-tracker.ts'
import { settleTimes } from '../../src/worker/settle-times.ts'
import type { Answer, Client } from '../support/client.ts'
import { type Forge, type ForgeKind, importEnded, listsOf, type ProjectThere, startForge } from '../support/forges.ts'
import { addressOf, git } from '../support/git.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { gitRefs, newRepo, workTree } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client
let commits: string

beforeAll(async () => {
  stithy = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1', CI_ENABLED: 'true' })
  ada = await newPerson(stithy, 'ada')
  // The name of somebody who writes there, too.
  await newPerson(stithy, 'grace')
  api = stithy.client('A').as(ada.access)
  await newRepo(stithy, ada, 'engine', { is_public: true })
  const tree = await workTree()
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await git(tree, 'tag', 'v1.0')
  await git(tree, 'tag', 'v2.0-rc1')
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/engine'), '--all')
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/engine'), '--tags')
  commits = `${stithy.url}/ada/engine.git`
})
const forges: Forge[] = []
afterAll(async () => {
  for (const forge of forges) forge.stop()
  await stithy.stop()
})

async function newForge(kind: ForgeKind, project: ProjectThere = {}): Promise<Forge> {
  const forge = await startForge(kind, commits)
  Object.assign(forge.lists, listsOf(kind, project))
  forges.push(forge)
  return forge
}

function start(slug: string, forge: Forge, tracker: ForgeKind, more: object = {}): Promise<Answer> {
  return api.post('user/repos/import', { slug, url: forge.url, tracker, ...more })
}

type Body = Answer['body']

async function trackerOf(slug: string): Promise<Body> {
  return (await api.get(`repos/ada/${slug}/import`)).body.tracker
}

const ended = (slug: string): Promise<Body> => importEnded(() => trackerOf(slug))

async function idOf(slug: string): Promise<number> {
  const row = stithy.app.db.selectFrom('repos').select('id').where('slug', '=', slug)
  return (await row.executeTakeFirstOrThrow()).id
}

const project: ProjectThere = {
  labels: [
    { name: 'bug', color: 'd73a4a', description: 'Does not work' },
    { name: 'a, b', color: 'nonsense' },
    { name: 'x'.repeat(80), color: '00ff00' },
    { name: 'later', color: '0000ff' },
  ],
  milestones: [
    { title: 'v1', due: '2027-01-01T00:00:00Z' },
    { title: 'v0', closedAt: '2019-05-01T00:00:00Z' },
  ],
  releases: [
    { tag: 'v1.0', name: 'The first', body: 'It rings' },
    { tag: 'v2.0-rc1', name: '', body: '' },
    { tag: 'v3.0', name: 'Of no tag', body: '' },
    { tag: 'v1.0', name: 'Again', body: '' },
    { tag: 'v2.0-rc1', name: 'Not yet', body: '', draft: true },
  ],
  issues: [
    {
      number: 1,
      title: 'Rings',
      body: 'Ask @grace and see #3',
      labels: ['bug'],
      milestone: 'v1',
      at: '2019-01-02T03:04:05Z',
    },
    {
      number: 3,
      title: 'Hums',
      body: null,
      closedAt: '2020-01-01T00:00:00Z',
      labels: ['bug', 'later', 'unlisted'],
      locked: true,
      said: [
        { by: 'linus', body: 'Mine too, fixes #1', at: '2019-06-01T00:00:00Z' },
        { by: 'grace', body: 'Thank you', at: '2019-06-02T00:00:00Z' },
        { by: 'grace', body: 'Done', at: '2019-06-03T00:00:00Z' },
        { by: 'linus', body: 'Indeed', at: '2019-06-04T00:00:00Z' },
      ],
    },
    { number: 4, title: 'Sings', by: 'linus' },
    { number: 7, title: 'Rattles', said: [{ by: 'grace', body: 'Since Monday', at: '2019-07-01T00:00:00Z' }] },
  ],
}

describe.each(['github', 'gitea', 'gitlab'] as const)('issues of %s', (kind) => {
  let forge: Forge
  let issue: (number: number) => Promise<Body>
  const slug = `from-${kind}`

  it('come with their numbers, labels, milestones, comments, states and times', async () => {
    forge = await newForge(kind, project)
    expect((await start(slug, forge, kind, { username: 'x', password: 'sesame', is_public: true })).status).toBe(201)
    const tracker = await ended(slug)
    expect(tracker).toMatchObject({ kind, state: 'done', error: null, issues: 4, pulls: 0, comments: 5, total: 4 })
    expect(tracker).toMatchObject({ milestones: 2, labels: 5, left_out: 0, waits_until: null })
    issue = async (number) => (await api.get(`repos/ada/${slug}/issues/${number}`)).body
    const web = `${forge.origin}/ada/engine${kind === 'gitlab' ? '/-' : ''}/issues`
    expect(await issue(1)).toMatchObject({
      title: 'Rings',
      body: 'Ask @grace and see #3',
      state: 'open',
      author: null,
      author_elsewhere: 'grace',
      imported_from: `${web}/1`,
      milestone: { title: 'v1' },
      labels: [{ name: 'bug', color: '#d73a4a' }],
      locked: false,
      created_at: '2019-01-02T03:04:05.000Z',
    })
    expect(await issue(3)).toMatchObject({
      body: '',
      state: 'closed',
      locked: true,
      comment_count: 4,
      closed_at: '2020-01-01T00:00:00.000Z',
      updated_at: '2020-01-01T00:00:00.000Z',
      closed_by: null,
      labels: [{ name: 'bug' }, { name: 'later' }, { name: 'unlisted' }],
    })
    const said = itemsOf((await api.get(`repos/ada/${slug}/issues/3/comments`)).body)
    expect(said).toMatchObject([
      { author: null, author_elsewhere: 'linus', body: 'Mine too, fixes #1', created_at: '2019-06-01T00:00:00.000Z' },
      { author_elsewhere: 'grace', body: 'Thank you' },
      { author_elsewhere: 'grace', body: 'Done' },
      { author_elsewhere: 'linus', body: 'Indeed' },
    ])
    const labels = itemsOf((await api.get(`repos/ada/${slug}/labels`)).body).map(({ name, color }) => [name, color])
    expect(labels).toContainEqual(['a b', '#6e7781'])
    expect(labels).toContainEqual([`${'x'.repeat(49)}…`, '#00ff00'])
    const milestones = itemsOf((await api.get(`repos/ada/${slug}/milestones?state=all`)).body)
    expect(milestones.map(({ title, state, due_at: due }) => [title, state, due])).toEqual([
      ['v1', 'open', '2027-01-01T00:00:00.000Z'],
      ['v0', 'closed', null],
    ])
  })

  it('come with the releases of tags that are here', async () => {
    const releases = itemsOf((await api.get(`repos/ada/${slug}/releases`)).body)
    expect(releases.map(({ name, body, author }) => [name, body, author])).toEqual([
      ['v2.0-rc1', '', null],
      ['The first', 'It rings', null],
    ])
    expect(releases.map(({ published_at: at }) => at)).toEqual(Array.from(releases, () => '2019-03-04T05:06:07.000Z'))
    expect((await trackerOf(slug)).releases).toBe(2)
  })

  it('are counted, listed and found like all others', async () => {
    const list = async (query: string): Promise<unknown[]> =>
      itemsOf((await api.get(`repos/ada/${slug}/issues?${query}`)).body).map(({ number }) => number)
    expect(await list('state=open&sort=created&direction=asc')).toEqual([1, 4, 7])
    expect(await list('state=closed&labels=bug')).toEqual([3])
    expect(await list('state=all&q=monday')).toEqual([7])
    expect(await list('state=all&milestone=v1')).toEqual([1])
    // Nobody here has written them, whatever their name.
    expect(await list('state=all&author=grace')).toEqual([])
    expect(await checkCounts(stithy.app)).toEqual([])
  })

  it('are no news to anybody, and do nothing', async () => {
    const { db } = stithy.app
    const id = await idOf(slug)
    const none = async (
      table: 'mentions' | 'timeline_events' | 'notifications' | 'thread_references',
    ): Promise<void> => {
      const rows = db.selectFrom(table).innerJoin('threads', 'threads.id', `${table}.thread_id`)
      expect(await rows.select('threads.number').where('threads.repo_id', '=', id).execute()).toEqual([])
    }
    await none('mentions')
    await none('timeline_events')
    await none('notifications')
    await none('thread_references')
    const threads = await db.selectFrom('threads').select('id').where('repo_id', '=', id).execute()
    const jobs = await db.selectFrom('jobs').select('payload').execute()
    const names = threads.map((thread) => new RegExp(`"threadId":${thread.id}\\b`))
    expect(jobs.filter(({ payload }) => names.some((name) => name.test(payload)))).toEqual([])
    expect((await issue(1)).state).toBe('open')
  })

  it('asks with the token, and keeps it nowhere', async () => {
    const sent = { github: 'Bearer sesame', gitea: 'token sesame', gitlab: undefined }
    expect(forge.asked.length).toBeGreaterThan(5)
    for (const { headers } of forge.asked) {
      expect(headers.authorization).toBe(sent[kind])
      expect(headers['private-token']).toBe(kind === 'gitlab' ? 'sesame' : undefined)
    }
    const rows = await stithy.app.db.selectFrom('tracker_imports').selectAll().execute()
    expect(rows.filter((row) => row.sealed_token !== null)).toEqual([])
    expect(JSON.stringify([rows, stithy.logs])).not.toContain('sesame')
  })

  it('leave the numbers behind them to what is written here', async () => {
    const made = await api.post(`repos/ada/${slug}/issues`, { title: 'Here' })
    expect([made.status, made.body.number, 'imported_from' in made.body]).toEqual([201, 8, false])
    const said = await api.post(`repos/ada/${slug}/issues/1/comments`, { body: 'Here as well' })
    expect([said.status, said.body.author, 'author_elsewhere' in said.body]).toEqual([201, 'ada', false])
    // Who changes what was written there calls nobody who has the same name here.
    const changed = await api.send('PATCH', `repos/ada/${slug}/issues/1`, { body: { body: 'Ask @grace again' } })
    expect([changed.status, changed.body.author_elsewhere]).toEqual([200, 'grace'])
    const called = stithy.app.db.selectFrom('mentions').innerJoin('threads', 'threads.id', 'mentions.thread_id')
    expect(
      await called
        .select('number')
        .where('repo_id', '=', await idOf(slug))
        .execute(),
    ).toEqual([])
    const again = await api.post(`repos/ada/${slug}/import`, { url: forge.url, tracker: kind })
    expect(again.status).toBe(409)
    expect((await issue(3)).comment_count).toBe(4)
  })
})

describe.each(['github', 'gitea', 'gitlab'] as const)('pull requests of %s', (kind) => {
  const slug = `pulls-of-${kind}`
  /** GitLab counts them apart, behind its two issues. */
  const after = kind === 'gitlab' ? 2 : 0
  let shas: Record<'gone' | 'merged' | 'merge' | 'open', string>
  let forge: Forge
  /** The number under which the server still has the one whose branch is gone. */
  let first: number

  beforeAll(async () => {
    const engine = 'repos/ada/engine'
    const main = (await gitRefs(stithy, 'ada', 'engine'))['refs/heads/main'] ?? ''
    const gone = await commitTo(api, engine, [`gone-${kind}`, 'main'], { [`gone-${kind}`]: 'Gone' })
    first = (await openPull(api, engine, `gone-${kind}`)).number
    await api.send('DELETE', `${engine}/branches/gone-${kind}`)
    const open = await commitTo(api, engine, [`open-${kind}`, 'main'], { [`open-${kind}`]: 'Open' })
    const merged = await commitTo(api, engine, [`merged-${kind}`, 'main'], { [`merged-${kind}`]: 'Merged' })
    const pull = await openPull(api, engine, `merged-${kind}`)
    await settled(api, engine, pull.number)
    await api.post(`${engine}/pulls/${pull.number}/merge`, { merge_method: 'merge', delete_branch: true })
    const merge = (await api.get(`${engine}/pulls/${pull.number}`)).body.merge_commit_sha
    shas = { gone, merged, open, merge }
    const base = { branch: 'main', sha: main }
    const at = '2021-01-01T00:00:00Z'
    forge = await newForge(kind, {
      issues: (kind === 'gitlab' ? [1, 2] : [901, 902]).map((number) => ({ number, title: `Issue ${number}` })),
      pulls: [
        {
          number: first,
          title: 'Gone',
          body: 'Was @ada there?',
          head: { branch: `gone-${kind}`, sha: gone, isOwn: false },
          base,
          closedAt: '2021-03-01T00:00:00Z',
        },
        {
          number: first + 10,
          title: 'Merged',
          head: { branch: `merged-${kind}`, sha: merged },
          base,
          mergedAt: '2021-02-01T00:00:00Z',
          closedAt: '2021-02-01T00:00:00Z',
          mergeSha: merge,
          labels: ['bug'],
          said: [{ by: 'linus', body: 'Good', at }],
          remarks: [{ by: 'grace', body: 'Why here?', at, path: 'src/a.ts', line: 7 }],
        },
        { number: first + 12, title: 'Open', head: { branch: `open-${kind}`, sha: open }, base },
        {
          number: first + 13,
          title: 'Fork',
          review: 'As a whole',
          head: { branch: 'patch', sha: open, isOwn: false },
          base,
        },
        {
          number: first + 14,
          title: 'Lost',
          body: 'Nobody has it',
          head: { branch: 'lost', sha: 'ab'.repeat(20), isOwn: false },
          base,
          closedAt: '2021-04-01T00:00:00Z',
        },
      ],
    })
  })

  const pullAt = async (offset: number): Promise<Body> =>
    (await api.get(`repos/ada/${slug}/pulls/${first + offset + after}`)).body

  it('are pull requests here, with their commits', async () => {
    const reviews = kind === 'github' ? 1 : 0
    expect((await start(slug, forge, kind, { password: 'sesame' })).status).toBe(201)
    expect(await ended(slug)).toMatchObject({ state: 'done', error: null, issues: 2, pulls: 5, comments: 2 + reviews })
    const merged = await pullAt(10)
    expect(merged).toMatchObject({
      title: 'Merged',
      state: 'merged',
      merged_at: '2021-02-01T00:00:00.000Z',
      merge_commit_sha: shas.merge,
      head_sha: shas.merged,
      source_branch: `merged-${kind}`,
      target_branch: 'main',
      commit_count: 1,
      changed_files: 1,
      author: null,
      author_elsewhere: 'grace',
      comment_count: 2,
    })
    expect(merged.body).toMatch(kind === 'gitlab' ? /^\*This was merge request !\d+ at http/ : /^$/)
    const said = itemsOf((await api.get(`repos/ada/${slug}/pulls/${merged.number}/comments`)).body)
    expect(new Set(said.map(({ body }) => body))).toEqual(new Set(['Good', 'On `src/a.ts`, line 7:\n\nWhy here?']))
    const list = await api.get(`repos/ada/${slug}/pulls?state=merged&labels=bug`)
    expect(itemsOf(list.body)).toMatchObject([{ title: 'Merged' }])
  })

  it('come with commits whose branches are gone, and keep them', async () => {
    expect(await pullAt(0)).toMatchObject({ state: 'closed', head_sha: shas.gone, changed_files: 1 })
    const refs = await gitRefs(stithy, 'ada', slug)
    expect(Object.keys(refs)).not.toContain(`refs/heads/gone-${kind}`)
    const number = first + after
    expect([refs[`refs/pull/${number}/head`], refs[`refs/stithy/pull/${number}/1`]]).toEqual([shas.gone, shas.gone])
    const page = (await stithy.client().get(`/ada/${slug}/pulls/${number}`, { cookie: ada.cookie })).text
    expect(page).toContain('grace at 127.0.0.1')
    expect(page).toMatch(/Was @ada there/)
    const files = await stithy.client().get(`/ada/${slug}/pulls/${number}/files`, { cookie: ada.cookie })
    expect([files.status, files.text.includes(`gone-${kind}`)]).toEqual([200, true])
  })

  it('that are open can be merged, and follow their branch where that is here', async () => {
    expect(await pullAt(12)).toMatchObject({ state: 'open', head_sha: shas.open, mergeable: true })
    expect(await pullAt(13)).toMatchObject({ state: 'open', source_repo: null, mergeable: true })
    const pushed = await commitTo(api, `repos/ada/${slug}`, `open-${kind}`, { more: 'More' })
    expect(await pullAt(12)).toMatchObject({ head_sha: pushed, version: 2 })
    expect(await pullAt(13)).toMatchObject({ head_sha: shas.open, version: 1 })
    const merging = `repos/ada/${slug}/pulls/${first + 13 + after}/merge`
    const merged = await api.post(merging, { merge_method: 'merge' })
    expect([merged.status, (await pullAt(13)).state]).toEqual([200, 'merged'])
  })

  it('whose commits cannot be had are issues that say so', async () => {
    const lost = (await api.get(`repos/ada/${slug}/issues/${first + 14 + after}`)).body
    expect(lost).toMatchObject({ title: 'Lost', state: 'closed', author_elsewhere: 'grace' })
    expect(lost.body).toMatch(/ and was closed\. Its commits could not be brought along\.\*\n\nNobody has it$/)
    expect(await checkCounts(stithy.app)).toEqual([])
  })
})

/** An answer that does not come before the test says so. */
function held(): { readonly promise: Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, release: resolve }
}

const few: ProjectThere = {
  issues: [1, 2, 3, 4, 5].map((number) => ({
    number,
    title: `Issue ${number}`,
    said: [1, 2].map((at) => ({ by: 'grace', body: `Said ${number}.${at}`, at: `2020-02-0${number}T00:00:0${at}Z` })),
  })),
}

async function allSaid(slug: string): Promise<unknown[]> {
  const lists = [1, 2, 3, 4, 5].map((number) => api.get(`repos/ada/${slug}/issues/${number}/comments`))
  return (await Promise.all(lists)).flatMap(({ body }) => itemsOf(body).map((said) => said['body']))
}

const everything = [1, 2, 3, 4, 5].flatMap((number) => [`Said ${number}.1`, `Said ${number}.2`])

describe('what came, and is changed here', () => {
  it('calls nobody, whatever is changed: names in it are those of people there', async () => {
    const said = [{ by: 'linus', body: 'Says @grace', at: '2019-06-01T00:00:00Z' }]
    const issues = [
      { number: 1, title: 'Rings', body: '- [ ] Ask @grace, see #2', said },
      { number: 2, title: 'Hums' },
    ]
    await start('changed', await newForge('github', { issues }), 'github', { is_public: true })
    expect(await ended('changed')).toMatchObject({ state: 'done', issues: 2, comments: 1 })
    const at = 'repos/ada/changed/issues/1'
    const [comment] = itemsOf((await api.get(`${at}/comments`)).body)
    const edits = [
      await api.send('PATCH', at, { body: { title: 'Rings loudly', body: '- [x] Ask @grace, see #2' } }),
      await api.send('PATCH', `${at}/comments/${String(comment?.['id'])}`, { body: { body: 'Says @grace, loudly' } }),
    ]
    expect(edits.map(({ status }) => status)).toEqual([200, 200])
    const called = await stithy.app.db
      .selectFrom('mentions')
      .innerJoin('threads', 'threads.id', 'mentions.thread_id')
      .innerJoin('owners', 'owners.id', 'mentions.user_id')
      .select('owners.name')
      .where('threads.repo_id', '=', await idOf('changed'))
      .execute()
    expect(called).toEqual([])
  })
})

describe('what happens in the middle of it', () => {
  it('a service that ends and begins again goes on by itself', async () => {
    const forge = await newForge('github', few)
    forge.instead = (path, _reply, query) => path === '/issues/comments' && query.get('page') === '2'
    expect((await start('restarted', forge, 'github', { password: 'sesame' })).status).toBe(201)
    await eventually(async () => expect(await trackerOf('restarted')).toMatchObject({ issues: 5, comments: 3 }))
    stithy = await stithy.restart()
    forge.instead = null
    await resumeTrackers(stithy.app)
    expect(await ended('restarted')).toMatchObject({ state: 'done', issues: 5, comments: 10 })
    expect(await allSaid('restarted')).toEqual(everything)
    expect(forge.asked.at(-1)?.headers.authorization).toBe('Bearer sesame')
  })

  it('whoever was taken for dead and is not writes nothing more', async () => {
    const forge = await newForge('gitea', few)
    const late = held()
    let isFirst = true
    forge.instead = (path, reply, query) => {
      if (path !== '/issues/comments' || query.get('page') !== '2' || !isFirst) return false
      isFirst = false
      void late.promise.then(() => reply.end(JSON.stringify(forge.lists['/issues/comments'])))
      return true
    }
    await start('twice', forge, 'gitea')
    await eventually(async () => expect(await trackerOf('twice')).toMatchObject({ comments: 3 }))
    const id = await idOf('twice')
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('tracker_imports').set({ heard_at: 0 }).where('repo_id', '=', id).execute()
    })
    await resumeTrackers(stithy.app)
    expect(await ended('twice')).toMatchObject({ state: 'done', comments: 10 })
    late.release()
    await eventually(() => expect(stithy.app.imports.underWay).toBe(0))
    expect(await allSaid('twice')).toEqual(everything)
  })

  it('what is written here meanwhile gets a number behind all that comes', async () => {
    const forge = await newForge('gitlab', few)
    const late = held()
    forge.instead = (path, reply) => {
      if (path !== '/labels') return false
      void late.promise.then(() => reply.end('[]'))
      return true
    }
    await start('meanwhile', forge, 'gitlab')
    expect((await api.post('repos/ada/meanwhile/issues', { title: 'Here' })).body.number).toBe(6)
    late.release()
    expect(await ended('meanwhile')).toMatchObject({ state: 'done', issues: 5 })
    expect((await api.get('repos/ada/meanwhile/issues/6')).body.title).toBe('Here')
  })

  it('a server that is asked too often is left alone for as long as it says', async () => {
    const forge = await newForge('github', few)
    let refusals = 0
    forge.instead = (path, reply) => {
      if (path !== '/issues/comments' || refusals++ > 0) return false
      const reset = Math.ceil(Date.now() / 1000)
      reply.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }).end('{}')
      return true
    }
    await start('patient', forge, 'github')
    await eventually(async () => expect((await trackerOf('patient')).waits_until).not.toBeNull())
    expect(await ended('patient')).toMatchObject({ state: 'done', comments: 10, waits_until: null })
  })

  it('what fails says why, and goes on where it was', async () => {
    const forge = await newForge('gitlab', few)
    forge.instead = (path, reply) => {
      if (path !== '/issues/4/notes') return false
      reply.writeHead(401).end('{"message":"401 Unauthorized"}')
      return true
    }
    await start('failed', forge, 'gitlab', { password: 'old' })
    expect(await ended('failed')).toMatchObject({
      state: 'failed',
      error: '127.0.0.1 refuses the token, or it may not read issues there',
    })
    forge.instead = null
    const other = await newForge('gitlab', few)
    expect((await api.post('repos/ada/failed/import', { url: other.url, tracker: 'gitlab' })).status).toBe(409)
    const again = await api.post('repos/ada/failed/import', { url: forge.url, tracker: 'gitlab', password: 'new' })
    expect([again.status, again.body.state, again.body.tracker.state]).toEqual([201, 'done', 'running'])
    expect(await ended('failed')).toMatchObject({ state: 'done', issues: 5, comments: 10 })
    expect(await allSaid('failed')).toEqual(everything)
  })

  it('what is closed to us in the middle is no project without issues', async () => {
    const forge = await newForge('gitea', few)
    let isOpen = true
    forge.instead = (path, reply) => {
      isOpen &&= path !== '/issues/comments'
      if (!isOpen) reply.writeHead(404).end('{}')
      return !isOpen
    }
    await start('closed', forge, 'gitea')
    expect(await ended('closed')).toMatchObject({ state: 'failed', issues: 5, comments: 0 })
    expect((await trackerOf('closed')).error).toMatch(/knows no such project/)
  })

  it('commits that came before a crash are there, and issues follow them', async () => {
    const { promise, release } = held()
    const passing = (name: string): Promise<void> => (name === 'push.settled' ? promise : Promise.resolve())
    const other = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1' }, { passing })
    const person = await newPerson(other, 'ada')
    const theirs = other.client('A').as(person.access)
    const forge = await newForge('github', few)
    await theirs.post('user/repos/import', { slug: 'crashed', url: forge.url, tracker: 'github' })
    // Whoever was at work on it comes no further.
    const told = async (): Promise<Body> => (await theirs.get('repos/ada/crashed/import')).body
    await eventually(async () => expect(await told()).toMatchObject({ state: 'done', tracker: { state: 'running' } }))
    await resumeTrackers(other.app)
    await eventually(async () => expect(await told()).toMatchObject({ tracker: { state: 'done', issues: 5 } }))
    release()
    await other.stop()
  })

  it('a repository that is deleted ends it', async () => {
    const forge = await newForge('github', few)
    forge.instead = (path) => path === '/issues/comments'
    await start('gone', forge, 'github')
    await eventually(async () => expect(await trackerOf('gone')).toMatchObject({ issues: 5 }))
    expect((await api.send('DELETE', 'repos/ada/gone')).status).toBe(204)
    forge.stop()
    await eventually(() => expect(stithy.app.imports.underWay).toBe(0))
    expect(stithy.logs.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('a clock that was ahead and is put right holds up nothing', async () => {
    const forge = await newForge('github', few)
    await start('late', forge, 'github')
    await ended('late')
    const id = await idOf('late')
    await inTransaction(stithy.app, async (tx) => {
      const left = { state: 'running' as const, heard_at: stithy.app.clock.now() + 400 * day }
      await tx.updateTable('tracker_imports').set(left).where('repo_id', '=', id).execute()
    })
    await settleTimes(stithy.app)
    stithy.advance(2 * minute)
    await resumeTrackers(stithy.app)
    expect(await ended('late')).toMatchObject({ state: 'done', issues: 5, comments: 10 })
  })
})

describe('what is not there, or not as it should be', () => {
  it.each<[string, number, string, string]>([
    ['a token that is refused', 401, 'password', 'refused'],
    ['no such project', 404, 'tracker', 'not_found'],
    ['one that leads elsewhere', 302, 'tracker', 'moved'],
    ['a server that takes no more questions', 429, 'tracker', 'rate_limited'],
    ['something else', 200, 'tracker', 'no_tracker'],
  ])('%s is told before anything is made', async (_what, status, field, code) => {
    const forge = await newForge('github', few)
    forge.instead = (_path, reply) => {
      reply.writeHead(status, { location: 'http://10.0.0.1/', 'content-type': 'text/html' }).end('<html>')
      return true
    }
    const refused = await start('never', forge, 'github')
    expect([refused.status, refused.body.details[0].field, refused.body.details[0].code]).toEqual([422, field, code])
    expect(forge.asked).toHaveLength(1)
    expect((await api.get('repos/ada/never')).status).toBe(404)
  })

  it('a password that is no token is refused', async () => {
    const refused = await start('never', await newForge('github', few), 'github', { password: 'sésame ouvre-toi' })
    expect([refused.status, refused.body.details[0].field]).toEqual([422, 'password'])
  })

  it('a project without issues brings none, and that is fine', async () => {
    const forge = await newForge('gitlab', { labels: [{ name: 'bug', color: 'ff0000' }] })
    forge.lists[''] = { issues_enabled: false, merge_requests_access_level: 'disabled' }
    delete forge.lists['/issues']
    delete forge.lists['/merge_requests']
    await start('bare', forge, 'gitlab')
    expect(await ended('bare')).toMatchObject({ state: 'done', error: null, labels: 1, issues: 0 })
    expect((await api.post('repos/ada/bare/issues', { title: 'Here' })).body.number).toBe(1)
  })

  it('what is not for everybody there stays there', async () => {
    const forge = await newForge('gitlab', few)
    const issues = forge.lists['/issues'] as readonly object[]
    forge.lists['/issues'] = issues.map((one, at) => ({ ...one, confidential: at === 2 }))
    await start('open', forge, 'gitlab')
    expect(await ended('open')).toMatchObject({ state: 'done', issues: 4, left_out: 1 })
    expect((await api.get('repos/ada/open/issues/3')).status).toBe(404)
    const said = itemsOf((await api.get('repos/ada/open/issues/4/comments')).body).map(({ body }) => body)
    expect(said).toEqual(['Said 4.1', 'Said 4.2'])
  })

  it('nonsense of every kind is left out, cut or made to fit', async () => {
    const forge = await newForge('github', few)
    const good = { title: 'Good', user: { login: 'eve' }, state: 'closed' }
    forge.lists['/labels'] = [{ name: '' }, { name: 7 }, { color: '#fff' }, { name: 'ok\u0000\n', color: 12 }]
    forge.lists['/milestones'] = [{ title: 'none', due_on: '+275760-09-13T00:00:00.000Z' }, { title: [] }]
    const evil = { title: `a\u0000b\n${'ü'.repeat(400)}`, user: { login: `<b>${'x'.repeat(300)}\u202e` } }
    forge.lists['/issues'] = [
      ...[0, -1, 1.5, 2 ** 40, '3', null].map((number) => ({ ...good, number })),
      { ...good, number: 2, created_at: '2999-01-01T00:00:00Z', closed_at: 'yesterday', labels: 'all', milestone: 4 },
      { ...good, number: 2, title: 'Again' },
      { ...evil, number: 4, body: `\ud800${'😀'.repeat(70_000)}`, labels: [null, [], { name: 'a,b' }] },
      { number: 5, body: { toString: 1 }, user: 'eve', created_at: '-271821-04-20T00:00:00.000Z' },
      { ...good, number: 9, title: 'The last' },
    ]
    forge.lists['/issues/comments'] = [
      { issue_url: 'x/issues/2', body: ' \n', user: null },
      { issue_url: 'x/issues/77', body: 'To nobody' },
      { issue_url: 'x/issues/2', body: 'Said\u0007', user: null, created_at: 12 },
      { issue_url: ['x/issues/2'], body: 'Nowhere' },
      'nothing',
    ] as unknown as readonly Record<string, unknown>[]
    await start('hostile', forge, 'github')
    expect(await ended('hostile')).toMatchObject({ state: 'done', issues: 4, comments: 1 })
    const issue = async (number: number): Promise<Body> => (await api.get(`repos/ada/hostile/issues/${number}`)).body
    const second = await issue(2)
    expect(second).toMatchObject({ title: 'Good', state: 'closed', labels: [], milestone: null })
    expect(Date.parse(second.created_at)).toBeLessThanOrEqual(stithy.app.clock.now())
    expect(Date.parse(second.closed_at)).toBeGreaterThanOrEqual(Date.parse(second.created_at))
    const fourth = await issue(4)
    expect([Array.from(fourth.title as string).length, fourth.title.startsWith('a b ü')]).toEqual([255, true])
    expect(Array.from(fourth.body as string).length).toBeLessThanOrEqual(65_536)
    expect(fourth.body).toMatch(/cut here\. All of it is at http:\/\/127\.0\.0\.1:\d+\/ada\/engine\/issues\/4\*$/)
    expect(fourth.labels).toMatchObject([{ name: 'a b' }])
    expect(await issue(5)).toMatchObject({ title: '(no title)', body: '', created_at: '1970-01-01T00:00:00.000Z' })
    const [said] = itemsOf((await api.get('repos/ada/hostile/issues/2/comments')).body)
    expect(said).toMatchObject({ body: 'Said', author: null })
    expect(said).not.toHaveProperty('author_elsewhere')
    const milestones = itemsOf((await api.get('repos/ada/hostile/milestones?state=all')).body)
    expect(milestones).toMatchObject([{ title: 'none.', due_at: '9999-12-31T23:59:59.000Z' }])
    expect(await checkCounts(stithy.app)).toEqual([])
    expect((await api.post('repos/ada/hostile/issues', { title: 'Here' })).body.number).toBe(10)
  })

  it('long lists are followed by cursors', async () => {
    const forge = await newForge('github', few)
    const issues = forge.lists['/issues'] as readonly object[]
    forge.instead = (path, reply, query) => {
      if (path !== '/issues' || query.get('direction') === 'desc') return false
      const isFirst = query.get('after') === null
      if (isFirst) reply.setHeader('link', '<https://api.example/repositories/1/issues?after=Y3Vy%3D>; rel="next"')
      const isSecond = query.get('after') === 'Y3Vy=' && query.get('page') === null
      reply.end(JSON.stringify(isFirst ? issues.slice(0, 2) : isSecond ? issues.slice(2) : []))
      return true
    }
    await start('cursors', forge, 'github')
    expect(await ended('cursors')).toMatchObject({ state: 'done', issues: 5, comments: 10 })
  })

  it('a list without an end is left', async () => {
    const forge = await newForge('github', few)
    forge.instead = (path, reply, query) => {
      if (path !== '/issues' || query.get('direction') === 'desc') return false
      reply.setHeader('link', `<http://10.0.0.1/?page=${Number(query.get('page')) + 1}>; rel="next"`)
      reply.end(JSON.stringify([{ number: 1, title: 'Again', state: 'open' }]))
      return true
    }
    await start('endless', forge, 'github')
    expect(await ended('endless')).toMatchObject({ state: 'failed', issues: 1 })
    expect((await trackerOf('endless')).error).toMatch(/same again and again/)
  })

  it.each(['/labels', '/milestones'])('a list of %s without an end is left as well', async (list) => {
    const forge = await newForge('github', few)
    forge.instead = (path, reply) => {
      if (path !== list) return false
      reply.setHeader('link', '<http://10.0.0.1/?page=1>; rel="next"')
      reply.end('[{"name":"bug","title":"v1"}]')
      return true
    }
    const slug = `endless-${list.slice(1)}`
    await start(slug, forge, 'github')
    expect(await ended(slug)).toMatchObject({ state: 'failed', issues: 0 })
    expect((await trackerOf(slug)).error).toMatch(/same again and again/)
  })

  it('what was said in one without an end is left, and the rest comes', async () => {
    const forge = await newForge('gitlab', few)
    forge.instead = (path, reply) => {
      if (path !== '/issues/2/notes') return false
      reply.setHeader('link', '<http://10.0.0.1/?page=1>; rel="next"')
      reply.end('[{"system":true,"body":"changed the milestone"}]')
      return true
    }
    await start('endless-talk', forge, 'gitlab')
    expect(await ended('endless-talk')).toMatchObject({ state: 'done', issues: 5, comments: 8 })
  })

  it('a release of a tag that no tag can be called is left out', async () => {
    const forge = await newForge('github', few)
    forge.lists['/releases'] = ['v\u0000', '\ud800', '../main', 'v1.0'].map((tag) => ({ tag_name: tag, name: tag }))
    await start('strange-tags', forge, 'github')
    expect(await ended('strange-tags')).toMatchObject({ state: 'done', error: null, releases: 1 })
  })

  it('reviews of which there are many come all', async () => {
    const main = (await gitRefs(stithy, 'ada', 'engine'))['refs/heads/main'] ?? ''
    const base = { branch: 'main', sha: main }
    for (const kind of ['github', 'gitea'] as const) {
      const head = { branch: 'main', sha: main, isOwn: false }
      const forge = await newForge(kind, { pulls: [{ number: 1, title: 'Much talk', head, base }] })
      forge.lists['/pulls/1/reviews'] = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, body: `Review ${at}` }))
      for (const id of [1, 2, 3, 4, 5, 6, 7])
        forge.lists[`/pulls/1/reviews/${id}/comments`] = id < 7 ? [] : [1, 2, 3, 4].map((at) => ({ body: `Of ${at}` }))
      await start(`reviews-${kind}`, forge, kind, { password: 'sesame' })
      const comments = kind === 'gitea' ? 11 : 7
      expect(await ended(`reviews-${kind}`)).toMatchObject({ state: 'done', error: null, pulls: 1, comments })
    }
  })

  it.each(['github', 'gitea'] as const)(
    'reviews of %s without an end are left, and what comes of them is said',
    async (kind) => {
      const main = (await gitRefs(stithy, 'ada', 'engine'))['refs/heads/main'] ?? ''
      const base = { branch: 'main', sha: main }
      const forge = await newForge(kind, {
        pulls: [{ number: 1, title: 'Much talk', head: { ...base, isOwn: false }, base }],
      })
      const endless = new Set(['/pulls/1/reviews', '/pulls/1/reviews/1/comments'])
      const said = JSON.stringify(Array.from({ length: 300 }, () => ({ id: 1, body: 'x'.repeat(2000) })))
      forge.instead = (path, reply, query) => {
        if (!endless.has(path)) return false
        reply.setHeader('link', `<http://10.0.0.1/?page=${Number(query.get('page')) + 1}>; rel="next"`)
        reply.end(said)
        return true
      }
      await start(`endless-reviews-${kind}`, forge, kind, { password: 'sesame' })
      const { comments, pulls, state } = await ended(`endless-reviews-${kind}`)
      expect({ comments, pulls, state }).toEqual({ comments: 501, pulls: 1, state: 'done' })
      // Nothing is asked for that would be thrown away.
      expect(forge.asked.filter(({ path }) => endless.has(path)).length).toBeLessThanOrEqual(3)
      const last = await api.get(`repos/ada/endless-reviews-${kind}/pulls/1/comments?per_page=100&page=6`)
      expect(itemsOf(last.body).at(-1)?.['body']).toBe('*More was said, and stayed there.*')
    },
  )

  it('nobody waits for what is written there, whatever it is', async () => {
    const large = 1_000_000
    const links = '](../'.repeat(26_000)
    // Every question has an answer of its own, of which some of the things are large.
    const answers: Readonly<Record<string, readonly object[]>> = {
      '': [{}],
      '/labels': [{ name: ' '.repeat(50_000) }, { name: `x${' '.repeat(50_000)}` }],
      '/milestones': Array.from({ length: 7 }, (_, at) => ({ title: `v${at}`, due_on: '/'.repeat(large) })),
      '/issues': Array.from({ length: 7 }, (_, at) => ({
        number: at + 1,
        title: 'x',
        created_at: '@{'.repeat(large / 2),
      })),
      '/pulls': [],
      '/issues/comments': Array.from({ length: 7 }, () => ({ issue_url: '/1', body: links })),
      '/pulls/comments': Array.from({ length: 7 }, () => ({ issue_url: '/2', path: '`'.repeat(large), body: 'x' })),
      '/releases': Array.from({ length: 20 }, () => ({ tag_name: 'v1.0', body: links })),
    }
    const bytes = new Map(
      Object.entries(answers).map(([path, things]) => [path, Buffer.from(JSON.stringify(path === '' ? {} : things))]),
    )
    const forge = await newForge('github', few)
    forge.instead = (path, reply, query) => {
      const isLook = query.get('direction') === 'desc'
      reply.end(isLook ? '[{"number":7}]' : bytes.get(path))
      return true
    }
    let tries = 0
    await expectNoPause(async () => {
      const slug = `large-${++tries}`
      await start(slug, forge, 'github')
      expect(await ended(slug)).toMatchObject({ state: 'done', issues: 7, comments: 14, labels: 1 })
    })
  })

  it('nobody waits while somebody has us read what is large', async () => {
    const forge = await newForge('github', few)
    const huge = [
      `[${'[],'.repeat(3_000_000)}[]]`,
      `[{"a":"${'x'.repeat(20_000_000)}"}]`,
      `[${'{"a":[{},{},{},{},{}]},'.repeat(900)}{}]`,
      `[{"a":[${'{},'.repeat(2_000_000)}{}]}]`,
    ].map((text) => Buffer.from(text))
    for (const answer of huge) {
      forge.instead = (path, reply) => path === '' && reply.end(answer) !== null
      await expectNoPause(() => start('never', forge, 'github'))
    }
  })
})
