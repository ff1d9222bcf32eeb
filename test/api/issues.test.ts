import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepWords } from '../../src/features/threads/sweep-words.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let reader: Person
let developer: Person
let maintainer: Person
let stranger: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  reader = await newPerson(stithy, 'reader')
  developer = await newPerson(stithy, 'developer')
  maintainer = await newPerson(stithy, 'maintainer')
  stranger = await newPerson(stithy, 'stranger')
})
afterAll(() => stithy.stop())

function as(person: Person | string | undefined, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(typeof person === 'object' ? person.access : person)
}

/** A private repository with somebody in each role. */
async function shared(slug: string): Promise<string> {
  const repo = await newRepo(stithy, ada, slug)
  for (const [person, role] of [
    [reader, 'Reader'],
    [developer, 'Developer'],
    [maintainer, 'Maintainer'],
  ] as const) {
    await grant(stithy, slug, person, role)
  }
  return repo
}

async function open(client: Client, repo: string, title: string, more: object = {}): Promise<number> {
  const answer = await client.post(`${repo}/issues`, { title, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.number
}

const patch = (client: Client, path: string, body: object): Promise<Answer> => client.send('PATCH', path, { body })
const numbers = (answer: Answer): unknown[] => itemsOf(answer.body).map((item) => item['number'])

describe.each(forms)('an issue, in Form %s', (form) => {
  it('is opened, looked at, changed, closed and opened again', async () => {
    const repo = await shared(`life-${form}`)
    const client = as(ada, form)
    await client.post(`${repo}/labels`, { name: 'bug', color: '#C93C37', type: 'issue' })
    const milestone = (await client.post(`${repo}/milestones`, { title: 'First' })).body
    const made = await as(reader, form).post(`${repo}/issues`, { title: '  It breaks ', body: 'When **used**' })
    expect(made.status, made.text).toBe(201)
    const fresh = {
      id: anId[form],
      number: 1,
      title: 'It breaks',
      body: 'When **used**',
      state: 'open',
      author: 'reader',
      labels: [],
      assignees: [],
      milestone: null,
      locked: false,
      pinned: false,
      comment_count: 0,
      created_at: aTime,
      updated_at: aTime,
      closed_at: null,
      closed_by: null,
    }
    expect(made.body).toEqual(fresh)
    const one = `${repo}/issues/1`
    expect((await as(reader, form).get(one)).body).toEqual(made.body)
    stithy.advance(1000)
    const changes = { title: 'It breaks at once', labels: ['BUG'], assignees: ['Developer', 'ada'], milestone: 'first' }
    const changed = await patch(as(developer, form), one, changes)
    const after = {
      ...fresh,
      title: 'It breaks at once',
      labels: [{ name: 'bug', color: '#C93C37', type: 'issue' }],
      assignees: ['ada', 'developer'],
      milestone: { id: milestone.id, title: 'First' },
    }
    expect(changed.body, changed.text).toEqual(after)
    expect(changed.body.updated_at > made.body.updated_at).toBe(true)
    expect((await patch(client, one, {})).body).toEqual(changed.body)
    const closed = await patch(as(reader, form), one, { state: 'closed' })
    expect(closed.body).toEqual({ ...after, state: 'closed', closed_at: aTime, closed_by: 'reader' })
    const opened = await patch(client, one, { state: 'open', labels: [], assignees: [], milestone: null, body: '' })
    expect(opened.body).toEqual({ ...fresh, title: 'It breaks at once', body: '' })
    expect((await patch(client, one, { milestone: milestone.id })).body.milestone.title).toBe('First')
  })

  it('has comments, which are read in their order, changed and deleted', async () => {
    const repo = await shared(`talk-${form}`)
    const client = as(reader, form)
    await open(client, repo, 'Talk')
    const path = `${repo}/issues/1/comments`
    const first = await client.post(path, { body: 'One' })
    expect(first.status, first.text).toBe(201)
    expect(first.body).toEqual({
      id: anId[form],
      author: 'reader',
      body: 'One',
      created_at: aTime,
      updated_at: aTime,
    })
    await as(ada, form).post(path, { body: 'Two' })
    const list = await client.get(path)
    expect(itemsOf(list.body).map((item) => [item['author'], item['body']])).toEqual([
      ['reader', 'One'],
      ['ada', 'Two'],
    ])
    expect(list.headers.get('x-total-count')).toBe('2')
    expect((await client.get(`${repo}/issues/1`)).body.comment_count).toBe(2)
    const one = `${path}/${first.body.id}`
    stithy.advance(1000)
    const edited = await patch(client, one, { body: 'Uno' })
    expect(edited.body).toEqual({ ...first.body, body: 'Uno', updated_at: aTime })
    expect(edited.body.updated_at > first.body.updated_at).toBe(true)
    expect((await client.get(one)).body).toEqual(edited.body)
    expect((await client.send('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const gone = await client.send(method, one, method === 'PATCH' ? { body: { body: 'x' } } : {})
      expectFault(gone, form, 'missing', { codeOfA: 'COMMENT_NOT_FOUND' })
    }
    expect((await client.get(`${repo}/issues/1`)).body.comment_count).toBe(1)
  })

  it('is refused where it makes no sense', async () => {
    const repo = await shared(`sense-${form}`)
    const client = as(ada, form)
    await open(client, repo, 'x')
    const path = `${repo}/issues`
    const cases: readonly (readonly [string, string, object, string])[] = [
      ['POST', path, {}, 'title: required'],
      ['POST', path, { title: ' ' }, 'title: required'],
      ['POST', path, { title: '\u200B\u3164 \u2800' }, 'title: required'],
      ['POST', path, { title: 7 }, 'title: type'],
      ['POST', path, { title: ['x'] }, 'title: type'],
      ['POST', path, { title: 'x'.repeat(256) }, 'title: too_long'],
      ['POST', path, { title: 'a\r\nBcc: x' }, 'title: format'],
      ['POST', path, { title: 'x', body: 'x'.repeat(65_537) }, 'body: too_long'],
      ['POST', path, { title: 'x', labels: ['none'] }, 'labels: unknown'],
      ['POST', path, { title: 'x', assignees: ['nobody-here'] }, 'assignees: unknown'],
      ['POST', path, { title: 'x', assignees: ['stranger'] }, 'assignees: unknown'],
      ['POST', path, { title: 'x', milestone: 'none-such' }, 'milestone: unknown'],
      ['PATCH', `${path}/1`, { state: 'merged' }, 'state: unknown'],
      ['PATCH', `${path}/1`, { state: null }, 'state: type'],
      ['PATCH', `${path}/1`, { title: '' }, 'title: required'],
      ['PATCH', `${path}/1`, { labels: 'bug' }, 'labels: type'],
      ['PATCH', `${path}/1`, { labels: Array.from({ length: 101 }, () => 'x') }, 'labels: too_many'],
      ['PATCH', `${path}/1`, { milestone: 999_999 }, 'milestone: unknown'],
      ['PATCH', `${path}/1`, { locked: 'yes' }, 'locked: type'],
      ['POST', `${path}/1/comments`, {}, 'body: required'],
      ['POST', `${path}/1/comments`, { body: ' \n' }, 'body: required'],
      ['POST', `${path}/1/comments`, { body: '\u2060\n\uFEFF' }, 'body: required'],
      ['POST', `${path}/1/comments`, { body: 'x'.repeat(65_537) }, 'body: too_long'],
    ]
    for (const [method, at, body, detail] of cases) {
      expectFault(await client.send(method, at, { body }), form, 'invalid', { details: [detail] })
    }
    expect((await client.post(path, { title: 'x'.repeat(255), body: '😀'.repeat(65_536) })).status).toBe(201)
    expect((await client.get(`${path}?state=all`)).headers.get('x-total-count')).toBe('2')
    for (const number of ['0', '3', '-1', '1.5', 'x', '99999999999999', '9223372036854775808', '01']) {
      expectFault(await client.get(`${path}/${number}`), form, 'missing', { codeOfA: 'ISSUE_NOT_FOUND' })
    }
  })
})

describe('the list of issues', () => {
  let repo: string

  beforeAll(async () => {
    repo = await shared('listed')
    const client = as(ada)
    for (const name of ['bug', 'help wanted', 'rare']) await client.post(`${repo}/labels`, { name })
    for (const title of ['First', 'Second']) await client.post(`${repo}/milestones`, { title })
    await open(client, repo, 'Crash in Safari', { labels: ['bug'], milestone: 'First' })
    await open(as(reader), repo, 'Question about the Anvil')
    await open(client, repo, 'Slow start', { labels: ['bug', 'help wanted'], assignees: ['developer'] })
    await open(as(reader), repo, 'Überraschung 漢字', { body: 'the anvil_hot word' })
    await open(client, repo, 'Done', { labels: ['bug'], assignees: ['developer', 'ada'], milestone: 'Second' })
    stithy.advance(1000)
    await patch(client, `${repo}/issues/5`, { state: 'closed' })
    stithy.advance(1000)
    await as(ada).post(`${repo}/issues/2/comments`, { body: 'See the hammer' })
    stithy.advance(1000)
    await as(ada).post(`${repo}/issues/2/comments`, { body: 'And the tongs' })
    stithy.advance(1000)
    await as(ada).post(`${repo}/issues/1/comments`, { body: 'Mine too' })
  })

  it.each<[string, number[]]>([
    ['', [4, 3, 2, 1]],
    ['state=open', [4, 3, 2, 1]],
    ['state=closed', [5]],
    ['state=all', [5, 4, 3, 2, 1]],
    ['direction=asc', [1, 2, 3, 4]],
    ['state=all&sort=updated', [1, 2, 5, 4, 3]],
    ['sort=updated&direction=asc', [3, 4, 2, 1]],
    ['sort=comments', [2, 1, 4, 3]],
    ['labels=bug', [3, 1]],
    ['labels=BUG', [3, 1]],
    ['labels=bug&state=all', [5, 3, 1]],
    ['labels=bug&state=all&sort=updated', [1, 5, 3]],
    ['labels=bug,help%20wanted', [3]],
    ['labels=bug,,bug,', [3, 1]],
    ['labels=rare', []],
    ['labels=bug,nothing', []],
    ['assignee=developer&state=all', [5, 3]],
    ['assignee=Developer', [3]],
    ['assignee=none', [4, 2, 1]],
    ['assignee=nobody-here', []],
    ['author=reader', [4, 2]],
    ['author=@me', [3, 1]],
    ['author=ada&assignee=developer&state=all&labels=bug', [5, 3]],
    ['milestone=First', [1]],
    ['milestone=second', []],
    ['milestone=second&state=closed', [5]],
    ['milestone=none', [4, 3, 2]],
    ['milestone=nothing', []],
    ['q=crash', [1]],
    ['q=CRASH%20safari', [1]],
    ['q=hammer', [2]],
    ['q=anvil%20tongs', [2]],
    ['q=anvil', [4, 2]],
    ['q=anv', [4, 2]],
    ['q=anvil&sort=comments', [2, 4]],
    ['q=uberraschung', [4]],
    ['q=%E5%AD%97', [4]],
    ['q=done', []],
    ['q=done&state=all', [5]],
    ['q=done&state=all&labels=bug&assignee=ada', [5]],
    ['q=done&state=all&labels=rare', []],
    ['q=anvil&author=reader', [4, 2]],
    ['q=%22%27%20OR%201=1%20*', []],
    ['q=%21%21%21', []],
    ['q=%20', [4, 3, 2, 1]],
    ['page=2&limit=3', [1]],
    ['page=9', []],
    ['labels=bug&state=all&limit=2&page=2', [1]],
    ['labels=bug&state=all&limit=1&page=3', [1]],
    ['state=all&limit=1&page=5', [1]],
    ['state=all&limit=2&page=3&sort=comments', [3]],
    ['state=all&limit=2&page=2&sort=updated', [5, 4]],
    ['q=anvil&limit=1&page=2', [2]],
    ['q=anvil&sort=updated&limit=1&page=2', [4]],
  ])('of %s', async (query, expected) => {
    const answer = await as(ada).get(`${repo}/issues?${query}`)
    expect(answer.status, answer.text).toBe(200)
    expect(numbers(answer)).toEqual(expected)
    const all = await as(ada).get(`${repo}/issues?${query.replaceAll(/(page|limit)=\d+/g, '')}`)
    expect([answer.body.total, all.body.items.length]).toEqual([all.body.total, all.body.total])
  })

  it.each(['state=x', 'state=merged', 'sort=x', 'direction=up', `labels=${'a,'.repeat(21)}`, `q=${'x'.repeat(1001)}`])(
    'refuses %s',
    async (query) => {
      for (const form of forms) {
        const details = [expect.stringMatching(query.slice(0, query.indexOf('=')))]
        const answer = await as(ada, form).get(`${repo}/issues?${query}`)
        expect(answer.status).toBe(form === 'A' ? 422 : 400)
        expect(answer.body.details.map((one: { field: string }) => one.field)).toEqual(details)
      }
    },
  )

  it('by the id of a milestone, of either form', async () => {
    for (const form of forms) {
      const [milestone] = itemsOf((await as(ada, form).get(`${repo}/milestones`)).body)
      const found = await as(ada).get(`${repo}/issues?state=all&milestone=${String(milestone?.['id'])}`)
      expect(numbers(found)).toEqual([milestone?.['title'] === 'First' ? 1 : 5])
    }
  })

  it('finds what was said only until it is said no more, and issues of one repository alone', async () => {
    const own = await shared('searched')
    await open(as(ada), own, 'Rhubarb')
    const comment = (await as(ada).post(`${own}/issues/1/comments`, { body: 'celery' })).body
    const found = async (q: string): Promise<unknown[]> => numbers(await as(ada).get(`${own}/issues?q=${q}&state=all`))
    expect([await found('rhubarb'), await found('celery'), await found('crash')]).toEqual([[1], [1], []])
    await patch(as(ada), `${own}/issues/1/comments/${comment.id}`, { body: 'fennel' })
    expect([await found('celery'), await found('fennel')]).toEqual([[], [1]])
    await as(ada).send('DELETE', `${own}/issues/1/comments/${comment.id}`)
    await patch(as(ada), `${own}/issues/1`, { title: 'Leek', state: 'closed' })
    expect([await found('fennel'), await found('rhubarb'), await found('leek')]).toEqual([[], [], [1]])
    expect(numbers(await as(ada).get(`${own}/issues?q=leek`))).toEqual([])
  })
})

describe('who may', () => {
  it('read and speak is who may read the repository, and for strangers it is not there', async () => {
    const repo = await shared('whose')
    await open(as(reader), repo, 'x')
    const comment = (await as(reader).post(`${repo}/issues/1/comments`, { body: 'x' })).body
    const paths = [
      `${repo}/issues`,
      `${repo}/issues/1`,
      `${repo}/issues/1/comments`,
      `${repo}/issues/1/comments/${comment.id}`,
    ]
    for (const path of paths) {
      expect((await as(reader).get(path)).status).toBe(200)
      for (const who of [undefined, stranger]) {
        const there = await as(who).get(path)
        const missing = await as(who).get(path.replace('whose', 'nowhere'))
        expect([there.status, { ...there.body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
      }
    }
    expect((await as(stranger).post(`${repo}/issues`, { title: 'x' })).status).toBe(404)
    expect((await as(undefined).post(`${repo}/issues`, { title: 'x' })).status).toBe(401)
    await patch(as(ada), repo, { is_public: true })
    expect((await as(undefined).get(`${repo}/issues/1`)).status).toBe(200)
    expect((await as(undefined).post(`${repo}/issues/1/comments`, { body: 'x' })).status).toBe(401)
    expect((await as(stranger).post(`${repo}/issues/1/comments`, { body: 'x' })).status).toBe(201)
    expect((await as(stranger).post(`${repo}/issues`, { title: 'x' })).status).toBe(201)
  })

  it('change what', async () => {
    const repo = await shared('changed')
    await as(ada).post(`${repo}/labels`, { name: 'bug' })
    const path = `${repo}/issues/1`
    await open(as(reader), repo, 'Mine', { labels: ['bug', 'nonsense'], assignees: ['nobody'], milestone: 'none' })
    expect((await as(reader).get(path)).body).toMatchObject({ labels: [], assignees: [], milestone: null })
    const other = await newPerson(stithy, 'other-reader')
    await grant(stithy, 'changed', other, 'Reader')
    for (const change of [{ title: 'y' }, { body: 'y' }, { state: 'closed' }, { labels: [] }, { locked: true }, {}]) {
      expectFault(await patch(as(other), path, change), 'B', 'forbidden')
    }
    for (const change of [
      { labels: [] },
      { assignees: [] },
      { milestone: null },
      { locked: false },
      { pinned: true },
    ]) {
      expectFault(await patch(as(reader), path, { title: 'not this', ...change }), 'B', 'forbidden')
    }
    expect((await as(reader).get(path)).body.title).toBe('Mine')
    for (const change of [{ title: 'y' }, { body: 'y' }, { state: 'closed' }, { state: 'open' }]) {
      expect((await patch(as(reader), path, change)).status).toBe(200)
    }
    const all = { title: 'z', labels: ['bug'], assignees: ['reader'], locked: true, pinned: true, state: 'closed' }
    expect((await patch(as(developer), path, all)).body).toMatchObject({ locked: true, pinned: true, state: 'closed' })
  })

  it('speak where it is locked, and change and delete whose words', async () => {
    const repo = await shared('locked')
    const path = `${repo}/issues/1/comments`
    await open(as(reader), repo, 'x')
    const { id } = (await as(reader).post(path, { body: 'mine' })).body
    const { id: theirs } = (await as(ada).post(path, { body: 'theirs' })).body
    await patch(as(developer), `${repo}/issues/1`, { locked: true })
    expectFault(await as(reader).post(path, { body: 'more' }), 'B', 'forbidden')
    expect((await as(developer).post(path, { body: 'more' })).status).toBe(201)
    await patch(as(developer), `${repo}/issues/1`, { locked: false })
    expect((await as(reader).post(path, { body: 'more' })).status).toBe(201)
    expectFault(await patch(as(reader), `${path}/${theirs}`, { body: 'x' }), 'B', 'forbidden')
    expect((await patch(as(developer), `${path}/${id}`, { body: 'put right' })).body.author).toBe('reader')
    expectFault(await as(developer).send('DELETE', `${path}/${id}`), 'B', 'forbidden')
    expect((await as(maintainer).send('DELETE', `${path}/${theirs}`)).status).toBe(204)
    expect((await as(reader).send('DELETE', `${path}/${id}`)).status).toBe(204)
  })

  it('use which token', async () => {
    const repo = await shared('tokens')
    await open(as(ada), repo, 'x')
    for (const [scope, read, write] of [
      ['issues:read', 200, 403],
      ['issues:write', 200, 201],
      ['repo:write', 403, 403],
      ['pulls:write', 403, 403],
    ] as const) {
      const token = await newToken(as(ada), [scope])
      expect((await as(token).get(`${repo}/issues`)).status, scope).toBe(read)
      expect((await as(token).post(`${repo}/issues/1/comments`, { body: 'x' })).status, scope).toBe(write)
    }
  })

  it('write in an archive: nobody', async () => {
    const repo = await shared('archive')
    await open(as(ada), repo, 'x')
    await patch(as(ada), repo, { archived: true })
    expectFault(await as(ada).post(`${repo}/issues`, { title: 'x' }), 'B', 'forbidden')
    expectFault(await patch(as(ada), `${repo}/issues/1`, { title: 'y' }), 'B', 'forbidden')
    expectFault(await as(ada).post(`${repo}/issues/1/comments`, { body: 'x' }), 'B', 'forbidden')
    expect((await as(ada).get(`${repo}/issues/1`)).status).toBe(200)
  })
})

describe('issues', () => {
  it('and comments of elsewhere are not there, and stay as they are', async () => {
    const [mine, other] = [await shared('here'), await shared('elsewhere')]
    for (const repo of [mine, other]) for (const title of ['a', 'b']) await open(as(ada), repo, title)
    const { id } = (await as(ada).post(`${other}/issues/2/comments`, { body: 'kept' })).body
    for (const path of [`${mine}/issues/2`, `${other}/issues/1`]) {
      expect((await as(ada).get(`${path}/comments/${id}`)).status).toBe(404)
      expect((await patch(as(ada), `${path}/comments/${id}`, { body: 'x' })).status).toBe(404)
      expect((await as(ada).send('DELETE', `${path}/comments/${id}`)).status).toBe(404)
    }
    expect((await as(ada).get(`${other}/issues/2/comments/${id}`)).body.body).toBe('kept')
  })

  it('that are opened at once have numbers without holes', async () => {
    const repo = await shared('at-once')
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => as(index % 2 ? ada : reader).post(`${repo}/issues`, { title: 'x' })),
    )
    const got = made.map((answer) => Number(answer.body.number)).toSorted((a, b) => a - b)
    expect(got).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    await as(ada).post(`${repo}/issues`, { title: 'x', labels: ['unknown'] })
    expect(await open(as(ada), repo, 'x')).toBe(21)
  })

  it('that are changed at once keep each change, and counts that are right', async () => {
    const repo = await shared('races')
    for (const name of ['a', 'b']) await as(ada).post(`${repo}/labels`, { name })
    await as(ada).post(`${repo}/milestones`, { title: 'm' })
    for (let count = 0; count < 4; count++) await open(as(ada), repo, 'x', { labels: ['a'], milestone: 'm' })
    const everything = [1, 2, 3, 4].flatMap((number) => {
      const path = `${repo}/issues/${number}`
      return [
        patch(as(ada), path, { state: 'closed' }),
        patch(as(developer), path, { state: 'closed' }),
        patch(as(developer), path, { labels: ['b'] }),
        patch(as(ada), path, { assignees: ['developer'] }),
        patch(as(maintainer), path, { title: 'y' }),
        as(reader).post(`${path}/comments`, { body: 'x' }),
        as(ada).post(`${path}/comments`, { body: 'y' }),
      ]
    })
    for (const answer of await Promise.all(everything)) expect(answer.status, answer.text).toBeLessThan(300)
    for (const [query, total] of [
      ['state=open', 0],
      ['state=closed&labels=b', 4],
      ['state=all&labels=a', 0],
      ['state=closed&assignee=developer', 4],
      ['state=all&assignee=none', 0],
      ['state=closed&milestone=m&q=y', 4],
    ] as const) {
      const answer = await as(ada).get(`${repo}/issues?${query}`)
      expect([query, answer.body.total, answer.body.items.length]).toEqual([query, total, total])
    }
    const [milestone] = (await as(ada).get(`${repo}/milestones`)).body.items
    expect(milestone).toMatchObject({ open_issues: 0, closed_issues: 4 })
    for (const issue of (await as(ada).get(`${repo}/issues?state=closed`)).body.items) {
      expect(issue).toMatchObject({ title: 'y', comment_count: 2 })
    }
  })

  it('three at most are pinned', async () => {
    const repo = await shared('pins')
    for (let count = 0; count < 4; count++) await open(as(ada), repo, 'x')
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => patch(as(ada), `${repo}/issues/${number}`, { pinned: true })),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409])
    const held = answers.findIndex((answer) => answer.status === 200) + 1
    await patch(as(ada), `${repo}/issues/${held}`, { pinned: false })
    const late = answers.findIndex((answer) => answer.status === 409) + 1
    expect((await patch(as(ada), `${repo}/issues/${late}`, { pinned: true })).body.pinned).toBe(true)
  })

  it('go with their repository, words and all', async () => {
    const repo = await shared('going')
    await open(as(ada), repo, 'Unforgettable')
    const wordsLeft = async (): Promise<number> =>
      (await stithy.app.db.selectFrom('thread_search').select('words').execute()).filter(({ words }) =>
        words.includes('unforgettable'),
      ).length
    expect(await wordsLeft()).toBe(1)
    await as(ada).send('DELETE', repo)
    await sweepWords(stithy.app)
    expect(await wordsLeft()).toBe(0)
  })

  it('outlive who wrote them and who they are given to', async () => {
    const repo = await shared('outlived')
    const mortal = await newPerson(stithy, 'mortal')
    await grant(stithy, 'outlived', mortal, 'Developer')
    await open(as(mortal), repo, 'x', { assignees: ['mortal'] })
    await as(mortal).post(`${repo}/issues/1/comments`, { body: 'words' })
    await patch(as(mortal), `${repo}/issues/1`, { state: 'closed' })
    expect((await as(ada).send('DELETE', 'admin/users/mortal')).status).toBe(204)
    const issue = (await as(ada).get(`${repo}/issues/1`)).body
    expect(issue).toMatchObject({ author: null, assignees: [], closed_by: null, comment_count: 1 })
    expect((await as(ada).get(`${repo}/issues/1/comments`)).body.items[0]).toMatchObject({
      author: null,
      body: 'words',
    })
    expect((await as(ada).get(`${repo}/issues?state=closed&assignee=none`)).body.total).toBe(1)
  })
})
