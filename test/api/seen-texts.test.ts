// Texts that several people write, or one person in two places: nobody undoes what they never saw.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
})
afterAll(() => stithy.stop())

/** Addresses of a release, a milestone and a review, and what their texts are called. */
async function furnish(slug: string): Promise<readonly (readonly [path: string, field: string])[]> {
  const repo = await newRepo(stithy, ada, slug, { auto_init: true })
  await grant(stithy, slug, dev, 'Developer')
  const client = stithy.client('B').as(ada.access)
  const release = await client.post(`${repo}/releases`, { tag_name: 'v1', target: 'main', body: 'first' })
  const milestone = await client.post(`${repo}/milestones`, { title: 'Spring', description: 'first' })
  await commitTo(client, repo, ['topic', 'main'], { 'a.txt': 'one\n' })
  const { number } = await openPull(stithy.client('B').as(dev.access), repo, 'topic')
  const review = await client.post(`${repo}/pulls/${number}/reviews`, { event: 'comment', body: 'first' })
  return [
    [`${repo}/releases/${release.body.id}`, 'body'],
    [`${repo}/milestones/${milestone.body.id}`, 'description'],
    [`${repo}/pulls/${number}/reviews/${review.body.id}`, 'body'],
  ]
}

describe.each(forms)('in form %s', (form) => {
  it('release notes, milestones and reviews are not overwritten by whoever says by an ETag that they saw something else', async () => {
    for (const [path, field] of await furnish(`seen-${form.toLowerCase()}`)) {
      const client = stithy.client(form).as(ada.access)
      const tagOf = async (): Promise<string> => (await client.get(path)).headers.get('etag') ?? ''
      const save = (tag: string | null, text: string) =>
        client.send('PATCH', path, { body: { [field]: text }, headers: tag === null ? {} : { 'if-match': tag } })
      const textOf = async (): Promise<unknown> => (await client.get(path)).body[field]
      const tag = await tagOf()
      expect(tag).not.toBe('')
      expect((await save(null, 'of another')).status).toBe(200)
      expectFault(await save(tag, 'mine'), form, 'overtaken')
      expect(await textOf()).toBe('of another')
      const saved = await save(await tagOf(), 'mine')
      expect([saved.status, saved.body[field]]).toEqual([200, 'mine'])
      // What it is now has the same name for whoever reads it.
      expect(saved.headers.get('etag')).toBe(await tagOf())
      expect((await save('*', 'again')).status).toBe(200)
      const last = await tagOf()
      const both = await Promise.all([save(last, 'one'), save(last, 'other')])
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]))
    }
  })
})
