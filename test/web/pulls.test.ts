// Pull requests in pages, without a script: everything is a link or a form.
import { chmod, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { countQuestions } from '../support/count-questions.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let reader: Person
let peer: Person
let api: Client
const at = '/ada/work'
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  peer = await newPerson(stithy, 'sec')
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
  await grant(stithy, 'work', peer, 'Developer')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow(at, () => stithy)

let branches = 0
async function branch(files: Record<string, string> = {}): Promise<string> {
  const name = `topic-${++branches}`
  await commitTo(api, repo, [name, 'main'], { [`file-${branches}.txt`]: 'one\ntwo\nthree\n', ...files })
  return name
}

async function opened(person = dev): Promise<{ number: number; path: string; file: string }> {
  const source = await branch()
  const { number } = await openPull(stithy.client('B').as(person.access), repo, source)
  return { number, path: `/pulls/${number}`, file: `file-${branches}.txt` }
}

const pull = async (number: number): Promise<Record<string, unknown>> => (await api.get(`${repo}/pulls/${number}`)).body

describe('a pull request', () => {
  it('is found where its branches are compared, in place of the way to another', async () => {
    const source = await branch()
    const compared = async (person: Person | null) => (await get(person, `/compare/main...${source}`)).text
    expect(await compared(dev)).toContain('Open a pull request')
    const { number } = await openPull(api, repo, source)
    for (const person of [dev, null]) expect(await compared(person)).toContain(`href="${at}/pulls/${number}"`)
    expect(await compared(dev)).not.toContain('Open a pull request')
    expect((await get(dev, `/compare/${source}...main`)).text).not.toContain(`href="${at}/pulls/${number}"`)
    await api.send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
    expect(await compared(dev)).toContain('Open a pull request')
    await api.send('DELETE', `${repo}/branches/${source}`)
  })

  it('is text as well, which git takes, also when it is merged', async () => {
    const { number, path, file } = await opened()
    const { source_branch: source } = await pull(number)
    await commitTo(api, repo, String(source), { [file]: 'one\ntwo\nthree\nfour\n' })
    await commitTo(api, repo, 'main', { [`aside-${number}.txt`]: 'not of it\n' })
    const read = async (): Promise<readonly string[]> => {
      const texts = await Promise.all(['.patch', '.diff'].map((format) => get(null, path + format)))
      for (const { status, headers } of texts) {
        expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      }
      return texts.map(({ text }) => text)
    }
    const texts = await read()
    const folder = await newFolder()
    await git(folder, 'init', '-q')
    for (const [index, text] of texts.entries()) await writeFile(join(folder, String(index)), text)
    await git(folder, 'am', '-q', '0')
    expect(await git(folder, 'rev-list', '--count', 'HEAD')).toBe('2')
    expect(await readFile(join(folder, file), 'utf8')).toBe('one\ntwo\nthree\nfour\n')
    await git(folder, 'apply', '--reverse', '1')
    expect(texts[1]).not.toContain('not of it')
    const page = (await get(null, path)).text
    expect(page).toContain(`href="${at}${path}.patch"`)
    expect((await api.post(`${repo}${path}/merge`, { merge_method: 'squash' })).status).toBe(200)
    expect(await read()).toEqual(texts)
  })

  it('is text to those alone who may read it', async () => {
    const hidden = await newRepo(stithy, ada, 'hidden-text', { auto_init: true })
    await commitTo(api, hidden, ['topic', 'main'], { 'a.txt': 'a\n' })
    const { number } = await openPull(api, hidden, 'topic')
    const token = await newToken(api, ['repo:read'])
    for (const format of ['patch', 'diff']) {
      const path = `/ada/hidden-text/pulls/${number}.${format}`
      expect((await stithy.client().get(path)).status).toBe(404)
      expect((await stithy.client().get(path, { cookie: reader.cookie })).status).toBe(404)
      expect((await stithy.client().as(token).get(path)).status).toBe(403)
      const own = await stithy.client().get(path, { cookie: ada.cookie })
      expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect((await get(null, '/pulls/999999.diff')).status).toBe(404)
    expect((await get(null, '/pulls/1.zip')).status).toBe(404)
  })

  it('takes nothing out of a private fork before it is opened', async () => {
    const theirs = stithy.client('B').as(reader.access)
    await theirs.post(`${repo}/forks`, { slug: 'hidden' })
    const fork = 'repos/rea/hidden'
    await theirs.send('PATCH', fork, { body: { is_public: false } })
    const sha = await commitTo(theirs, fork, ['quiet', 'main'], { 'secret.txt': 'not for all\n' })
    const form = await get(reader, '/pulls/new?target=main&source=rea:quiet')
    expect(form.text).toContain('not for all')
    const seen = (id: string) => api.get(`${repo}/raw/${id}/secret.txt`)
    expect([(await seen(sha)).status, (await seen(sha.slice(0, 10))).status]).toEqual([404, 404])
    expect(form.text).toContain(`href="/rea/hidden/commit/${sha}"`)
    const { number } = await openPull(theirs, repo, 'rea:quiet')
    expect((await seen(sha)).text).toBe('not for all\n')
    // What the fork is called is for those who may read it.
    const sourceOf = async (client: Client) => (await client.get(`${repo}/pulls/${number}`)).body.source_repo
    expect([await sourceOf(api), await sourceOf(theirs)]).toEqual([null, 'rea/hidden'])
    const [listed] = itemsOf((await api.get(`${repo}/pulls`)).body)
    expect(listed).toMatchObject({ number, source_repo: null })
    const edited = await api.send('PATCH', `${repo}/pulls/${number}`, { body: { title: 'Quiet' } })
    expect(edited.body).toMatchObject({ title: 'Quiet', source_repo: null })
    const pages = await Promise.all([null, reader].map((who) => get(who, `/pulls/${number}`)))
    expect(pages.map(({ text }) => text.includes('rea/hidden'))).toEqual([false, true])
    await theirs.send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
    await theirs.send('DELETE', fork)
  })

  it('is opened by a form that shows what it would bring', async () => {
    const source = await branch()
    const fresh = await get(ada, '')
    expect(fresh.text).toContain(`/pulls/new?target=main&amp;source=${source}`)
    expect(fresh.text).toMatch(new RegExp(`You pushed <code[^>]*>${source}</code> <time`))
    // Who knows no name chooses among those that have none; the list of branches leads there too, and later to what is open.
    const link = `/pulls/new?target=main&amp;source=${source}"`
    expect((await get(dev, '/pulls/new')).text).toContain(link)
    expect((await get(dev, '/branches')).text).toContain(link)
    const page = await get(dev, `/pulls/new?target=main&source=${source}`)
    expect(page.text).toContain(`Change file-${branches}.txt`)
    expect(page.text).toContain('Open pull request')
    const none = await get(dev, '/pulls/new?target=main&source=main')
    expect(none.text).toContain('main already contains everything in main')
    const odd = await get(dev, `/pulls/new?target=main&source=${encodeURIComponent('--exec=x')}`)
    expect(odd.status).toBe(200)
    const wrong = await post(dev, '/pulls/new', { source, target: 'main', title: ' ', body: 'Kept text' })
    expect([wrong.status, wrong.text.includes('Kept text')]).toEqual([422, true])
    // What has no commits of its own is not offered, nor what was squashed; what was pushed last comes first.
    await api.post(`${repo}/branches`, { name: 'idle', source: 'main' })
    const squashed = await openPull(api, repo, await branch())
    await api.post(`${repo}/pulls/${squashed.number}/merge`, { merge_method: 'squash' })
    const [older, newer] = [await branch(), await branch()]
    const offered = (await get(dev, '/pulls/new')).text
    const listed = [...offered.matchAll(/class="row-link" href="[^"]*source=([^"]+)"/g)].map(([, name]) => name)
    expect(listed).toEqual([newer, older, source])
    expect(offered.lastIndexOf(`<option value="${newer}"`)).toBeLessThan(offered.lastIndexOf('<option value="idle"'))
    const made = await post(dev, '/pulls/new', { source, target: 'main', title: 'By form', body: 'Line\r\nbreak' })
    expect(made.status, made.text).toBe(303)
    const number = Number(/\/pulls\/(\d+)$/.exec(made.headers.get('location') ?? '')?.[1])
    expect(await pull(number)).toMatchObject({ title: 'By form', body: 'Line\nbreak', author: 'dev' })
    expect((await get(null, '/pulls')).text).toContain('By form')
    expect((await get(dev, '/pulls/new')).text).not.toContain(link)
    const all = (await get(dev, '/branches')).text
    expect([all.includes(link), all.includes(`href="${at}/pulls/${number}"`)]).toEqual([false, true])
    expect((await get(null, '/pulls?q=zzz')).text).toContain('No results')
    // Links say #12 and mean either.
    expect((await get(null, `/issues/${number}`)).headers.get('location')).toBe(`${at}/pulls/${number}`)
    const issue = await api.post(`${repo}/issues`, { title: 'No pull' })
    expect((await get(null, `/pulls/${issue.body.number}`)).headers.get('location')).toBe(
      `${at}/issues/${issue.body.number}`,
    )
    expect((await get(null, '/pulls/99999')).status).toBe(404)
  })

  it('says before anything is typed that one is open for the branches, or that they conflict', async () => {
    const source = await branch({ 'both.txt': 'theirs\n' })
    const page = async (): Promise<string> => (await get(dev, `/pulls/new?target=main&source=${source}`)).text
    expect(await page()).toContain('No conflicts with main.')
    await commitTo(api, repo, 'main', { 'both.txt': 'ours\n' })
    expect(await page()).toMatch(/Conflicts\.<[^]*<code class="break">both\.txt<\/code>[^]*Open pull request/)
    const { number } = await openPull(api, repo, source)
    const taken = await page()
    expect(taken).toContain(`<a href="${at}/pulls/${number}">#${number}</a> is open for these branches`)
    expect(taken).not.toContain('Open pull request')
    const late = await post(dev, '/pulls/new', { source, target: 'main', title: 'Again', body: 'Kept text' })
    expect([late.status, late.text.includes('Kept text')]).toEqual([409, true])
    expect(late.text).toContain(`<a href="${at}/pulls/${number}">#${number}</a> is open for these branches`)
    await api.send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
  })

  it('from a fork shows what it would bring, too, to those who could open it', async () => {
    const theirs = stithy.client('B').as(reader.access)
    expect((await theirs.post(`${repo}/forks`, {})).status).toBe(201)
    await commitTo(theirs, 'repos/rea/work', ['from-afar', 'main'], { 'afar.txt': 'a line from afar\n' })
    expect((await get(reader, '')).text).toContain('/pulls/new?target=main&amp;source=rea%3Afrom-afar')
    const fork = await stithy.client().get('/rea/work', { cookie: reader.cookie })
    expect(fork.text).toContain(`href="${at}/pulls/new?target=main&amp;source=rea%2Fwork%3Afrom-afar"`)
    const page = await get(reader, '/pulls/new?target=main&source=rea:from-afar')
    expect(page.text).toContain('Change afar.txt')
    expect(page.text).toContain('a line from afar')
    expect((await get(dev, '/pulls/new?target=main&source=rea:from-afar')).text).not.toContain('a line from afar')
    expect((await get(reader, '/pulls/new?target=main&source=rea:nowhere')).text).toContain('There is no rea:nowhere')
  })

  it('waits on the dashboard of whoever is asked, and of its author while its checks fail', async () => {
    const { number, path } = await opened()
    // What waits stands above what merely happened.
    const dashboard = async (person: Person): Promise<string> =>
      (await stithy.client().get('/dashboard', { cookie: person.cookie })).text.split('>Recent activity<')[0] ?? ''
    expect(await dashboard(ada)).not.toContain(`${at}${path}"`)
    await post(dev, `${path}/manage`, { set: 'reviewers', reviewers: 'ada' })
    expect(await dashboard(ada)).toMatch(new RegExp(`${at}${path}"[^]*Review requested`))
    expect((await get(ada, path)).text).toContain(`href="${at}${path}/files">`)
    const whole = (await stithy.client().get('/dashboard', { cookie: ada.cookie })).text
    expect(whole).toMatch(/>Waiting for you<[^]*>Recent activity<[^]*>First steps</)
    expect(await dashboard(dev)).toMatch(/>First steps<[^]*>Waiting for you</)
    expect(await dashboard(dev)).not.toContain('Checks failing')
    const { head_sha } = await pull(number)
    await api.post(`${repo}/commits/${String(head_sha)}/statuses`, { state: 'failure', context: 'lint' })
    expect(await dashboard(dev)).toMatch(new RegExp(`${at}${path}"[^]*Checks failing`))
    await api.post(`${repo}/issues`, { title: 'A question', body: 'What do you think, @rea?' })
    await eventually(async () => expect(await dashboard(reader)).toContain('Mentioned'))
    await api.send('PATCH', `${repo}/pulls/${number}`, { body: { state: 'closed' } })
    expect(await dashboard(dev)).not.toContain('Checks failing')
    expect(await dashboard(ada)).not.toContain(`${at}${path}"`)
  })

  it('is discussed, edited, managed and closed by forms', async () => {
    const { number, path } = await opened()
    await post(reader, `${path}/comment`, { body: 'Hello' })
    const [comment] = itemsOf((await api.get(`${repo}${path}/comments`)).body)
    await post(reader, `${path}/comments/${String(comment?.['id'])}/edit`, { body: 'Goodbye' })
    expect((await get(null, path)).text).toContain('Goodbye')
    const empty = await post(reader, `${path}/comment`, { body: ' ' })
    expect(empty.status).toBe(422)
    const preview = await post(reader, `${path}/comment`, { body: '**bold**', preview: '1' })
    expect(preview.text).toContain('<strong>bold</strong>')
    expect((await get(null, `${path}/history?comment=${String(comment?.['id'])}`)).text).toContain('Hello')
    await post(dev, `${path}/edit`, { title: 'Other', body: 'Words' })
    expect((await get(null, `${path}/history`)).text).toContain('Take topic')
    await api.post(`${repo}/labels`, { name: 'urgent', color: '#ff0000' })
    for (const [fields, shown] of [
      [{ set: 'labels', label: ['urgent'] }, { labels: [{ name: 'urgent' }] }],
      [{ set: 'assignees', assignees: '@rea, ada' }, { assignees: ['ada', 'rea'] }],
      [{ set: 'reviewers', reviewers: 'ada rea' }, { requested_reviewers: ['ada', 'rea'] }],
      [{ set: 'reviewers', reviewers: 'ada' }, { requested_reviewers: ['ada'] }],
      [{ set: 'draft' }, { draft: true }],
      [{ set: 'ready' }, { draft: false }],
      [{ set: 'lock' }, { locked: true }],
      [{ set: 'unlock' }, { locked: false }],
    ] as const) {
      expect((await post(dev, `${path}/manage`, fields)).status).toBe(303)
      expect(await pull(number)).toMatchObject(shown)
    }
    expect(await pull(number)).toMatchObject({ title: 'Other', body: 'Words' })
    const refused = await post(reader, `${path}/manage`, { set: 'draft' })
    expect([refused.status, (await pull(number))['draft']]).toEqual([303, false])
    await post(dev, `${path}/comment`, { body: '', state: 'closed' })
    expect(await pull(number)).toMatchObject({ state: 'closed' })
    await post(dev, `${path}/comment`, { body: 'Again', state: 'open' })
    expect(await pull(number)).toMatchObject({ state: 'open', comment_count: 2 })
  })

  it('says why it cannot be merged, and is merged by a press', async () => {
    const { number, path } = await opened()
    await post(dev, `${path}/manage`, { set: 'draft' })
    const draft = (await get(dev, path)).text
    expect(draft).toContain('It is a draft. Mark it as ready first.')
    expect(draft).toMatch(/merge-later"><summary/)
    const blocked = await post(dev, `${path}/merge`, { merge_method: 'squash', squash_title: 'Kept title' })
    expect([blocked.status, blocked.text.includes('Kept title')]).toEqual([409, true])
    expect(blocked.text).toMatch(/merge-later" open/)
    await post(dev, `${path}/manage`, { set: 'ready' })
    const { head_sha: head } = await settled(api, repo, number)
    expect((await get(null, path)).text).toContain('Those who may push to this repository can merge it.')
    expect((await post(reader, `${path}/merge`, { merge_method: 'merge' })).status).toBe(403)
    const merged = await post(dev, `${path}/merge`, { merge_method: 'squash', head_sha: head, delete_branch: '1' })
    expect(merged.status, merged.text).toBe(303)
    expect(await pull(number)).toMatchObject({ state: 'merged', merged_by: 'dev' })
    expect((await get(null, path)).text).toContain('Merged')
    expect((await get(null, `${path}/commits`)).status).toBe(200)
  })

  it('is tried in a clone by commands that its page has', async () => {
    const { number, path, file } = await opened()
    const command = `git fetch ${stithy.url}${at}.git refs/pull/${number}/head && git switch -c pull-${number} FETCH_HEAD`
    expect((await get(null, path)).text).toContain(command.replaceAll('&', '&amp;'))
    const folder = await newFolder()
    await git(folder, 'init', '-q')
    for (const one of command.split(' && ')) await git(folder, ...one.split(' ').slice(1))
    expect(await git(folder, 'ls-files')).toContain(file)
  })

  it('shows what its commit would say, for each method, and says what stands there instead', async () => {
    const source = await branch()
    const { number } = await openPull(api, repo, source, { title: 'Strike & bend', body: 'Twice.' })
    const { head_sha } = await settled(api, repo, number)
    const path = `/pulls/${number}`
    const page = (await get(dev, path)).text
    expect(page).toContain(`value="Merge ${source}: Strike &amp; bend (#${number})"`)
    expect(page).toMatch(/name="merge_message"[^>]*>Twice\.<\/textarea>/)
    expect(page).toContain(`value="Strike &amp; bend (#${number})"`)
    const typed = { merge_title: 'Never seen', merge_message: '', squash_title: 'By hand', squash_message: '' }
    const wrong = await post(dev, `${path}/merge`, { ...typed, merge_method: 'squash', head_sha: '0'.repeat(40) })
    expect(wrong.status).toBe(409)
    for (const text of ['By hand', 'Never seen']) expect(wrong.text).toContain(`value="${text}"`)
    await post(dev, `${path}/merge`, { ...typed, merge_method: 'squash', head_sha: String(head_sha) })
    const { merge_commit_sha } = await pull(number)
    expect((await api.get(`${repo}/commits/${String(merge_commit_sha)}`)).body.message).toBe('By hand')
  })

  it('whose message nobody changed says what its title is by then', async () => {
    const { number, path } = await opened()
    const { head_sha } = await settled(api, repo, number)
    const field = async (name: string): Promise<string> =>
      new RegExp(`name="merge_${name}"[^>]*value="([^"]*)"`).exec((await get(dev, path)).text)?.[1] ?? ''
    await api.post(`${repo}/commits/${String(head_sha)}/statuses`, { context: 'ci', state: 'pending' })
    const fields = { merge_method: 'merge', merge_title: await field('title'), merge_message: '' }
    expect(fields.merge_title).toContain('Merge topic-')
    const protection = { pattern: 'main', merge_role: 'Developer', required_checks: ['ci'] }
    const { body } = await api.post(`${repo}/branch-protections`, protection)
    await post(dev, `${path}/merge`, { ...fields, head_sha: String(head_sha), auto: '1' })
    await api.send('PATCH', `${repo}/pulls/${number}`, { body: { title: 'Better said' } })
    await api.post(`${repo}/commits/${String(head_sha)}/statuses`, { context: 'ci', state: 'success' })
    await eventually(async () => expect(await pull(number)).toMatchObject({ state: 'merged' }))
    const { merge_commit_sha } = await pull(number)
    expect((await api.get(`${repo}/commits/${String(merge_commit_sha)}`)).body.message).toContain('Better said')
    await api.send('DELETE', `${repo}/branch-protections/${body.id}`)
  })

  it('lists the open issues that it closes, by its words or those of its commits, to those who may see them', async () => {
    const issue = async (title: string): Promise<number> => (await api.post(`${repo}/issues`, { title })).body.number
    const [said, done, named] = [await issue('Too loud'), await issue('Long done'), await issue('Only named')]
    const committed = await issue('By a commit')
    const shown = await issue('As an example')
    await newRepo(stithy, ada, 'cellar')
    await api.post('repos/ada/cellar/issues', { title: 'Hidden' })
    await api.send('PATCH', `${repo}/issues/${done}`, { body: { state: 'closed' } })
    const source = await branch()
    await api.send('PUT', `${repo}/contents/loud.txt`, {
      body: { branch: source, content: 'eA==', message: `Soften\n\nFixes #${committed}` },
    })
    const body = `Fixes #${said}, closes #${done}, see #${named}. Closes ada/cellar#1. <!-- Fixes #${shown} --> \`fixes #${shown}\``
    const { number } = await openPull(api, repo, source, { body })
    const closing = async (person: Person | null): Promise<string> =>
      /Closes when merged[^]*?<\/ul>/.exec((await get(person, `/pulls/${number}`)).text)?.[0] ?? ''
    const seen = await closing(null)
    for (const title of ['Too loud', 'By a commit']) expect(seen).toContain(title)
    for (const title of ['Long done', 'Only named', 'As an example', 'Hidden']) expect(seen).not.toContain(title)
    expect(await closing(ada)).toMatch(/ada\/cellar#1<\/a> Hidden/)
    await api.post(`${repo}/branches`, { name: 'aside', ref: 'main' })
    await api.send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'aside' } })
    expect(await closing(null)).toBe('')
  })

  it('costs no more where it closes many, and where its author has many', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five']
    for (const slug of ['attic', 'shed']) {
      await newRepo(stithy, ada, slug, { is_public: true })
      for (const title of titles) await api.post(`repos/ada/${slug}/issues`, { title })
    }
    const { number, path } = await opened(peer)
    const says = (body: string) => api.send('PATCH', `${repo}/pulls/${number}`, { body: { body } })
    const fixing = (slug: string) => titles.map((_, index) => `fixes ada/${slug}#${index + 1}`).join(', ')
    const read = () => get(peer, path)
    const dashboard = () => stithy.client().get('/dashboard', { cookie: peer.cookie })
    await says('Fixes ada/attic#1')
    await settled(api, repo, number)
    const once = [await countQuestions(stithy, read), await countQuestions(stithy, dashboard)]
    await says(`${fixing('attic')}, ${fixing('shed')}, and fixes ada/attic#1`)
    for (let count = 0; count < 3; count++) await opened(peer)
    expect([...(await read()).text.matchAll(/(?:attic|shed)#\d<\/a> \w+/g)]).toHaveLength(10)
    expect([await countQuestions(stithy, read), await countQuestions(stithy, dashboard)]).toEqual(once)
  })

  it('is found by its number among issues, an issue among pull requests, and nothing nowhere', async () => {
    const { number } = await opened()
    const issue = (await api.post(`${repo}/issues`, { title: 'One' })).body.number
    const ways = [
      [`/issues/${number}`, `${at}/pulls/${number}`],
      [`/pulls/${issue}`, `${at}/issues/${issue}`],
    ] as const
    for (const [from, to] of ways) {
      const { status, headers } = await get(dev, from)
      expect([status, headers.get('location')]).toEqual([303, to])
    }
    const [ofIssues, ofPulls] = [() => get(dev, ways[0][0]), () => get(dev, ways[1][0])]
    // Whoever is led on elsewhere costs no page that nobody sees.
    expect(await countQuestions(stithy, ofPulls)).toBe(await countQuestions(stithy, ofIssues))
    for (const kind of ['issues', 'pulls']) {
      for (const none of ['99999', '0', 'x']) expect((await get(dev, `/${kind}/${none}`)).status).toBe(404)
    }
  })

  it('counts the approvals that count for merging, and no others', async () => {
    await api.post(`${repo}/branches`, { name: 'guarded', ref: 'main' })
    const rule = { pattern: 'guarded', required_approvals: 1, dismiss_stale_approvals: true }
    expect((await api.post(`${repo}/branch-protections`, rule)).status).toBe(201)
    const source = await branch()
    const { number } = await openPull(api, repo, source, { target_branch: 'guarded' })
    await settled(api, repo, number)
    const path = `${repo}/pulls/${number}/reviews`
    expect((await stithy.client('B').as(dev.access).post(path, { event: 'approve' })).status).toBe(201)
    const box = async () => (await get(null, `/pulls/${number}`)).text
    expect(await box()).toContain('1 of 1 approval')
    await commitTo(api, repo, source, { 'more.txt': 'more\n' })
    await settled(api, repo, number)
    const stale = await box()
    expect(stale).toContain('1 more approval is needed')
    expect(stale).toContain('0 of 1 approval')
  })

  it('says what its branch asks for, what is missing of it, and where that is done', async () => {
    await api.post(`${repo}/branches`, { name: 'ruled', ref: 'main' })
    await commitTo(api, repo, 'ruled', { CODEOWNERS: '/lib/ @sec\n/docs/ @ada\n' })
    await commitTo(api, repo, ['to-ruled', 'ruled'], { 'lib/a.ts': 'a\n', 'docs/a.md': 'a\n' })
    const { number } = await openPull(stithy.client('B').as(dev.access), repo, 'to-ruled', { target_branch: 'ruled' })
    const path = `/pulls/${number}`
    await commitTo(api, repo, 'ruled', { 'news.txt': 'x\n' })
    const said = await api.post(`${repo}/pulls/${number}/comments`, { body: 'Hm', path: 'lib/a.ts', line: 1 })
    const rule = {
      pattern: 'ruled',
      merge_role: 'Developer',
      require_resolved_conversations: true,
      require_up_to_date: true,
      require_code_owner_approval: true,
      require_last_push_approval: true,
    }
    expect((await api.post(`${repo}/branch-protections`, rule)).status).toBe(201)
    await settled(api, repo, number)
    const box = async (person: Person | null): Promise<string> =>
      /<section class="panel merge-box[^]*?<\/section>/.exec((await get(person, path)).text)?.[0] ?? ''
    const begun = await box(peer)
    for (const text of [
      'The branch is not up to date with ruled. Update it first.',
      'ada pushed last. Somebody else has to approve that.',
      'lib/a.ts needs the approval of sec.',
      '1 conversation is not resolved. Resolve it first.',
      'waiting for sec',
      'Update by merging',
      `href="${at}/pulls/${number}/files"`,
      `href="#comment-${said.body.id}"`,
      'Merge when all requirements are met',
    ]) {
      expect(begun).toContain(text)
    }
    // Whoever may not do any of it is not sent there.
    const outside = await box(null)
    expect([outside.includes('Update by merging'), outside.includes('Review the changes')]).toEqual([false, false])
    await post(peer, `${path}/update-branch`, { method: 'merge' })
    await stithy.client('B').as(peer.access).post(`${repo}/pulls/${number}/reviews`, { event: 'approve' })
    await post(dev, `${path}/comment-line`, { in_reply_to: said.body.id, settle: 'resolve', body: '' })
    const done = await box(dev)
    expect(done).toContain('approved by sec')
    expect(done).not.toContain('Cannot be merged yet')
  })

  it('that is a draft is made ready by who opened it, also where only others may merge', async () => {
    await api.post(`${repo}/branches`, { name: 'steady', ref: 'main' })
    await api.post(`${repo}/branch-protections`, { pattern: 'steady', merge_role: 'Maintainer' })
    const source = await branch()
    const { number } = await openPull(stithy.client('B').as(dev.access), repo, source, {
      target_branch: 'steady',
      draft: true,
    })
    const offer = 'name="set" value="ready"'
    const page = (await get(dev, `/pulls/${number}`)).text
    expect(page).toContain('merging into it needs the role Maintainer')
    expect(page).toContain(offer)
    expect((await get(reader, `/pulls/${number}`)).text).not.toContain(offer)
    await post(dev, `/pulls/${number}/manage`, { set: 'ready' })
    expect(await pull(number)).toMatchObject({ draft: false })
    expect((await get(dev, `/pulls/${number}`)).text).not.toContain(offer)
  })

  it('is not called ready while a check that nobody requires has failed or is not done', async () => {
    const { number, path } = await opened()
    const { head_sha } = await settled(api, repo, number)
    const say = (state: string) => api.post(`${repo}/commits/${head_sha}/statuses`, { state, context: 'lint' })
    const verdict = async (): Promise<string> =>
      /merge-(?:good|doubtful|bad)"[^]*?<h2>(.*?)<\/h2>/.exec((await get(dev, path)).text)?.[1] ?? ''
    expect(await verdict()).toBe('Ready to merge')
    await say('pending')
    expect(await verdict()).toBe('Can be merged, but 1 check is not done yet')
    await say('failure')
    expect(await verdict()).toBe('Can be merged, but 1 check failed')
    expect((await get(dev, path)).text).not.toMatch(/button-primary"[^>]*>(?:(?!<\/button>)[^])*Merge</)
    await say('success')
    expect(await verdict()).toBe('Ready to merge')
  })

  it('leads to a conversation that has to be resolved, on whichever page of it', async () => {
    const { number, path, file } = await opened()
    const said = await api.post(`${repo}/pulls/${number}/comments`, { body: 'First', path: file, line: 1 })
    const rule = { pattern: 'main', merge_role: 'Developer', require_resolved_conversations: true }
    const { id } = (await api.post(`${repo}/branch-protections`, rule)).body
    for (let count = 0; count < 101; count++) await api.post(`${repo}/pulls/${number}/comments`, { body: 'More' })
    const there = `href="${at}/pulls/${number}?page=1#comment-${said.body.id}"`
    expect((await get(dev, `${path}?page=2`)).text).toContain(there)
    expect((await get(dev, path)).text).toContain(`href="#comment-${said.body.id}"`)
    await api.send('DELETE', `${repo}/branch-protections/${id}`)
    expect((await get(dev, path)).text).not.toContain('first open conversation')
  })

  it('that was sent to another branch since the page was opened is not merged there', async () => {
    const { number, path } = await opened()
    const { head_sha } = await settled(api, repo, number)
    expect((await get(dev, path)).text).toContain('name="target_branch" value="main"')
    expect((await api.post(`${repo}/branches`, { name: `elsewhere-${number}`, ref: 'main' })).status).toBe(201)
    const sent = await api.send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: `elsewhere-${number}` } })
    expect(sent.status, sent.text).toBe(200)
    const fields = { merge_method: 'merge', head_sha: String(head_sha), target_branch: 'main' }
    const late = await post(dev, `${path}/merge`, fields)
    expect([late.status, late.text.includes('no more into main')]).toEqual([409, true])
    expect(await pull(number)).toMatchObject({ state: 'open' })
  })

  it.each(['squash', 'merge'])(
    'that was merged (%s) is not mentioned by its own merge commit',
    async (merge_method) => {
      const { number, path } = await opened()
      const issue = (await api.post(`${repo}/issues`, { title: 'Told by the same commit' })).body.number
      const { head_sha } = await settled(api, repo, number)
      const message = `Of #${number}, see #${issue}`
      const body = { merge_method, head_sha, commit_title: `Settle it (#${number})`, commit_message: message }
      const { sha } = (await api.post(`${repo}/pulls/${number}/merge`, body)).body
      // Once the issue was told, so would be the pull request.
      await eventually(async () => expect((await get(null, `/issues/${issue}`)).text).toContain('mentioned this in'))
      const { text } = await get(null, path)
      expect(text).toContain('merged this into')
      expect(text).not.toContain('mentioned this in')
      // One length wherever it stands.
      const links = text.matchAll(/<a [^>]*href="[^"]*\/commit\/[0-9a-f]{40}"[^>]*><code>([0-9a-f]+)<\/code>/g)
      expect(new Set([...links].map(([, shown]) => shown?.length)), sha).toEqual(new Set([8]))
    },
  )

  it('is merged by itself when checks pass, and its branch is brought up to date', async () => {
    const { number, path } = await opened()
    const { head_sha: head } = await settled(api, repo, number)
    await api.post(`${repo}/branch-protections`, { pattern: 'main', merge_role: 'Developer', required_checks: ['ci'] })
    expect((await get(dev, path)).text).toContain('ci has not reported yet.')
    const set = await post(dev, `${path}/merge`, { merge_method: 'merge', head_sha: head, auto: '1' })
    expect(set.status, set.text).toBe(303)
    expect((await get(null, path)).text).toContain('dev turned on auto-merge')
    const offers = await Promise.all([dev, reader, null].map(async (person) => (await get(person, path)).text))
    expect(offers.map((text) => text.includes('Turn off auto-merge'))).toEqual([true, false, false])
    expect((await post(dev, `${path}/auto-merge/drop`)).status).toBe(303)
    await commitTo(api, repo, 'main', { news: String(number) })
    expect((await get(dev, path)).text).toContain('The branch is 1 commit behind main.')
    await post(dev, `${path}/update-branch`, { method: 'merge' })
    const { head_sha: next } = await pull(number)
    await post(dev, `${path}/merge`, { merge_method: 'merge', auto: '1' })
    await api.post(`${repo}/commits/${String(next)}/statuses`, { context: 'ci', state: 'success' })
    await eventually(async () => expect(await pull(number)).toMatchObject({ state: 'merged' }))
  })
})

describe('its files', () => {
  it('say of a comment that it was edited, by whom where that is not its author, and what it said before', async () => {
    const { path, file } = await opened()
    const line = { from: 'files', on: 'f1-n2', path: file, side: 'new', line: '2' }
    await post(dev, `${path}/comment-line`, { ...line, body: 'At first' })
    const [comment] = itemsOf((await api.get(`${repo}${path}/comments`)).body)
    const id = String(comment?.['id'])
    const link = `href="${at}${path}/history?comment=${id}">`
    expect((await get(null, path)).text).not.toContain(link)
    for (const [person, words] of [
      [dev, 'edited'],
      [ada, 'edited by ada'],
    ] as const) {
      await post(person, `${path}/comments/${id}/edit`, { from: 'files', body: `By ${person.username}` })
      for (const page of [path, `${path}/files`]) expect((await get(null, page)).text).toContain(`${link}${words}</a>`)
    }
    expect((await get(null, `${path}/history?comment=${id}`)).text).toContain('At first')
  })

  it('lead to no more lines where the last are shown', async () => {
    const text = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`)
    await commitTo(api, repo, 'main', { 'nine.txt': text.join('') })
    for (const [changed, more] of [
      [5, false],
      [4, true],
    ] as const) {
      const now = text.with(changed, 'another\n').join('')
      const sha = await commitTo(api, repo, [`nine-${changed}`, 'main'], { 'nine.txt': now })
      expect((await get(null, `/commit/${sha}`)).text.includes('More lines below, of nine.txt')).toBe(more)
    }
  })

  it('are commented on by line, gathered for a review, and ticked off', async () => {
    const { number, path, file } = await opened()
    const page = await get(ada, `${path}/files`)
    expect(page.text).toContain('on=f1-n2#f1-n2')
    expect((await get(null, `${path}/files`)).text).not.toContain('on=f1-n2')
    expect((await get(ada, `${path}/files?on=f1-n2`)).text).toContain('Comment on line 2')
    const line = { from: 'files', on: 'f1-n2', path: file, side: 'new', line: '2' }
    const empty = await post(ada, `${path}/comment-line`, { ...line, body: '' })
    expect(empty.status).toBe(422)
    await post(ada, `${path}/comment-line`, { ...line, body: 'Now', start_line: '1' })
    await post(ada, `${path}/comment-line`, { ...line, line: '3', body: 'Later', review: '1' })
    const comments = itemsOf((await api.get(`${repo}${path}/comments`)).body)
    expect(comments).toMatchObject([{ body: 'Now', line: 2, start_line: 1, path: file }])
    const begun = (await get(ada, `${path}/files`)).text
    expect(begun).toContain('1 pending comment: not visible')
    expect(begun).toMatch(/files-bar"[^]*href="#review"[^]*Finish review \(1\)[^]*class="panel diff-file/)
    expect((await get(ada, path)).text).toContain('You have 1 pending comment, not visible to others yet.')
    expect((await get(dev, path)).text).not.toContain('pending comment')
    const id = String(comments[0]?.['id'])
    await post(dev, `${path}/comment-line`, { from: 'conversation', in_reply_to: id, body: 'Why?' })
    await post(dev, `${path}/comment-line`, { from: 'files', in_reply_to: id, body: '', settle: 'resolve' })
    expect(itemsOf((await api.get(`${repo}${path}/comments`)).body)).toMatchObject([
      { resolved: true },
      { body: 'Why?' },
    ])
    const wrong = await post(ada, `${path}/review`, { event: 'approve', body: 'Fine' })
    expect(wrong.status, wrong.text).toBe(303)
    const shown = await get(null, path)
    for (const text of ['approved these changes', 'Later', 'Why?', 'Resolved']) expect(shown.text).toContain(text)
    const [given] = itemsOf((await api.get(`${repo}${path}/reviews`)).body)
    await post(ada, `${path}/reviews/${String(given?.['id'])}/dismiss`, { message: 'Too soon' })
    expect((await get(null, path)).text).toContain('Too soon')
    const mine = await stithy.client('B').as(peer.access).post(`${repo}${path}/reviews`, { event: 'approve' })
    // Whoever has second thoughts takes their own verdict back; others need more rights for that.
    const form = `${path}/reviews/${String(mine.body.id)}/dismiss`
    const offered = [ada, peer, dev].map(async (who) => (await get(who, path)).text.includes(form))
    expect(await Promise.all(offered)).toEqual([true, true, false])
    await post(dev, form, { message: 'It is not mine' })
    expect((await get(peer, path)).text).toContain(form)
    expect((await post(peer, form, { message: 'I was tired' })).status).toBe(303)
    expect((await get(peer, path)).text).toContain('I was tired')
    expect((await get(peer, path)).text).not.toContain(form)
    const ticked = { path: file, file: '1', viewed: '1', query: '?view=split&odd=\r\n👩‍👩‍👧' }
    const back = await post(ada, `${path}/files/viewed`, ticked)
    expect(back.headers.get('location')).toMatch(/\/files\?view=split#file-1$/)
    expect((await get(ada, `${path}/files`)).text).toContain('1 of 1 viewed')
    const suggested = await api.post(`${repo}${path}/comments`, {
      body: 'Louder: <b>\n```suggestion\nONE & <i>\n```\nand *so on*',
      path: file,
      line: 1,
    })
    for (const place of [path, `${path}/files`]) {
      const { text } = await get(dev, place)
      expect(text).toMatch(/excerpt-remove">− one\n<\/code><code class="excerpt-add">\+ ONE &amp; &lt;i(>|&gt;)\n/)
      expect(text).toMatch(/Louder[^]*Suggested change[^]*<em>so on<\/em>[^]*Commit suggestion/)
      expect(text).not.toContain('language-suggestion')
    }
    // Nothing to show it beside: then it is what was written.
    await api.post(`${repo}${path}/comments`, { body: '```suggestion\nwhole\n```' })
    expect((await get(dev, path)).text).toContain('whole')
    await post(dev, `${path}/comments/${suggested.body.id}/apply`, { from: 'files' })
    expect(await pull(number)).toMatchObject({ version: 2, commit_count: 2 })
    expect((await get(null, `${path}/versions`)).text).toContain('From version 1 to 2')
    expect((await get(null, `${path}/versions?from=1&to=99`)).text).toContain('There are no such versions.')
    await post(ada, `${path}/comment-line`, { ...line, body: 'Never', review: '1' })
    await post(ada, `${path}/review/discard`)
    expect((await get(ada, `${path}/files`)).text).toContain('Your comment on the changes as a whole.')
  })

  it('show what a comment is about where more changed than is read as a whole, also of a file with another name', async () => {
    await newRepo(stithy, ada, 'much', { is_public: true, auto_init: true })
    const folder = await newFolder()
    const numbered = (count: number, text: string) =>
      Array.from({ length: count }, (_one, line) => `${text} ${line}\n`).join('')
    const commit = async () => {
      await git(folder, 'add', '-A')
      await git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'Change')
    }
    await git(folder, 'clone', '-q', addressOf(stithy, await newToken(api, ['repo:write']), 'ada/much'), '.')
    await writeFile(join(folder, 'y.txt'), numbered(40, 'the line'))
    await commit()
    await git(folder, 'push', '-q', 'origin', 'HEAD')
    for (const name of ['a', 'b'])
      await writeFile(join(folder, `${name}.txt`), numbered(100_000, 'as long as a line is'))
    await rename(join(folder, 'y.txt'), join(folder, 'z.txt'))
    await writeFile(join(folder, 'z.txt'), numbered(40, 'the line').replace('line 20', 'LINE 20'))
    await commit()
    await git(folder, 'push', '-q', 'origin', 'HEAD:refs/heads/much')
    const { number } = await openPull(api, 'repos/ada/much', 'much')
    const asked = () => stithy.client().get(`/ada/much/pulls/${number}`)
    expect((await asked()).status).toBe(200)
    const comment = { body: 'Why so loud?', path: 'z.txt', line: 21 }
    expect((await api.post(`repos/ada/much/pulls/${number}/comments`, comment)).status).toBe(201)
    const { text } = await asked()
    expect(text).toContain(`/ada/much/pulls/${number}/files#f3-n21`)
    expect(text).toMatch(/excerpt-remove">− the line 20\n<\/code><code class="excerpt-add">\+ the LINE 20\n/)
  })

  it('keep what is written about them through a preview and an error, wherever it is written', async () => {
    const { path, file } = await opened()
    const line = { from: 'files', on: 'f1-n2', path: file, side: 'new', line: '2' }
    const previewed = await post(ada, `${path}/comment-line`, {
      ...line,
      start_line: '1',
      body: '**bold**',
      preview: '1',
    })
    expect(previewed.text).toMatch(
      />\*\*bold\*\*<\/textarea>[^]*<strong>bold<\/strong>[^]*name="start_line"[^>]*value="1"/,
    )
    await post(ada, `${path}/comment-line`, { ...line, body: 'First' })
    const [comment] = itemsOf((await api.get(`${repo}${path}/comments`)).body)
    const id = String(comment?.['id'])
    const reply = { in_reply_to: id, body: '', from: 'files' }
    const long = 'x'.repeat(65_537)
    for (const from of ['files', 'conversation']) {
      const empty = await post(dev, `${path}/comment-line`, { ...reply, from })
      expect([empty.status, empty.text.includes(`id="answer-${id}-body-error"`)]).toEqual([422, true])
      const tooLong = await post(dev, `${path}/comment-line`, { ...reply, from, body: long })
      expect(tooLong.text).toContain(`${long}</textarea>`)
      const shown = await post(dev, `${path}/comment-line`, { ...reply, from, body: '_so_', preview: '1' })
      expect(shown.text).toMatch(/>_so_<\/textarea>[^]*<em>so<\/em>/)
      const edit = await post(ada, `${path}/comments/${id}/edit`, { from, body: '_as_', preview: '1' })
      expect(edit.text).toMatch(/>_as_<\/textarea>[^]*<em>as<\/em>/)
      expect(edit.text.includes('Your review')).toBe(from === 'files')
    }
    const review = await post(ada, `${path}/review`, { event: 'comment', body: '_all_', preview: '1' })
    expect(review.text).toMatch(/>_all_<\/textarea>[^]*<em>all<\/em>/)
    expect(itemsOf((await api.get(`${repo}${path}/comments`)).body)).toHaveLength(1)
  })

  it('show a pending comment as it will look; its author edits and deletes it', async () => {
    const { path, file } = await opened()
    const line = { from: 'files', on: 'f1-n2', path: file, side: 'new', line: '2', review: '1' }
    await post(ada, `${path}/comment-line`, { ...line, body: 'Louder:\n```suggestion\nTWO\n```' })
    await post(ada, `${path}/comment-line`, { ...line, body: 'Nonsense' })
    const page = (await get(ada, `${path}/files`)).text
    expect(page).toMatch(/Louder[^]*Suggested change[^]*Nonsense/)
    const [first = '', second = ''] = [...page.matchAll(/id="pending-([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect((await get(ada, `${path}/files?edit=${first}`)).text).toContain('```suggestion\nTWO\n```</textarea>')
    const edit = (body: string, more = {}) => post(ada, `${path}/pending/${first}/edit?view=split`, { body, ...more })
    expect((await edit('_soft_', { preview: '1' })).text).toMatch(/>_soft_<\/textarea>[^]*<em>soft<\/em>/)
    expect((await edit(' ')).status).toBe(422)
    const kept = await edit('Softer')
    expect(kept.headers.get('location')).toBe(`${at}${path}/files?view=split#pending-${first}`)
    expect((await post(dev, `${path}/pending/${second}/delete`)).status).toBe(404)
    await post(ada, `${path}/pending/${second}/delete`)
    expect((await post(ada, `${path}/pending/${second}/edit`, { body: 'Late' })).status).toBe(404)
    expect((await get(dev, `${path}/files`)).text).not.toContain('Softer')
    await post(ada, `${path}/review`, { event: 'comment', body: '' })
    const said = itemsOf((await api.get(`${repo}${path}/comments`)).body)
    expect(said.map(({ body }) => body)).toEqual(['Softer'])
    expect((await edit('Too late')).status).toBe(404)
  })

  it('say where a line only ends otherwise', async () => {
    for (const [name, path] of [
      ['ends', 'ends.txt'],
      // No colours: the lines come as they are.
      ['plain', 'ends.unknown'],
    ] as const) {
      await commitTo(api, repo, 'main', { [path]: 'one\ntwo\nline 3\n' })
      const sha = await commitTo(api, repo, [name, 'main'], { [path]: 'one\r\ntwo more\r\nline 3\r\n' })
      const shown = [...(await get(null, `/commit/${sha}`)).text.matchAll(/<td><code>([^]*?)<\/code>/g)].map(
        ([, code]) => code,
      )
      const cr = '<bdi class="unseen" data-sign="CR"></bdi>'
      expect(shown).toEqual(['one', 'two', 'line 3', `one${cr}`, `two more${cr}`, `line 3${cr}`])
    }
  })

  it('stay with their files where white space is left out', async () => {
    const folder = await newFolder()
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `spaced/${letter}.txt`)
    await commitTo(api, repo, 'main', Object.fromEntries(names.map((name) => [name, `${name}\none\ntwo\nthree\n`])))
    await git(folder, 'clone', '-q', addressOf(stithy, await newToken(api, ['repo:write']), 'ada/work'), '.')
    const [spaced = '', changed = '', linked = '', moved = '', last = ''] = names.map((name) => join(folder, name))
    await writeFile(spaced, 'spaced/a.txt\n  one\ntwo\r\nthree\n')
    await writeFile(changed, 'spaced/b.txt\none\nother\nthree\n')
    await rm(linked)
    await symlink('b.txt', linked)
    await rename(moved, join(folder, 'spaced/d2.txt'))
    await chmod(last, 0o755)
    await writeFile(last, 'spaced/e.txt\none\n\ttwo\nthree\n')
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '-qm', 'Change')
    await git(folder, 'push', '-q', 'origin', 'HEAD:spaced')
    const { number } = await openPull(api, repo, 'spaced')
    const { text } = await get(null, `/pulls/${number}/files?space=ignore`)
    const bodies = text.split('<h3 class="diff-path">').slice(1)
    const shown = bodies.map((body) => [
      body.replace(/<\/h3>[^]*/, '').replaceAll(/<[^>]*>/g, ''),
      ...[...body.matchAll(/<td><code>([^]*?)<\/code>|class="list-note">([^<]*)</g)].map(
        ([, code, note]) => code ?? note,
      ),
    ])
    expect(shown).toEqual([
      ['spaced/a.txt', 'Only white space has changed.'],
      ['spaced/b.txt', 'spaced/b.txt', 'one', 'two', 'other', 'three'],
      ['spaced/c.txt', 'spaced/c.txt', 'one', 'two', 'three', 'b.txt'],
      ['spaced/d.txt → spaced/d2.txt', 'The content has not changed.'],
      ['spaced/e.txt', 'Only white space has changed.'],
    ])
  })

  it('show a file that became a link as what went and what came', async () => {
    const folder = await newFolder()
    await commitTo(api, repo, 'main', { 'was.txt': 'one\ntwo\n' })
    await git(folder, 'clone', '-q', addressOf(stithy, await newToken(api, ['repo:write']), 'ada/work'), '.')
    await rm(join(folder, 'was.txt'))
    await symlink('ends.txt', join(folder, 'was.txt'))
    await git(folder, 'commit', '-qam', 'Link it')
    await git(folder, 'push', '-q', 'origin', 'HEAD:link')
    const { text } = await get(null, `/commit/${await git(folder, 'rev-parse', 'HEAD')}`)
    expect([...text.matchAll(/<td><code>([^]*?)<\/code>/g)].map(([, code]) => code)).toEqual(['one', 'two', 'ends.txt'])
    expect(text).not.toContain('data-widen')
  })

  it('show nothing that could run', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const source = await branch({ 'evil.html': `${evil}\n` })
    const { number } = await openPull(api, repo, source, { title: evil, body: `${evil}\n\n[x](javascript:alert(1))` })
    await api.post(`${repo}/pulls/${number}/comments`, { body: evil, path: 'evil.html', line: 1 })
    await api.post(`${repo}/pulls/${number}/reviews`, { event: 'comment', body: evil })
    for (const page of ['', '/files', '/files?view=split', '/commits', '/versions']) {
      const { status, text } = await get(ada, `/pulls/${number}${page}`)
      expect(status).toBe(200)
      expect(text).not.toContain('<img src=x')
      expect(text).not.toContain('href="javascript:')
    }
    expect((await get(ada, `/pulls?q=${encodeURIComponent('"><script>')}`)).text).not.toContain('"><script>')
  })
})
