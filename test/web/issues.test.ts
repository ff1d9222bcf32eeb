// Issues in pages, without a script: everything is a link or a form.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseThreadQuery, writeThreadQuery } from '../../src/http/web/thread-query.ts'
import type { Answer, Client, RequestOptions } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { base64, grant, newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let api: Client
const at = '/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  api = stithy.client('B').as(ada.access)
  for (const name of ['bug', 'help wanted']) await api.post('repos/ada/work/labels', { name })
  await api.post('repos/ada/work/milestones', { title: 'First' })
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow(at, () => stithy)

async function open(person: Person, title: string, more: Record<string, string | string[]> = {}): Promise<number> {
  const answer = await post(person, '/issues/new', { title, ...more })
  expect(answer.status, answer.text).toBe(303)
  return Number(/\/issues\/(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1])
}

const issue = async (number: number): Promise<Record<string, unknown>> =>
  (await api.get(`repos/ada/work/issues/${number}`)).body

describe('an issue', () => {
  it('waits on the dashboard of whom it is assigned to, while it is open and they may see it', async () => {
    const repo = 'repos/ada/given'
    await newRepo(stithy, ada, 'given')
    await grant(stithy, 'given', bob, 'Reader')
    const waiting = async (): Promise<string> =>
      (await stithy.client().get('/dashboard', { cookie: bob.cookie })).text.split('>Recent activity<')[0] ?? ''
    const { number } = (await api.post(`${repo}/issues`, { title: 'Yours to mend', assignees: ['bob'] })).body
    await api.post(`${repo}/issues/${number}/comments`, { body: 'Well, @bob?' })
    await eventually(async () => {
      const { text } = await stithy.client().get('/notifications', { cookie: bob.cookie })
      expect(text).toContain(`mentioned you in #${number}`)
    })
    expect((await waiting()).split('Yours to mend')).toHaveLength(2)
    await stithy.client().send('POST', '/notifications/read-all', { cookie: bob.cookie, fields: {} })
    expect(await waiting()).toMatch(new RegExp(`/ada/given/issues/${number}"[^]*Yours to mend[^]*>Assigned<`))
    await api.send('PATCH', `${repo}/issues/${number}`, { body: { state: 'closed' } })
    expect(await waiting()).not.toContain('Yours to mend')
    await api.send('PATCH', `${repo}/issues/${number}`, { body: { state: 'open' } })
    expect(await waiting()).toContain('Yours to mend')
    await api.send('DELETE', `${repo}/collaborators/bob`)
    expect(await waiting()).not.toContain('Yours to mend')
  })

  it('is counted on the dashboard with all that wait, of which it lists some and leads to the rest', async () => {
    const cy = await newPerson(stithy, 'cy')
    await newRepo(stithy, ada, 'busy')
    await grant(stithy, 'busy', cy, 'Developer')
    for (let one = 0; one < 12; one++)
      await api.post('repos/ada/busy/issues', { title: `No ${one}`, assignees: ['cy'] })
    const { text } = await stithy.client().get('/dashboard', { cookie: cy.cookie })
    expect(text).toMatch(/<h2>Waiting for you<\/h2><p>12<\/p>/)
    expect(text).toContain('<a href="/issues?by=assigned">12 issues assigned</a>')
    expect(text.match(/>Assigned</g)).toHaveLength(10)
  })

  it('loses what it said before by a form, for whoever wrote it', async () => {
    const number = await open(bob, 'Leak', { body: 'hunter2' })
    const path = `/issues/${number}`
    await post(bob, `${path}/edit`, { title: 'Mended', body: 'gone' })
    await post(ada, `${path}/comment`, { body: 'hunter3' })
    const [comment] = (await api.get(`repos/ada/work${path}/comments`)).body.items
    await post(ada, `${path}/comments/${comment.id}/edit`, { body: 'gone too' })
    const [own, hers] = [`${path}/history`, `${path}/history?comment=${comment.id}`]
    expect((await get(bob, own)).text).toContain(`action="${at}${path}/forget"`)
    expect((await get(bob, hers)).text).not.toContain('/forget"')
    expect((await get(null, own)).text).not.toContain('/forget"')
    expect((await post(bob, `${path}/comments/${comment.id}/forget`)).status).toBe(403)
    expect((await post(bob, `${path}/forget`)).headers.get('location')).toBe(at + own)
    expect((await post(ada, `${path}/comments/${comment.id}/forget`)).headers.get('location')).toBe(at + hers)
    for (const [page, secret] of [
      [own, 'hunter2'],
      [hers, 'hunter3'],
    ] as const) {
      const { text } = await get(ada, page)
      expect(text).toContain('What it said was removed.')
      expect([text.includes(secret), text.includes('/forget"')]).toEqual([false, false])
    }
    const { text } = await get(null, path)
    expect(text).toContain('>edited</a>')
    expect(text).toContain('changed the title')
    expect(text).not.toContain('Leak')
  })

  it('is opened, discussed, edited, closed and managed by forms', async () => {
    const number = await open(bob, 'Broken', { body: 'Line\r\nbreak', label: 'bug', assignees: 'ada' })
    expect(await issue(number)).toMatchObject({ body: 'Line\nbreak', labels: [], assignees: [] })
    const path = `/issues/${number}`
    const said = await post(bob, `${path}/comment`, { body: 'First' })
    expect(said.headers.get('location')).toBe(`${at}${path}#reply`)
    const [comment] = (await api.get(`repos/ada/work${path}/comments`)).body.items
    await post(bob, `${path}/comments/${comment.id}/edit`, { body: 'Second' })
    const page = await get(null, path)
    expect(page.text).toContain('Second')
    expect(page.text).toContain('<p>Line<br>\nbreak</p>')
    expect(page.text).toMatch(new RegExp(`href="${at}${path}/history\\?comment=${comment.id}">edited</a>`))
    await post(ada, `${path}/comments/${comment.id}/edit`, { body: 'Third' })
    expect((await get(null, path)).text).toContain('>edited by ada</a>')
    expect((await get(null, `${path}/history?comment=${comment.id}`)).text).toContain('First')
    await post(bob, `${path}/edit`, { title: 'Mended', body: 'Other' })
    await post(bob, `${path}/comment`, { body: 'Done', state: 'closed' })
    expect(await issue(number)).toMatchObject({ title: 'Mended', body: 'Other', state: 'closed', comment_count: 2 })
    await post(ada, `${path}/comment`, { body: '', state: 'open' })
    for (const [fields, shown] of [
      [{ set: 'labels', label: ['bug', 'help wanted'] }, { labels: [{ name: 'bug' }, { name: 'help wanted' }] }],
      [{ set: 'labels' }, { labels: [] }],
      [{ set: 'assignees', assignees: '@bob, ada' }, { assignees: ['ada', 'bob'] }],
      [{ set: 'assignees', assignees: '' }, { assignees: [] }],
      [{ set: 'assign-me' }, { assignees: ['ada'] }],
      [{ set: 'milestone', milestone: 'First' }, { milestone: { title: 'First' } }],
      [{ set: 'milestone', milestone: '' }, { milestone: null }],
      [{ set: 'lock' }, { locked: true }],
      [{ set: 'pin' }, { pinned: true }],
    ] as const) {
      expect((await post(ada, `${path}/manage`, fields)).status).toBe(303)
      expect(await issue(number)).toMatchObject(shown)
    }
    expect((await get(bob, path)).text).toContain('The conversation is locked')
    expect((await get(bob, path)).text).not.toContain('action="/ada/work/issues/1/manage"')
    expect((await post(bob, `${path}/manage`, { set: 'unlock' })).status).toBe(303)
    expect(await issue(number)).toMatchObject({ locked: true })
    expect((await get(null, '/issues')).text).toContain('Pinned issues')
    await post(ada, `${path}/comments/${comment.id}/delete`)
    expect((await get(null, path)).text).not.toContain('Second')
  })

  it('can be reacted to, quoted and previewed', async () => {
    const number = await open(ada, 'React', { body: 'Some **words**' })
    const path = `/issues/${number}`
    await post(bob, `${path}/react`, { add: 'rocket' })
    expect((await get(ada, path)).text).toContain('Rocket: 1"')
    expect((await get(bob, path)).text).toContain('Rocket: 1, including yours')
    await post(bob, `${path}/react`, { remove: 'rocket' })
    expect((await get(bob, path)).text).not.toContain('Rocket: 1')
    expect((await get(bob, `${path}?quote=issue`)).text).toContain('> Some **words**')
    const preview = await post(bob, `${path}/comment`, { body: '$x^2$ **strong** #1 @ada @nobody #99', preview: '1' })
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('<strong>strong</strong>')
    expect(preview.text).toContain('<math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math>')
    expect(preview.text).toContain('<a href="/ada/work/issues/1" class="reference">#1</a>')
    expect(preview.text).toContain('<a href="/ada" class="mention">@ada</a>')
    expect(preview.text).toContain('@nobody #99</p>')
    expect(await issue(number)).toMatchObject({ comment_count: 0 })
    const byScript = await post(bob, '/preview', { text: '`#1` <script>alert(1)</script> *x*' })
    expect(byScript.body.html).toContain('<code>#1</code>')
    expect(byScript.body.html).not.toContain('<script')
  })

  it('comes back with what was typed where something is wrong with it', async () => {
    const failed = await post(ada, '/issues/new', { title: '', body: 'kept words', assignees: 'nobody-here' })
    expect(failed.status).toBe(422)
    expect(failed.text).toContain('kept words')
    const number = await open(ada, 'Reply')
    const empty = await post(ada, `/issues/${number}/comment`, { body: ' ' })
    expect([empty.status, empty.text.includes('It must not be empty.')]).toEqual([422, true])
    const long = await post(ada, `/issues/${number}/edit`, { title: 'x'.repeat(256), body: 'still here' })
    expect([long.status, long.text.includes('still here')]).toEqual([422, true])
    expect((await post(ada, `/issues/${number}/manage`, { set: 'assignees', assignees: 'nobody' })).status).toBe(303)
    for (const path of ['/issues/999', '/issues/x', '/issues/0', `/issues/${number}/history?comment=x`]) {
      expect([400, 404]).toContain((await get(ada, path)).status)
    }
  })

  it('is not overwritten by a form that was opened before somebody else saved: both texts come back', async () => {
    const number = await open(bob, 'Both', { body: 'first' })
    const path = `/issues/${number}`
    await post(bob, `${path}/comment`, { body: 'said' })
    const [comment] = (await api.get(`repos/ada/work${path}/comments`)).body.items
    const seenIn = ({ text }: Answer): string => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
    for (const [edit, to, title] of [
      ['issue', `${path}/edit`, 'Both'],
      [comment.id, `${path}/comments/${comment.id}/edit`, ''],
    ]) {
      const seen = seenIn(await get(ada, `${path}?edit=${edit}`))
      const renamed = title === '' ? '' : 'Renamed by bob'
      await post(bob, to, { title: renamed, body: 'of bob', seen: seenIn(await get(bob, `${path}?edit=${edit}`)) })
      const previewed = await post(ada, to, { title, body: 'of ada', seen, preview: '1' })
      expect(seenIn(previewed)).toBe(seen)
      const refused = await post(ada, to, { title, body: 'of ada', seen })
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('Somebody changed this text while you were writing.')
      expect(refused.text).toMatch(new RegExp(`${renamed}[^]*of bob</code>[^]*<textarea[^>]*>\\s*of ada`))
      const again = await post(ada, to, { title, body: 'of both', seen: seenIn(refused) })
      expect(again.status).toBe(303)
      expect((await get(bob, path)).text).toContain('of both')
    }
  })

  it('is edited on whichever page of a long conversation a comment stands', async () => {
    const number = await open(ada, 'Long')
    const path = `/issues/${number}`
    const comments = `repos/ada/work${path}/comments`
    await Promise.all(Array.from({ length: 100 }, () => api.post(comments, { body: 'said' })))
    const { id } = (await api.post(comments, { body: 'said last' })).body
    const [, edit] =
      new RegExp(`href="${at}([^"]*edit=${id}[^"]*)"`).exec((await get(ada, `${path}?page=2`)).text) ?? []
    const form = await get(ada, (edit ?? '').replaceAll('&amp;', '&'))
    const [, action] = new RegExp(`action="${at}([^"]*/comments/${id}/edit[^"]*)"`).exec(form.text) ?? []
    const empty = await post(ada, action ?? '', { body: ' ' })
    expect([empty.status, empty.text.includes('It must not be empty.')]).toEqual([422, true])
    const saved = await post(ada, action ?? '', { body: 'in other words' })
    expect(saved.headers.get('location')).toBe(`${at}${path}?page=2#comment-${id}`)
  })

  it('links commits and issues elsewhere only for those who may read them', async () => {
    await newRepo(stithy, ada, 'hidden', { auto_init: true })
    await api.post('repos/ada/hidden/issues', { title: 'Secret' })
    const [commit] = (await api.get('repos/ada/work/commits')).body.items
    const number = await open(ada, 'Links', { body: `ada/hidden#1 and ${commit.sha.slice(0, 8)} and deadbeef` })
    const own = await get(ada, `/issues/${number}`)
    expect(own.text).toContain('href="/ada/hidden/issues/1"')
    expect(own.text).toContain(`href="/ada/work/commit/${commit.sha}"`)
    const strange = await get(null, `/issues/${number}`)
    expect(strange.text).not.toContain('href="/ada/hidden/issues/1"')
    expect(strange.text).toContain('ada/hidden#1')
    expect(strange.text).not.toContain('/commit/deadbeef')
  })

  it('says what mentions it, what will close it, and what has closed it', async () => {
    const repo = 'repos/ada/told'
    await newRepo(stithy, ada, 'told', { auto_init: true })
    await api.post(`${repo}/issues`, { title: 'Overflows' })
    const shown = async (): Promise<string> =>
      (await stithy.client().get('/ada/told/issues/1', { cookie: ada.cookie })).text
    for (const title of ['One', 'Two', 'Three', 'Four']) await api.post(`${repo}/issues`, { title, body: 'As #1' })
    const many = await shown()
    expect(many).toContain('3 earlier mentions</summary>')
    expect(many).toMatch(/<a href="\/ada\/told\/issues\/5">Four<\/a> <span class="break">#5</)
    await commitTo(api, repo, ['dam', 'main'], { 'dam.txt': 'x' })
    const { number } = await openPull(api, repo, 'dam', { title: 'Never overflow', body: 'Fixes #1' })
    expect(await shown()).toMatch(new RegExp(`Will be closed by[^]*pulls/${number}">#${number}</a> Never overflow`))
    await api.post(`${repo}/pulls/${number}/merge`, { merge_method: 'squash' })
    await eventually(async () => {
      const text = await shown()
      expect(text).toMatch(new RegExp(`closed this by merging .*pulls/${number}">Never overflow</a>`))
      expect(text).toMatch(new RegExp(`>Closed by<[^]*pulls/${number}">#${number}</a> Never overflow`))
    })
  })

  it('shows the pictures that were put into it, with the reader’s rights', async () => {
    const send = await stithy.client('B').send('POST', 'repos/ada/work/attachments?name=a.png', {
      raw: Uint8Array.of(1, 2, 3),
      headers: { 'content-type': 'image/png', origin: stithy.url },
      cookie: bob.cookie,
    })
    expect(send.status, send.text).toBe(201)
    const number = await open(bob, 'Picture', { body: send.body.markdown })
    const src = /<img[^>]* src="([^"]+)"/.exec(
      (await get(null, `/issues/${number}`)).text.split('comment-body')[1] ?? '',
    )?.[1]
    expect(src).toMatch(/^\/ada\/work\/attachments\/[0-9a-f-]{36}\/a\.png$/)
    const picture = await stithy.client().get(src ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    await api.send('PATCH', 'repos/ada/work', { body: { is_public: false } })
    expect((await stithy.client().get(src ?? '')).status).toBe(404)
    await api.send('PATCH', 'repos/ada/work', { body: { is_public: true } })
  })
})

describe('the list', () => {
  it('understands its query, and changes many at once', async () => {
    const [one, two] = [await open(ada, 'Alpha one'), await open(ada, 'Alpha two')]
    const numbers = [String(one), String(two)]
    for (const fields of [
      { action: 'label', label: 'bug' },
      { action: 'milestone', milestone: 'First' },
      { action: 'assign', assignee: 'ada' },
      { action: 'close' },
    ]) {
      const answer = await post(ada, '/issues/bulk', { ...fields, number: numbers, q: 'is:open label:bug' })
      expect(answer.headers.get('location')).toBe(`${at}/issues?q=is%3Aopen+label%3Abug`)
    }
    expect(await issue(two)).toMatchObject({
      state: 'closed',
      labels: [{ name: 'bug' }],
      milestone: { title: 'First' },
      assignees: ['ada'],
    })
    const query = encodeURIComponent('is:closed label:bug milestone:First assignee:me alpha')
    const list = await get(ada, `/issues?q=${query}`)
    expect(list.text).toContain('Alpha one')
    expect(list.text).toContain('2 closed')
    expect((await get(null, `/issues?q=${query}`)).text).toContain('No results')
    expect((await post(bob, '/issues/bulk', { action: 'open', number: numbers })).status).toBe(403)
    expect(await issue(one)).toMatchObject({ state: 'closed' })
    expect((await post(ada, '/issues/bulk', { action: 'open' })).status).toBe(303)
    expect((await get(null, '/issues?page=99')).status).toBe(303)
    expect((await get(null, `/issues?q=${'x'.repeat(5000)}`)).status).toBe(200)
  })

  it('says what of its query is not there, or means nothing', async () => {
    const text = async (q: string): Promise<string> =>
      (await get(null, `/issues?q=${encodeURIComponent(q)}`)).text.replaceAll(/<[^>]*>/g, '')
    const odd = await text('label:nonsense label:bug milestone:Never assignee:me author:nobody-here sort:foo')
    for (const fault of [
      'no label nonsense.',
      'no milestone Never.',
      'nobody called nobody-here.',
      'no filter sort:foo,',
    ]) {
      expect(odd).toContain(fault)
    }
    expect(odd).not.toContain('no label bug')
    expect(await text('label:bug std::vector http://x')).not.toContain('The query.')
    expect(await text('-is:closed')).toContain(
      'no filter -is:closed, so it was searched for as a word. There are -label',
    )
  })

  it.each([
    ['', 'is:open'],
    ['is:closed', 'is:closed'],
    ['label:bug label:"help wanted" x', 'is:open label:bug label:"help wanted" x'],
    [
      'assignee:me author:bob milestone:"a b" sort:updated-asc',
      'is:open assignee:me author:bob milestone:"a b" sort:updated-asc',
    ],
    ['is:weird sort:x http://x.org word:', 'is:open is:weird sort:x http://x.org word:'],
    ['label:a label:a is:all sort:comments', 'is:all label:a sort:comments'],
    ['"quoted words" milestone:none', 'is:open no:milestone "quoted words"'],
    ['no:label no:assignee mentions:@me', 'is:open no:label no:assignee mentions:me'],
    ['label:bug no:label review:approved', 'is:open no:label review:approved'],
    ['author:@ assignee:@', 'is:open author:@ assignee:@'],
    [
      '-label:"help wanted" x -author:@bob -label:bug -label:bug',
      'is:open -label:"help wanted" -author:bob -label:bug x',
    ],
    ['-is:closed a-label:b -label: -author:@ -word', 'is:open -is:closed a-label:b -label: -author:@ -word'],
  ])('reads "%s" as %s', (text, written) => {
    const query = parseThreadQuery(text, 'issue')
    expect(writeThreadQuery(query)).toBe(written)
    expect(parseThreadQuery(written, 'issue')).toEqual(query)
  })

  it.each([
    ['is:merged base:main reviewer:@me', 'is:merged reviewer:me base:main'],
    ['is:draft review:required status:failure', 'is:open review:required status:failure draft:true'],
    ['draft:maybe review:yes head:topic', 'is:open head:topic draft:maybe review:yes'],
  ])('of pull requests reads "%s" as %s', (text, written) => {
    const query = parseThreadQuery(text, 'pull')
    expect(writeThreadQuery(query)).toBe(written)
    expect(parseThreadQuery(written, 'pull')).toEqual(query)
  })
})

describe('labels and milestones', () => {
  it('are made, changed and deleted by those who may', async () => {
    await newRepo(stithy, ada, 'sorted')
    await grant(stithy, 'sorted', bob, 'Reader')
    const on = (person: Person, path: string, fields: Record<string, string> = {}): Promise<Answer> =>
      stithy.client().send('POST', `/ada/sorted${path}`, { fields, cookie: person.cookie })
    expect((await on(bob, '/labels', { name: 'x', color: '#123456' })).status).toBe(403)
    expect((await on(ada, '/labels', { name: 'x', color: 'red' })).status).toBe(422)
    await on(ada, '/labels/usual')
    await on(ada, '/labels', { name: 'x', color: '#123456', type: 'issue' })
    const { items } = (await api.get('repos/ada/sorted/labels')).body
    const made = items.find((label: { name: string }) => label.name === 'x')
    expect(items.length).toBe(9)
    expect((await on(ada, `/labels/${made.id}/edit`, { name: 'bug', color: '#123456' })).status).toBe(409)
    await on(ada, `/labels/${made.id}/edit`, { name: 'y', color: '#654321', type: 'any' })
    expect((await api.get('repos/ada/sorted/labels/y')).body).toMatchObject({ color: '#654321', type: 'any' })
    await api.post('repos/ada/sorted/issues', { title: 'Labelled', labels: ['y'] })
    const edit = `/ada/sorted/labels?edit=${made.id}`
    const list = await stithy.client().get('/ada/sorted/labels', { cookie: ada.cookie })
    expect(list.text).toContain('1 open issue<')
    expect(list.text).toContain(`href="${edit}#label-${made.id}"`)
    expect(list.text).not.toContain(`id="name-${made.id}"`)
    expect((await stithy.client().get(edit, { cookie: ada.cookie })).text).toContain(`id="name-${made.id}"`)
    expect((await stithy.client().get(edit, { cookie: bob.cookie })).text).not.toContain(`id="name-${made.id}"`)
    await on(ada, `/labels/${made.id}/delete`)
    expect((await api.get('repos/ada/sorted/labels/y')).status).toBe(404)
    expect((await on(ada, '/milestones/new', { title: 'M', due_at: '2027-02-31' })).status).toBe(422)
    await on(ada, '/milestones/new', { title: 'M', due_at: '2027-02-28' })
    const [milestone] = (await api.get('repos/ada/sorted/milestones')).body.items
    await on(ada, `/milestones/${milestone.id}/edit`, { title: 'N', due_at: '' })
    await on(ada, `/milestones/${milestone.id}/state`, { state: 'closed' })
    const after = (await api.get(`repos/ada/sorted/milestones/${milestone.id}`)).body
    expect(after).toMatchObject({ title: 'N', due_at: null, state: 'closed' })
    await on(ada, `/milestones/${milestone.id}/delete`)
    expect((await api.get('repos/ada/sorted/milestones?state=all')).body.total).toBe(0)
    expect((await stithy.client().get('/ada/sorted/milestones/new', { cookie: bob.cookie })).status).toBe(403)
  })

  it('a milestone has a page with its issues and pull requests, open and done, and the list leads there', async () => {
    await newRepo(stithy, ada, 'planned', { is_public: true, auto_init: true })
    const repo = 'repos/ada/planned'
    const description = 'All **that** holds'
    const { body: made } = await api.post(`${repo}/milestones`, {
      title: '1.0 "beta"',
      due_at: '2020-01-31',
      description,
    })
    const milestone = made.title
    await api.post(`${repo}/issues`, { title: 'Still to do', milestone })
    await api.post(`${repo}/issues`, { title: 'Done already', milestone })
    await api.send('PATCH', `${repo}/issues/2`, { body: { state: 'closed' } })
    await api.post(`${repo}/issues`, { title: 'Of no milestone' })
    await commitTo(api, repo, ['topic', 'main'], { 'a.txt': 'a\n' })
    await openPull(api, repo, 'topic', { title: 'Proposed', milestone })
    const list = await stithy.client().get('/ada/planned/milestones')
    expect(list.text).toContain('2 open, 1 closed')
    const path = `/ada/planned/milestones/${made.id}`
    expect(list.text).toContain(`href="${path}"`)
    const shown = await stithy.client().get(path)
    for (const part of [
      'Still to do',
      'Proposed',
      'Was due 2020-01-31',
      '33 % done',
      '<strong>that</strong>',
      '2 open',
    ]) {
      expect(shown.text).toContain(part)
    }
    expect(shown.text).not.toMatch(/Done already|Of no milestone|\/edit"/)
    const closed = await stithy.client().get(`${path}?state=closed`, { cookie: ada.cookie })
    expect(closed.text).toContain('Done already')
    expect(closed.text).not.toMatch(/Still to do|Proposed/)
    expect(closed.text).toContain(`href="${path}/edit"`)
    expect((await stithy.client().get('/ada/planned/issues/1')).text).toContain(`href="${path}"`)
    expect((await stithy.client().get(`/ada/sorted/milestones/${made.id}`, { cookie: ada.cookie })).status).toBe(404)
  })

  it('a template begins an issue', async () => {
    const body = { content: base64('---\nname: Fault\ntitle: "Fault: "\nlabels: bug\n---\nWhat happened?\n') }
    await api.send('PUT', 'repos/ada/work/contents/.svc/issue_templates/fault.md', { body })
    const form = await get(ada, '/issues/new')
    expect(form.text).toContain('value="Fault: "')
    expect(form.text).toContain('What happened?')
    expect((await get(ada, '/issues/new?template=none')).text).not.toContain('What happened?')
    expect((await get(null, '/issues')).text).toContain(`href="${at}/issues/new"`)
    expect((await get(null, '/issues/new')).headers.get('location')).toContain('/login?redirect_to=')
  })

  it('a form of another forge asks its questions one by one, and what was answered becomes the text', async () => {
    const file = '.github/ISSUE_TEMPLATE/bug.yml'
    const yaml = `name: Bug
title: "[Bug]: "
body:
  - type: markdown
    attributes: { value: "Thanks, **really** <script>alert(1)</script>" }
  - type: input
    attributes: { label: Version, placeholder: "1.0" }
    validations: { required: true }
  - { type: textarea, attributes: { label: What happened, value: "First " } }
  - { type: textarea, attributes: { label: Log, render: shell } }
  - { type: dropdown, attributes: { label: System, options: [Linux, macOS] } }
  - { type: dropdown, attributes: { label: Parts, multiple: true, options: [Hammer, Tongs, Fire] } }
  - type: checkboxes
    attributes: { label: Before, options: [{ label: I looked, required: true }, { label: I can help }] }
`
    await newRepo(stithy, ada, 'asked', { auto_init: true, is_public: true })
    await api.send('PUT', `repos/ada/asked/contents/${file}`, { body: { content: base64(yaml) } })
    const path = '/ada/asked/issues/new'
    const page = (await stithy.client().get(path, { cookie: bob.cookie })).text
    for (const part of [
      '<strong>really</strong>',
      'placeholder="1.0"',
      '>First </textarea>',
      '>macOS</option>',
      'value="[Bug]: "',
    ]) {
      expect(page).toContain(part)
    }
    expect(page).not.toMatch(/<script>alert|name="body"/)
    const send = (fields: RequestOptions['fields']) =>
      stithy.client().send('POST', path, { cookie: bob.cookie, fields: { template: file, ...fields } })
    const typed = { title: 'It is cold', 'answer-2': 'Nothing <b>', 'answer-3': 'a ``` b', 'answer-5': ['0', '2'] }
    const refused = await send({ ...typed, 'answer-1': ' ', 'answer-6': ['1'] })
    expect(refused.status).toBe(422)
    for (const part of [
      'Version</a>: It must not be empty.',
      'Tick “I looked”',
      'value="It is cold"',
      '>Nothing &lt;b></textarea>',
    ]) {
      expect(refused.text).toContain(part)
    }
    expect(refused.text.match(/type="checkbox"[^>]* checked/g)).toHaveLength(3)
    const shown = await send({ ...typed, preview: '1' })
    expect([shown.status, /<h3[^>]*>Version/.test(shown.text)]).toEqual([200, true])
    const made = await send({ ...typed, 'answer-1': '2.10', 'answer-6': ['0'] })
    expect([made.status, made.headers.get('location')]).toEqual([303, '/ada/asked/issues/1'])
    const { body } = (await stithy.client('B').get('repos/ada/asked/issues/1')).body
    expect(body).toBe(
      [
        '### Version\n\n2.10',
        '### What happened\n\nNothing <b>',
        '### Log\n\n````shell\na ``` b\n````',
        '### System\n\n_No answer_',
        '### Parts\n\nHammer, Fire',
        '### Before\n\n- [x] I looked\n- [ ] I can help\n',
      ].join('\n\n'),
    )
    // The form has gone in between: what was typed is not lost.
    const late = await send({ ...typed, template: 'gone.yml', title: '' })
    expect([late.status, late.text.includes('Nothing &lt;b>\n\na ``` b')]).toEqual([422, true])
  })

  it('names and numbers are completed', async () => {
    const found = async (text: string): Promise<string[]> => {
      const { body } = await get(ada, `/suggest?text=${encodeURIComponent(text)}`)
      return body.map((one: { text: string }) => one.text)
    }
    expect(await found('@a')).toContain('@ada')
    expect(await found('@%')).toEqual([])
    expect(await found('#1')).toEqual(['#1'])
    expect((await found('#alpha')).length).toBe(2)
    expect(await found('x')).toEqual([])
  })
})
