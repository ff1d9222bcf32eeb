import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/core/clock.ts'
import { Pace } from '../../src/core/pace.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { collectBlobs } from '../../src/features/blobs/collect-blobs.ts'
import { parseTemplate } from '../../src/features/issues/issue-templates.ts'
import type { Answer, Client } from '../support/client.ts'
import { countQuestions } from '../support/count-questions.ts'
import { expectFault, forms } from '../support/faults.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken, type Person, register } from '../support/people.ts'
import { base64, grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let reader: Person
let stranger: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await lasting('ada')
  reader = await lasting('reader')
  stranger = await lasting('stranger')
})
afterAll(() => stithy.stop())

/** Somebody with a token: sessions would not outlive the hours that pass here. */
async function lasting(name: string): Promise<Person> {
  const person = await newPerson(stithy, name)
  const access = await newToken(stithy.client().as(person.access), ['repo:write', 'issues:write'])
  return { ...person, access }
}

function as(person: Person | undefined, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(person?.access)
}

async function shared(slug: string, more: object = {}): Promise<string> {
  const repo = await newRepo(stithy, ada, slug, more)
  await grant(stithy, slug, reader, 'Reader')
  return repo
}

const patch = (client: Client, path: string, body: object): Promise<Answer> => client.send('PATCH', path, { body })

async function open(client: Client, repo: string, title: string, more: object = {}): Promise<number> {
  const answer = await client.post(`${repo}/issues`, { title, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.number
}

/** `event details` of each entry, as somebody sees them. */
async function timelineOf(person: Person | undefined, path: string): Promise<string[]> {
  const answer = await as(person).get(`${path}/timeline?per_page=100`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.total).toBe(answer.body.items.length)
  return answer.body.items.map((item: { event: string; body: string | null; details: object }) =>
    [item.event, ...(item.body === null ? [] : [item.body]), ...Object.values(item.details)].join(' '),
  )
}

describe.each(forms)('the timeline of an issue, in Form %s', (form) => {
  it('tells what was said and done, in its order', async () => {
    const repo = await shared(`timeline-${form}`)
    const client = as(ada, form)
    await client.post(`${repo}/labels`, { name: 'bug', color: '#123456' })
    await client.post(`${repo}/milestones`, { title: 'First' })
    await open(as(reader, form), repo, 'One')
    const path = `${repo}/issues/1`
    const steps: readonly (() => Promise<Answer>)[] = [
      () => patch(client, path, { labels: ['bug'] }),
      () => client.post(`${path}/comments`, { body: 'Hello' }),
      () => patch(client, path, { title: 'Two', labels: [], milestone: 'First', assignees: ['ada'] }),
      () => patch(client, path, { locked: true, pinned: true }),
      () => patch(client, path, { locked: false, pinned: false, milestone: null, assignees: [], state: 'closed' }),
      () => patch(client, path, { state: 'open' }),
      () => patch(client, path, { state: 'open', title: 'Two' }),
    ]
    for (const step of steps) {
      stithy.advance(10)
      expect((await step()).status).toBeLessThan(300)
    }
    expect(await timelineOf(ada, path)).toEqual([
      'labeled bug #123456',
      'commented Hello',
      'renamed One Two',
      'unlabeled bug #123456',
      'assigned ada',
      'milestoned First',
      'locked',
      'pinned',
      'unassigned ada',
      'demilestoned First',
      'unlocked',
      'unpinned',
      'closed',
      'reopened',
    ])
    const [first, second] = itemsOf((await client.get(`${path}/timeline?limit=1&page=2`)).body)
    expect(second).toBeUndefined()
    expect(first).toEqual({
      id: anId[form],
      event: 'commented',
      actor: 'ada',
      created_at: aTime,
      updated_at: aTime,
      body: 'Hello',
      details: {},
    })
  })

  it('has what the texts were before', async () => {
    const repo = await shared(`history-${form}`)
    await open(as(reader, form), repo, 'One', { body: 'first' })
    const path = `${repo}/issues/1`
    await patch(as(ada, form), path, { body: 'second' })
    await patch(as(reader, form), path, { title: 'Two' })
    const history = itemsOf((await as(reader, form).get(`${path}/history`)).body)
    expect(history).toEqual([
      { editor: 'reader', title: 'One', body: 'second', created_at: aTime },
      { editor: 'ada', title: 'One', body: 'first', created_at: aTime },
    ])
    const comment = (await as(reader, form).post(`${path}/comments`, { body: 'a' })).body
    const at = `${path}/comments/${comment.id}`
    await patch(as(reader, form), at, { body: 'b' })
    await patch(as(reader, form), at, { body: 'b' })
    const versions = itemsOf((await as(reader, form).get(`${at}/history`)).body)
    expect(versions).toEqual([{ editor: 'reader', title: null, body: 'a', created_at: aTime }])
    expect((await as(stranger, form).get(`${at}/history`)).status).toBe(404)
    expect((await as(reader, form).get(`${path}/comments/999999/history`)).status).toBe(404)
  })

  it('forgets what texts were before, for whoever wrote them and whoever looks after the repository', async () => {
    const repo = await shared(`forget-${form}`)
    await open(as(ada, form), repo, 'One', { body: 'a secret' })
    const path = `${repo}/issues/1`
    await patch(as(ada, form), path, { title: 'Two', body: 'none' })
    const comment = (await as(reader, form).post(`${path}/comments`, { body: 'another' })).body
    const at = `${path}/comments/${comment.id}`
    await patch(as(reader, form), at, { body: 'none' })
    const forget = async (person: Person, of: string) => (await as(person, form).send('DELETE', `${of}/history`)).status
    const said = async (of: string) => itemsOf((await as(reader, form).get(`${of}/history`)).body)
    expect([await forget(reader, path), await forget(stranger, path)]).toEqual([403, 404])
    expect((await stithy.client(form).send('DELETE', `${path}/history`)).status).toBe(401)
    expect(await said(path)).toMatchObject([{ title: 'One', body: 'a secret' }])
    expect(await forget(ada, path)).toBe(204)
    expect(await said(path)).toEqual([{ editor: 'ada', title: null, body: '', created_at: aTime }])
    const { items } = (await as(reader).get(`${path}/timeline`)).body
    expect(items[0]).toMatchObject({ event: 'renamed', actor: 'ada', details: { from: '', to: '' } })
    expect(await said(at)).toMatchObject([{ body: 'another' }])
    expect(await forget(reader, at)).toBe(204)
    expect(await said(at)).toEqual([{ editor: 'reader', title: null, body: '', created_at: aTime }])
    expect((await as(reader, form).get(at)).body.body).toBe('none')
    expect(await forget(ada, `${path}/comments/999999`)).toBe(404)
  })

  it('is not overwritten by whoever says by an ETag that they saw something else', async () => {
    const repo = await shared(`seen-${form}`)
    await open(as(reader, form), repo, 'One', { body: 'first' })
    const issue = `${repo}/issues/1`
    const { id } = (await as(reader, form).post(`${issue}/comments`, { body: 'a' })).body
    for (const path of [issue, `${issue}/comments/${id}`]) {
      const tagOf = async () => (await as(ada, form).get(path)).headers.get('etag') ?? ''
      const save = (tag: string, body: string) =>
        as(ada, form).send('PATCH', path, { body: { body }, headers: { 'if-match': tag } })
      const tag = await tagOf()
      await patch(as(reader, form), path, { body: 'of the reader' })
      expectFault(await save(tag, 'of ada'), form, 'overtaken')
      expect((await as(ada, form).get(path)).body.body).toBe('of the reader')
      expect((await save(`"other", ${await tagOf()}`, 'of ada')).body.body).toBe('of ada')
      expect((await save('*', 'again')).body.body).toBe('again')
      const last = await tagOf()
      const both = await Promise.all([save(last, 'one'), save(last, 'another')])
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]))
    }
  })

  it('and comments can be reacted to', async () => {
    const repo = await shared(`reactions-${form}`)
    await open(as(ada, form), repo, 'x')
    const { id } = (await as(ada, form).post(`${repo}/issues/1/comments`, { body: 'x' })).body
    for (const path of [`${repo}/issues/1`, `${repo}/issues/1/comments/${id}`]) {
      const made = await as(reader, form).post(`${path}/reactions`, { content: '+1' })
      expect([made.status, made.body]).toEqual([201, { content: '+1', user: 'reader', created_at: aTime }])
      const again = await as(reader, form).post(`${path}/reactions`, { content: '+1' })
      expect([again.status, again.body]).toEqual([200, made.body])
      await as(ada, form).post(`${path}/reactions`, { content: 'rocket' })
      const list = await as(reader, form).get(`${path}/reactions`)
      expect(itemsOf(list.body).map((item) => `${String(item['user'])} ${String(item['content'])}`)).toEqual([
        'reader +1',
        'ada rocket',
      ])
      for (const content of ['', 'thumbs', '+1 ', '__proto__']) {
        const refused = await as(reader, form).post(`${path}/reactions`, { content })
        expectFault(refused, form, 'invalid', { details: ['content: unknown'] })
      }
      expect((await as(reader, form).send('DELETE', `${path}/reactions/+1`)).status).toBe(204)
      expect((await as(reader, form).send('DELETE', `${path}/reactions/rocket`)).status).toBe(204)
      expect((await as(reader, form).send('DELETE', `${path}/reactions/nothing`)).status).toBe(404)
      expect((await as(reader, form).get(`${path}/reactions`)).headers.get('x-total-count')).toBe('1')
      expect((await as(stranger, form).post(`${path}/reactions`, { content: '+1' })).status).toBe(404)
      expect((await as(undefined, form).post(`${path}/reactions`, { content: '+1' })).status).toBe(401)
    }
    await patch(as(ada, form), `${repo}/issues/1`, { locked: true })
    expectFault(await as(reader, form).post(`${repo}/issues/1/reactions`, { content: '+1' }), form, 'forbidden')
  })
})

it('what is said in an issue by many at once is all found, together with what it says itself', async () => {
  const repo = await shared('crowded')
  const number = await open(as(ada), repo, 'Overheard')
  const words = Array.from({ length: 20 }, (_, index) => `said${index}`)
  const [closed, ...said] = await Promise.all([
    patch(as(ada), `${repo}/issues/${number}`, { state: 'closed' }),
    ...words.map((body) => as(ada).post(`${repo}/issues/${number}/comments`, { body })),
  ])
  expect([closed, ...said].map(({ status }) => status)).toEqual([200, ...words.map(() => 201)])
  for (const q of ['overheard', words.slice(0, 10).join(' '), words.slice(10).join(' ')]) {
    const found = await as(ada).get(`${repo}/issues?state=closed&q=${encodeURIComponent(q)}`)
    expect(itemsOf(found.body).map((one) => one['number'])).toEqual([number])
  }
})

describe('a reference', () => {
  it('is told where it points to, once, to those who may read where it comes from', async () => {
    const [open1, closed] = [await shared('referred', { is_public: true }), await shared('secret')]
    for (const title of ['a', 'b']) await open(as(ada), open1, title)
    await open(as(ada), open1, 'See #1', { body: 'and #2, #2, `#1`, #99, nobody/nothing#1\n\n```\n#1\n```' })
    expect(await timelineOf(undefined, `${open1}/issues/1`)).toEqual(['referenced ada/referred#3 false'])
    expect(await timelineOf(undefined, `${open1}/issues/2`)).toEqual(['referenced ada/referred#3 false'])
    await open(as(ada), closed, 'Secret plan', { body: 'ada/referred#1' })
    await as(ada).post(`${closed}/issues/1/comments`, { body: 'ADA/Referred#1 again' })
    const seen = ['referenced ada/referred#3 false', 'referenced ada/secret#1 false']
    expect(await timelineOf(ada, `${open1}/issues/1`)).toEqual(seen)
    expect(await timelineOf(reader, `${open1}/issues/1`)).toEqual(seen)
    expect(await timelineOf(stranger, `${open1}/issues/1`)).toEqual(seen.slice(0, 1))
    expect(await timelineOf(undefined, `${open1}/issues/1`)).toEqual(seen.slice(0, 1))
    // Who may not read the target tells it nothing.
    const own = await newRepo(stithy, stranger, 'strangers', { is_public: true })
    await open(as(stranger), own, 'ada/secret#1')
    expect(await timelineOf(ada, `${closed}/issues/1`)).toEqual(['commented ADA/Referred#1 again'])
    await patch(as(ada), `${open1}/issues/3`, { body: 'nothing any more' })
    await patch(as(ada), `${open1}/issues/3`, { body: '#1 once more' })
    expect((await timelineOf(ada, `${open1}/issues/1`)).length).toBe(2)
  })

  it('costs no more where many repositories refer to one issue', async () => {
    const repo = await shared('famous', { is_public: true })
    const number = await open(as(ada), repo, 'Known')
    const refer = async (slug: string): Promise<unknown> =>
      open(as(ada), await shared(slug, { is_public: true }), `See ada/famous#${number}`)
    const read = (): Promise<unknown> => timelineOf(stranger, `${repo}/issues/${number}`)
    await refer('first')
    const once = await countQuestions(stithy, read)
    for (const slug of ['second', 'third', 'fourth', 'fifth']) await refer(slug)
    expect(await timelineOf(stranger, `${repo}/issues/${number}`)).toHaveLength(5)
    expect(await countQuestions(stithy, read)).toBe(once)
  })

  it('in a commit is told too, and closes what it says when it reaches the default branch', async () => {
    const repo = await shared('committed', { auto_init: true })
    const other = await shared('committed-elsewhere', { is_public: true })
    for (const title of ['a', 'b', 'c', 'd']) await open(as(ada), repo, title)
    for (const title of ['e', 'f']) await open(as(ada), other, title)
    const write = async (path: string, message: string, branch?: string): Promise<string> => {
      const body = { content: base64(path), message, ...(branch === undefined ? {} : { branch }) }
      const answer = await as(ada).send('PUT', `${repo}/contents/${path}`, { body })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.commit.sha
    }
    await as(ada).post(`${repo}/branches`, { name: 'side' })
    const side = await write('side', 'Fixes #3', 'side')
    const main = await write('main', 'Fixes #1, closes: #2, fix ada/committed-elsewhere#1; not #4')
    const stateOf = async (at: string): Promise<unknown> => (await as(ada).get(at)).body.state
    await eventually(async () => expect(await timelineOf(ada, `${repo}/issues/4`)).toHaveLength(1))
    expect(await timelineOf(ada, `${repo}/issues/1`)).toEqual([
      `referenced ada/committed@${main} false`,
      `closed ${main}`,
    ])
    expect((await as(ada).get(`${repo}/issues/2`)).body).toMatchObject({ state: 'closed', closed_by: 'ada' })
    expect(await stateOf(`${other}/issues/1`)).toBe('closed')
    expect(await timelineOf(undefined, `${other}/issues/1`)).toEqual(['closed'])
    expect(await timelineOf(ada, `${repo}/issues/4`)).toEqual([`referenced ada/committed@${main} false`])
    await eventually(async () =>
      expect(await timelineOf(ada, `${repo}/issues/3`)).toEqual([`referenced ada/committed@${side} false`]),
    )
    expect(await stateOf(`${repo}/issues/3`)).toBe('open')
    // Whoever opens it again has the last word, also when the same commit comes by again.
    await patch(as(ada), `${repo}/issues/1`, { state: 'open' })
    await as(ada).post(`${repo}/branches`, { name: 'again', ref: main })
    await write('later', 'resolves #4')
    await eventually(async () => expect(await stateOf(`${repo}/issues/4`)).toBe('closed'))
    expect(await stateOf(`${repo}/issues/1`)).toBe('open')
  })
})

describe('a mention', () => {
  /** Who was called by whom, as the database knows it. */
  async function called(): Promise<string[]> {
    const rows = await stithy.app.db
      .selectFrom('mentions')
      .innerJoin('owners', 'owners.id', 'mentions.user_id')
      .select('owners.name')
      .orderBy('mentions.id')
      .execute()
    return rows.map((row) => row.name)
  }

  it('calls who is named and may read it, once, and nobody in code', async () => {
    const repo = await shared('mentions')
    const before = (await called()).length
    await open(as(ada), repo, '@reader', { body: 'and @Reader @ada @stranger @nobody x@reader.org `@reader`' })
    const comment = (await as(ada).post(`${repo}/issues/1/comments`, { body: 'cc @reader.' })).body
    await patch(as(ada), `${repo}/issues/1/comments/${comment.id}`, { body: 'cc @reader!!' })
    expect((await called()).slice(before)).toEqual(['reader', 'reader'])
  })

  it('is capped in a text and for a person', async () => {
    const repo = await newRepo(stithy, ada, 'loud', { is_public: true })
    const names = Array.from({ length: 25 }, (_, index) => `crowd-${index}`)
    await Promise.all(names.map((name) => register(stithy, name)))
    const loud = await lasting('loud-one')
    const before = (await called()).length
    const body = names.map((name) => `@${name}`).join(' ')
    for (let count = 0; count < 8; count++) await open(as(loud), repo, 'Hear me', { body })
    expect((await called()).length - before).toBe(100)
    const inOne = Map.groupBy(
      await stithy.app.db.selectFrom('mentions').select('target_key').execute(),
      (row) => row.target_key,
    )
    expect(Math.max(...[...inOne.values()].map((rows) => rows.length))).toBe(20)
    stithy.advance(hour + 1)
    await open(as(loud), repo, 'Hear me', { body: '@crowd-0' })
    expect((await called()).length - before).toBe(101)
  })
})

describe.each(forms)('an attachment, in Form %s', (form) => {
  it('is a file of the repository, which runs nothing', async () => {
    const repo = await shared(`attached-${form}`)
    const client = as(reader, form)
    const send = (name: string, raw: Uint8Array | string, type = 'text/html'): Promise<Answer> =>
      client.send('POST', `${repo}/attachments?name=${encodeURIComponent(name)}`, {
        raw,
        headers: { 'content-type': type },
      })
    const made = await send('a (b).html', '<script>alert(1)</script>')
    expect(made.status, made.text).toBe(201)
    const url = expect.stringMatching(
      new RegExp(`^${stithy.url}/ada/attached-${form}/attachments/[0-9a-f-]{36}/a%20%28b%29\\.html$`),
    )
    expect(made.body).toEqual({
      id: anId[form],
      name: 'a (b).html',
      size: 25,
      content_type: 'text/html',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      url,
      markdown: expect.stringMatching(/^\[a \(b\)\.html\]\(\/ada\/attached-[AB]\/attachments\/[^ ()]+\)$/),
      uploader: 'reader',
      used: false,
      created_at: aTime,
    })
    const got = await client.get(`${repo}/attachments/${made.body.id}`)
    expect(got.text).toBe('<script>alert(1)</script>')
    expect(got.headers.get('content-type')).toBe('application/octet-stream')
    expect(got.headers.get('content-disposition')).toContain('attachment')
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
    expect(got.headers.get('content-security-policy')).toContain('sandbox')
    const picture = await send('x.png', Uint8Array.of(0x89, 0x50), 'text/html')
    expect(picture.body.markdown).toMatch(/^!\[x\.png\]/)
    const shown = await client.get(`${repo}/attachments/${picture.body.id}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toBeNull()
    for (const [name, raw] of [
      ['', 'x'],
      ['..', 'x'],
      ['a/b', 'x'],
      ['x', ''],
    ] as const) {
      expect((await send(name, raw)).status).toBe(form === 'A' ? 422 : 400)
    }
    expect((await send('big', new Uint8Array(25 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await as(stranger, form).get(`${repo}/attachments/${made.body.id}`)).status).toBe(404)
    const elsewhere = await shared(`attached-other-${form}`)
    expect((await client.get(`${elsewhere}/attachments/${made.body.id}`)).status).toBe(404)
    const unknown = await as(stranger, form).send('POST', `${repo}/attachments?name=x`, { raw: 'x' })
    expect(unknown.status).toBe(404)
    stithy.advance(3 * hour)
    await collectBlobs(stithy.app)
    expect((await client.get(`${repo}/attachments/${made.body.id}`)).status).toBe(200)
  })
})

it('somebody attaches no more than so much within a day, wherever it goes', async () => {
  const keen = await lasting('keen')
  const repos = [await newRepo(stithy, ada, 'open-one', { is_public: true }), await newRepo(stithy, keen, 'own')]
  const attach = (repo: string, raw: string): Promise<Answer> =>
    as(keen).send('POST', `${repo}/attachments?name=x.txt`, { raw })
  const first = await attach(repos[0] ?? '', 'as if it were large')
  expect(first.status, first.text).toBe(201)
  await inTransaction(stithy.app, async (tx) => {
    const all = 500 * 1024 * 1024
    await tx.updateTable('blobs').set({ size: all }).where('sha256', '=', first.body.sha256).execute()
  })
  for (const repo of repos) {
    const refused = await attach(repo, 'more')
    expectFault(refused, 'B', 'rate-limited')
    expect(refused.headers.get('retry-after')).toBe('86400')
  }
  expect((await as(ada).send('POST', `${repos[0]}/attachments?name=x.txt`, { raw: 'mine' })).status).toBe(201)
  stithy.advance(day + 1)
  expect((await attach(repos[0] ?? '', 'more')).status).toBe(201)
})

describe('templates of issues', () => {
  it('come from the default branch', async () => {
    const repo = await shared('templates', { auto_init: true })
    const write = (path: string, text: string): Promise<Answer> =>
      as(ada).send('PUT', `${repo}/contents/${path}`, { body: { content: base64(text) } })
    expect((await as(reader).get(`${repo}/issue-templates`)).body.items).toEqual([])
    await write('.svc/issue_template.md', 'What happened?\n')
    expect((await as(reader).get(`${repo}/issue-templates`)).body.items).toEqual([
      {
        file: '.svc/issue_template.md',
        name: 'issue template',
        about: '',
        title: '',
        labels: [],
        body: 'What happened?\n',
      },
    ])
    const bug = '---\nname: A bug\nabout: It breaks\ntitle: "Bug: "\nlabels: bug, help wanted\n---\n\n## Steps\n'
    await write('.svc/issue_templates/bug.md', bug)
    await write('.svc/issue_templates/notes.txt', 'no')
    const list = await as(reader, 'A').get(`${repo}/issue-templates`)
    expect(list.body).toEqual([
      {
        file: '.svc/issue_templates/bug.md',
        name: 'A bug',
        about: 'It breaks',
        title: 'Bug: ',
        labels: ['bug', 'help wanted'],
        body: '## Steps\n',
      },
    ])
    expect((await as(stranger).get(`${repo}/issue-templates`)).status).toBe(404)
    const empty = await shared('no-templates')
    expect((await as(reader).get(`${empty}/issue-templates`)).body.total).toBe(0)
  })

  it('that a repository brings along from another forge are found there', async () => {
    const repo = await shared('moved-templates', { auto_init: true })
    const write = (path: string): Promise<Answer> =>
      as(ada).send('PUT', `${repo}/contents/${path}`, { body: { content: base64('What happened?\n') } })
    const files = async (): Promise<readonly string[]> =>
      (await as(reader, 'A').get(`${repo}/issue-templates`)).body.map((one: { file: string }) => one.file)
    await write('.gitea/issue_template.md')
    expect(await files()).toEqual(['.gitea/issue_template.md'])
    await write('.github/ISSUE_TEMPLATE/bug_report.md')
    await write('.github/ISSUE_TEMPLATE/config.yml')
    expect(await files()).toEqual(['.github/ISSUE_TEMPLATE/bug_report.md'])
    await write('.svc/issue_templates/ours.md')
    expect(await files()).toEqual(['.svc/issue_templates/ours.md'])
  })

  it('that are forms of another forge are the text that they would make', async () => {
    const repo = await shared('form-templates', { auto_init: true })
    const write = (name: string, text: string): Promise<Answer> =>
      as(ada).send('PUT', `${repo}/contents/.github/ISSUE_TEMPLATE/${name}`, { body: { content: base64(text) } })
    const form = [
      'name: A bug',
      'description: It breaks',
      'title: "Bug: "',
      'labels: [bug]',
      'body:',
      '  - type: markdown',
      '    attributes: { value: "Thanks --> <b>you</b>" }',
      '  - type: input',
      '    attributes: { label: "Version\\n## x", description: As it says }',
      '    validations: { required: true }',
      '  - type: textarea',
      '    attributes: { label: Steps, value: "1. " }',
      '  - type: dropdown',
      '    attributes: { label: Browser, options: [Firefox, 2.10, yes] }',
      '  - type: checkboxes',
      '    attributes: { label: Terms, options: [{ label: I agree }, { label: [] }] }',
      '  - type: input',
      '  - nothing',
    ]
    await write('bug.yml', form.join('\n'))
    await write('config.yml', 'blank_issues_enabled: false\ncontact_links: []\n')
    await write('broken.yaml', 'body: [')
    await write('bomb.yaml', 'a: &a [x]\nbody: *a\n')
    expect((await as(reader, 'A').get(`${repo}/issue-templates`)).body).toEqual([
      {
        file: '.github/ISSUE_TEMPLATE/bug.yml',
        name: 'A bug',
        about: 'It breaks',
        title: 'Bug: ',
        labels: ['bug'],
        body: [
          '<!-- Thanks --› <b>you</b> -->',
          '### Version ## x',
          '<!-- As it says -->',
          '<!-- Required -->',
          '### Steps',
          '1.',
          '### Browser',
          '<!-- One of: Firefox, 2.10, yes -->',
          '### Terms',
          '- [ ] I agree\n',
        ].join('\n\n'),
      },
    ])
  })

  it('hold up nobody, whatever is in them', async () => {
    const repo = await shared('slow-templates', { auto_init: true })
    const many = Array.from({ length: 9000 }, (_, at) => `k${at}`)
    const hostile = [many.map((key) => `${key}:`).join('\n'), `{${many.join(',')}}`, `a: "${'\\\n'.repeat(30_000)}"`]
    const changes = hostile.flatMap((text, at) => [
      { path: `.github/ISSUE_TEMPLATE/${at}.yml`, content: base64(text) },
      { path: `.github/ISSUE_TEMPLATE/${at}.md`, content: base64(`---\n${text}\n---\nWhat happened?`) },
    ])
    for (const { path, content } of changes)
      expect((await as(ada).send('PUT', `${repo}/contents/${path}`, { body: { content } })).status).toBeLessThan(300)
    await expectNoPause(async () => {
      const list = await as(reader, 'A').get(`${repo}/issue-templates`)
      expect(list.body.map(({ body }: { body: string }) => body)).toEqual(hostile.map(() => 'What happened?'))
    })
  })

  it('that cannot be read are text', async () => {
    const bomb = `---\na: &a [x,x]\nb: &b [*a,*a]\nname: *b\n---\nbody`
    for (const [text, name, body] of [
      [bomb, 'x', 'body'],
      ['---\nname: [1]\n---\nbody', 'x', 'body'],
      ['---\nname: {\n---\nbody', 'x', 'body'],
      ['---\n__proto__: {a: 1}\nname: y\n---\nbody', 'y', 'body'],
      ['---\nname: open', 'x', '---\nname: open'],
      ['', 'x', ''],
    ] as const) {
      const template = await new Pace().through(parseTemplate('.svc/issue_templates/x.md', text))
      expect(template).toMatchObject({ name, body, labels: [] })
    }
  })
})
