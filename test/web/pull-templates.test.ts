// What the form for a pull request begins with.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, type Files } from '../support/pulls.ts'
import { base64, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
let api: Client
let repos = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

/** A repository with these files, and a branch `topic` that is one commit ahead. */
async function repoWith(files: Files, message = 'Hammer harder'): Promise<string> {
  const slug = `smithy-${++repos}`
  await newRepo(stithy, ada, slug, { is_public: true, auto_init: true })
  const repo = `repos/ada/${slug}`
  if (Object.keys(files).length > 0) await commitTo(api, repo, 'main', files)
  const operations = [{ action: 'create', path: 'blow.txt', content: base64('one\n') }]
  await api.post(`${repo}/contents`, { branch: 'main', new_branch: 'topic', message, operations })
  return `/ada/${slug}`
}

const opened = (at: string, person = ada, source = 'topic'): Promise<Answer> =>
  stithy.client().get(`${at}/pulls/new?target=main&source=${source}`, { cookie: person.cookie })

const send = (at: string, fields: Record<string, string>): Promise<Answer> =>
  stithy.client().send('POST', `${at}/pulls/new`, {
    fields: { source: 'topic', target: 'main', ...fields },
    cookie: ada.cookie,
  })

function bodyIn({ text }: Answer): string {
  return (/<textarea[^>]*name="body"[^>]*>([^<]*)<\/textarea>/.exec(text)?.[1] ?? 'no field').trim()
}

it.each([
  '.svc/pull_request_template.md',
  '.forgejo/pull_request_template.md',
  '.gitea/Pull_Request_Template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  '.gitlab/merge_request_templates/Default.md',
  'pull_request_template.md',
  'docs/PULL_REQUEST_TEMPLATE.MD',
])('%s begins it', async (path) => {
  const at = await repoWith({ [path]: '## What & why\n\n- [ ] Tested\n' })
  expect(bodyIn(await opened(at))).toBe('## What &amp; why\n\n- [ ] Tested')
})

it('our own place goes before the others, and fields above the text are no part of it', async () => {
  const at = await repoWith({
    '.github/PULL_REQUEST_TEMPLATE.md': 'theirs',
    '.svc/pull_request_template.md': '---\nname: Change\n---\nours',
    'pull_request_template.md': 'top',
  })
  expect(bodyIn(await opened(at))).toBe('ours')
})

it('fields above the text hold up nobody, however many they are', async () => {
  const fields = Array.from({ length: 9000 }, (_, at) => `k${at}`).join(',')
  const at = await repoWith({ '.svc/pull_request_template.md': `---\n{${fields}}\n---\nTested?` })
  await expectNoPause(async () => expect(bodyIn(await opened(at))).toBe('Tested?'))
})

it('the text of the only commit comes first, and several have none', async () => {
  const at = await repoWith({ '.svc/pull_request_template.md': 'Tested?' }, 'Hammer harder\n\nThe iron was cold.')
  const one = await opened(at)
  expect(one.text).toContain('value="Hammer harder"')
  expect(bodyIn(one)).toBe('The iron was cold.\n\nTested?')
  await commitTo(api, `repos${at}`, 'topic', { 'second.txt': 'two\n' })
  const two = await opened(at)
  expect(two.text).toContain('value="Topic"')
  expect(bodyIn(two)).toBe('Tested?')
  expect(bodyIn(await opened(await repoWith({}, 'Hammer\n\nOnly this.')))).toBe('Only this.')
})

it('the default branch of the target says it, also to a fork', async () => {
  const at = await repoWith({ '.svc/pull_request_template.md': 'Of the target' })
  const theirs = stithy.client('B').as(eve.access)
  const slug = at.slice('/ada/'.length)
  await theirs.post(`repos${at}/forks`, { slug })
  await commitTo(theirs, `repos/eve/${slug}`, ['mine', 'main'], { '.svc/pull_request_template.md': 'Of the branch' })
  expect(bodyIn(await opened(at, eve, 'eve:mine'))).toBe('Of the target')
})

it('a form that comes back keeps what was typed, be it nothing', async () => {
  const at = await repoWith({ '.svc/pull_request_template.md': 'Tested?' })
  const wrong = await send(at, { title: ' ', body: 'My own words' })
  expect([wrong.status, bodyIn(wrong)]).toEqual([422, 'My own words'])
  expect(bodyIn(await send(at, { title: '', body: '' }))).toBe('')
  expect(bodyIn(await send(at, { title: '', body: '', preview: '1' }))).toBe('')
})

it('what is no text of a fitting size begins nothing', async () => {
  const large = await repoWith({ '.svc/pull_request_template.md': 'x'.repeat(65_537) })
  expect(bodyIn(await opened(large))).toBe('')
  // A folder of this name is where others have several to choose from.
  const folder = await repoWith({ '.github/PULL_REQUEST_TEMPLATE/a.md': 'a' })
  expect(bodyIn(await opened(folder))).toBe('')
  const hidden = await repoWith({ '.svc': 'a file', Docs: 'a file', 'docs/pull_request_template.md': 'Tested?' })
  expect(bodyIn(await opened(hidden))).toBe('Tested?')
  const markup = await repoWith({ 'pull_request_template.md': '</textarea><script>alert(1)</script>' })
  expect((await opened(markup)).text).not.toContain('<script>alert')
})
