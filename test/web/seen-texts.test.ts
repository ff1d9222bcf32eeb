// Forms for release notes, milestones and reviews that were opened before somebody else saved, without a script.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { pagesBelow } from '../support/pages.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let api: Client
const repo = 'repos/ada/work'

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  await newRepo(stithy, ada, 'work', { auto_init: true })
  await grant(stithy, 'work', dev, 'Developer')
  api = stithy.client('B').as(ada.access)
})
afterAll(() => stithy.stop())

const { get, post } = pagesBelow('/ada/work', () => stithy)
const seenIn = ({ text }: Answer): string => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''

interface Edited {
  /** The page with the form, and where it is sent to. */
  readonly form: string
  readonly to: string
  readonly fields: (text: string) => Record<string, string>
  readonly read: () => Promise<string>
}

/** Two people, or one person in two tabs: the second gets both texts back, and saves knowing both. */
async function expectGuard({ form, to, fields, read }: Edited, other: Person): Promise<void> {
  const seen = seenIn(await get(ada, form))
  expect(seen).not.toBe('')
  expect((await post(other, to, { ...fields('of the other'), seen: seenIn(await get(other, form)) })).status).toBe(303)
  const refused = await post(ada, to, { ...fields('mine'), seen })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Somebody changed this text while you were writing.')
  expect(refused.text).toMatch(/of the other<\/code>[^]*<textarea[^>]*>\s*mine/)
  expect(refused.text).toContain('Overwrite with mine')
  expect(await read()).toBe('of the other')
  expect((await post(ada, to, { ...fields('of both'), seen: seenIn(refused) })).status).toBe(303)
  expect(await read()).toBe('of both')
  // What was not rewritten is nobody's to lose.
  expect((await post(ada, to, { ...fields('of both'), seen })).status).toBe(303)
}

it('release notes are not overwritten unseen, and nothing is published in the meantime', async () => {
  const { body } = await api.post(`${repo}/releases`, { tag_name: 'v1', target: 'main', body: 'first', draft: true })
  const draft = { tag_name: 'v1', target: 'main', name: 'v1' }
  const read = async (): Promise<string> => (await api.get(`${repo}/releases/${body.id}`)).body.body
  const edit = `/releases/${body.id}/edit`
  const stale = seenIn(await get(ada, edit))
  await expectGuard({ form: edit, to: edit, fields: (text) => ({ ...draft, draft: '1', body: text }), read }, dev)
  const refused = await post(ada, edit, { ...draft, body: 'mine', seen: stale })
  expect([refused.status, (await api.get(`${repo}/tags/v1`)).status]).toEqual([409, 404])
  const previewed = await post(ada, edit, { ...draft, body: 'mine', seen: stale, preview: '1' })
  expect(seenIn(previewed)).toBe(stale)
})

it('what a milestone is about is not overwritten unseen', async () => {
  const { body } = await api.post(`${repo}/milestones`, { title: 'Spring', description: 'first' })
  const edit = `/milestones/${body.id}/edit`
  const read = async (): Promise<string> => (await api.get(`${repo}/milestones/${body.id}`)).body.description
  await expectGuard({ form: edit, to: edit, fields: (text) => ({ title: 'Spring', description: text }), read }, dev)
  const wrong = await post(ada, edit, { title: '', description: 'x', seen: 'as it was' })
  expect([wrong.status, seenIn(wrong)]).toEqual([422, 'as it was'])
})

it('what was said with a review is edited by whoever said it, also in two tabs', async () => {
  await commitTo(api, repo, ['topic', 'main'], { 'a.txt': 'one\n' })
  const { number } = await openPull(stithy.client('B').as(dev.access), repo, 'topic')
  const pull = `/pulls/${number}`
  const { body } = await api.post(`${repo}${pull}/reviews`, { event: 'approve', body: 'first' })
  expect((await get(ada, pull)).text).toContain('aria-label="Edit review"')
  expect((await get(dev, pull)).text).not.toContain('aria-label="Edit review"')
  expect(seenIn(await get(dev, `${pull}?edit=${body.id}`))).toBe('')
  expect((await post(dev, `${pull}/reviews/${body.id}/edit`, { body: 'not mine' })).status).toBe(403)
  const read = async (): Promise<string> => (await api.get(`${repo}${pull}/reviews/${body.id}`)).body.body
  const to = `${pull}/reviews/${body.id}/edit`
  await expectGuard({ form: `${pull}?edit=${body.id}`, to, fields: (text) => ({ body: text }), read }, ada)
  const previewed = await post(ada, to, { body: 'so **very** new', preview: '1' })
  expect([previewed.status, previewed.text.includes('<strong>very</strong>')]).toEqual([200, true])
})
