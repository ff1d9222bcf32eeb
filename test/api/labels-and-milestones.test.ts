import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let reader: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  reader = await newPerson(stithy, 'reader')
})
afterAll(() => stithy.stop())

function as(person: Person, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(person.access)
}

async function shared(slug: string): Promise<string> {
  const repo = await newRepo(stithy, ada, slug)
  await grant(stithy, slug, reader, 'Reader')
  return repo
}

describe.each(forms)('a label, in Form %s', (form) => {
  it('is made, listed by name, looked at by name or id, changed and deleted', async () => {
    const repo = await shared(`labels-${form}`)
    const client = as(ada, form)
    const made = await client.post(`${repo}/labels`, {
      name: ' help wanted ',
      color: '#aAbB09',
      type: 'pull',
      description: 'Nobody is at it',
    })
    expect(made.status, made.text).toBe(201)
    const label = { name: 'help wanted', color: '#aAbB09', type: 'pull', description: 'Nobody is at it' }
    expect(made.body).toEqual({ id: anId[form], ...label })
    const plain = await client.post(`${repo}/labels`, { name: 'Bug' })
    expect(plain.body).toMatchObject({ name: 'Bug', color: expect.stringMatching(/^#[0-9a-f]{6}$/), type: 'any' })
    const list = await client.get(`${repo}/labels`)
    expect(itemsOf(list.body).map((item) => item['name'])).toEqual(['Bug', 'help wanted'])
    expect(list.headers.get('x-total-count')).toBe('2')
    for (const key of [made.body.id, 'help%20wanted', 'HELP%20WANTED']) {
      expect((await client.get(`${repo}/labels/${key}`)).body).toEqual(made.body)
    }
    const changed = await client.send('PATCH', `${repo}/labels/Bug`, { body: { name: 'Defect', color: '#000000' } })
    expect(changed.body).toEqual({ ...plain.body, name: 'Defect', color: '#000000' })
    expect((await client.send('PATCH', `${repo}/labels/defect`, { body: { name: 'DEFECT' } })).body.name).toBe('DEFECT')
    const same = { codeOfA: 'LABEL_EXISTS', details: ['name: taken'] }
    expectFault(await client.post(`${repo}/labels`, { name: 'defect' }), form, 'conflict', same)
    const renamed = await client.send('PATCH', `${repo}/labels/defect`, { body: { name: 'Help Wanted' } })
    expectFault(renamed, form, 'conflict', same)
    expect((await client.send('DELETE', `${repo}/labels/${made.body.id}`)).status).toBe(204)
    expectFault(await client.get(`${repo}/labels/${made.body.id}`), form, 'missing', { codeOfA: 'LABEL_NOT_FOUND' })
    for (const [body, detail] of [
      [{}, 'name: required'],
      [{ name: '' }, 'name: required'],
      [{ name: 'a,b' }, 'name: format'],
      [{ name: 'a\nb' }, 'name: format'],
      [{ name: 'x'.repeat(51) }, 'name: too_long'],
      [{ name: 'x', color: 'red' }, 'color: format'],
      [{ name: 'x', color: '#12345' }, 'color: format'],
      [{ name: 'x', color: '#12345g' }, 'color: format'],
      [{ name: 'x', color: 'c93c37' }, 'color: format'],
      [{ name: 'x', color: '#c93c37;background:url(x)' }, 'color: format'],
      [{ name: 'x', type: 'both' }, 'type: unknown'],
      [{ name: 'x', description: 'a\nb' }, 'description: format'],
    ] as const) {
      expectFault(await client.post(`${repo}/labels`, body), form, 'invalid', { details: [detail] })
    }
  })

  it('is of its repository alone, and for Developers to make', async () => {
    const [mine, other] = [await shared(`labels-mine-${form}`), await shared(`labels-other-${form}`)]
    const { id } = (await as(ada, form).post(`${other}/labels`, { name: 'x' })).body
    for (const key of [id, 'x']) {
      for (const method of ['GET', 'DELETE', 'PATCH']) {
        const answer = await as(ada, form).send(method, `${mine}/labels/${key}`, method === 'PATCH' ? { body: {} } : {})
        expect(answer.status).toBe(404)
      }
    }
    expect((await as(reader, form).get(`${other}/labels/x`)).status).toBe(200)
    expectFault(await as(reader, form).post(`${other}/labels`, { name: 'y' }), form, 'forbidden')
    expectFault(await as(reader, form).send('DELETE', `${other}/labels/x`), form, 'forbidden')
    expectFault(await as(reader, form).send('PATCH', `${other}/labels/x`, { body: {} }), form, 'forbidden')
    // A label for pull requests is none for issues.
    await as(ada, form).post(`${mine}/labels`, { name: 'draft', type: 'pull' })
    const misfit = await as(ada, form).post(`${mine}/issues`, { title: 'x', labels: ['draft'] })
    expectFault(misfit, form, 'invalid', { details: ['labels: unknown'] })
  })
})

describe.each(forms)('a milestone, in Form %s', (form) => {
  it('is made, listed by what is due, counted, closed and deleted', async () => {
    const repo = await shared(`milestones-${form}`)
    const client = as(ada, form)
    const made = await client.post(`${repo}/milestones`, { title: 'One', description: 'First', due_at: '2027-03-31' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      title: 'One',
      description: 'First',
      state: 'open',
      due_at: '2027-03-31T00:00:00.000Z',
      open_issues: 0,
      closed_issues: 0,
      created_at: aTime,
      updated_at: aTime,
      closed_at: null,
    })
    await client.post(`${repo}/milestones`, { title: 'Some day' })
    await client.post(`${repo}/milestones`, { title: 'Soon', due_at: '2026-12-01T08:00:00+02:00' })
    // As other forges call it.
    const called = await client.post(`${repo}/milestones`, { title: 'Called', due_on: '2026-11-01' })
    expect(called.body.due_at).toBe('2026-11-01T00:00:00.000Z')
    const moved = await client.send('PATCH', `${repo}/milestones/${called.body.id}`, { body: { due_on: null } })
    expect([moved.body.due_at, moved.body.title]).toEqual([null, 'Called'])
    expect((await client.send('DELETE', `${repo}/milestones/${called.body.id}`)).status).toBe(204)
    const titles = async (query = ''): Promise<unknown[]> =>
      itemsOf((await client.get(`${repo}/milestones${query}`)).body).map((item) => item['title'])
    expect(await titles()).toEqual(['Soon', 'One', 'Some day'])
    const one = `${repo}/milestones/${made.body.id}`
    for (let count = 0; count < 3; count++) await client.post(`${repo}/issues`, { title: 'x', milestone: 'One' })
    await client.send('PATCH', `${repo}/issues/1`, { body: { state: 'closed' } })
    await client.send('PATCH', `${repo}/issues/2`, { body: { milestone: 'Soon' } })
    expect((await client.get(one)).body).toMatchObject({ open_issues: 1, closed_issues: 1 })
    await client.send('PATCH', `${repo}/issues/1`, { body: { state: 'open', milestone: null } })
    expect((await client.get(one)).body).toMatchObject({ open_issues: 1, closed_issues: 0 })
    const closed = await client.send('PATCH', one, { body: { state: 'closed', due_at: null, title: 'Uno' } })
    expect(closed.body).toMatchObject({ title: 'Uno', state: 'closed', due_at: null, closed_at: aTime, open_issues: 1 })
    expect(await titles()).toEqual(['Soon', 'Some day'])
    expect(await titles('?state=closed')).toEqual(['Uno'])
    expect(await titles('?state=all')).toEqual(['Soon', 'Some day', 'Uno'])
    expect((await client.send('PATCH', one, { body: { state: 'open' } })).body.closed_at).toBeNull()
    expect((await client.send('DELETE', one)).status).toBe(204)
    expectFault(await client.get(one), form, 'missing', { codeOfA: 'MILESTONE_NOT_FOUND' })
    expect((await client.get(`${repo}/issues/3`)).body.milestone).toBeNull()
    expect((await client.get(`${repo}/issues?milestone=none`)).headers.get('x-total-count')).toBe('2')
  })

  it('is refused where it makes no sense, or is somebody else’s', async () => {
    const [repo, other] = [await shared(`ms-mine-${form}`), await shared(`ms-other-${form}`)]
    const client = as(ada, form)
    await client.post(`${repo}/milestones`, { title: 'One' })
    const same = { codeOfA: 'MILESTONE_EXISTS', details: ['title: taken'] }
    expectFault(await client.post(`${repo}/milestones`, { title: 'ONE' }), form, 'conflict', same)
    for (const [body, detail] of [
      [{}, 'title: required'],
      [{ title: 'none' }, 'title: reserved'],
      [{ title: 'x', due_at: 'tomorrow' }, 'due_at: format'],
      [{ title: 'x', due_at: '2027-02-31' }, 'due_at: format'],
      [{ title: 'x', due_at: '2027-13-01T00:00:00Z' }, 'due_at: format'],
      [{ title: 'x', due_at: '2027-02-31T12:00:00Z' }, 'due_at: format'],
      [{ title: 'x', due_at: '2027-02-29T23:30:00-05:00' }, 'due_at: format'],
      [{ title: 'x', state: 'done' }, 'state: unknown'],
      [{ title: 'x', description: 'x'.repeat(4097) }, 'description: too_long'],
    ] as const) {
      expectFault(await client.post(`${repo}/milestones`, body), form, 'invalid', { details: [detail] })
    }
    const { id } = (await client.post(`${other}/milestones`, { title: 'Theirs' })).body
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const answer = await client.send(method, `${repo}/milestones/${id}`, method === 'PATCH' ? { body: {} } : {})
      expect(answer.status).toBe(404)
    }
    const misfit = await client.post(`${repo}/issues`, { title: 'x', milestone: id })
    expectFault(misfit, form, 'invalid', { details: ['milestone: unknown'] })
    expectFault(await as(reader, form).post(`${repo}/milestones`, { title: 'y' }), form, 'forbidden')
    expectFault(await as(reader, form).send('DELETE', `${other}/milestones/${id}`), form, 'forbidden')
  })
})

describe('labels and milestones', () => {
  it('go with their repository, and so does what they are on', async () => {
    const repo = await shared('going')
    const client = as(ada)
    await client.post(`${repo}/labels`, { name: 'bug', color: '#aabb09' })
    await client.post(`${repo}/milestones`, { title: 'v1' })
    const issue = await client.post(`${repo}/issues`, { title: 'One', body: 'for @reader', labels: ['bug'] })
    expect(issue.status, issue.text).toBe(201)
    expect((await client.send('DELETE', repo)).status).toBe(204)
  })

  it('that many issues have are deleted from all of them', async () => {
    const repo = await shared('many')
    await as(ada).post(`${repo}/labels`, { name: 'bug' })
    await as(ada).post(`${repo}/labels`, { name: 'other' })
    for (let count = 0; count < 5; count++) {
      await as(ada).post(`${repo}/issues`, { title: 'x', labels: ['bug', 'other'] })
    }
    await as(ada).send('DELETE', `${repo}/labels/bug`)
    const { items } = (await as(ada).get(`${repo}/issues?labels=other`)).body
    expect(items.map((item: { labels: unknown[] }) => item.labels.length)).toEqual([1, 1, 1, 1, 1])
    const again = await as(ada).post(`${repo}/labels`, { name: 'bug' })
    expect(again.status).toBe(201)
    expect((await as(ada).get(`${repo}/issues?labels=bug`)).body.total).toBe(0)
  })
})
