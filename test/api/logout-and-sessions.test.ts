import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person, signIn } from '../support/people.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let people = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

function somebody(): Promise<Person> {
  people += 1
  return newPerson(stithy, `person-${people}`)
}

describe.each(forms)('the id of a session, Form %s', (form) => {
  it.each(['0', '-1', '1.5', 'x', '00000000-0000-0000-0000', '9'.repeat(16), 'null'])('is not %s', async (id) => {
    const answer = await stithy.client(form).as(ada.access).send('DELETE', `user/sessions/${id}`)
    expectFault(answer, form, 'missing', { codeOfA: 'SESSION_NOT_FOUND' })
  })
})

describe.each(forms)('logging out, Form %s', (form) => {
  it('answers 204, ends the session at once and clears the cookie', async () => {
    const person = await somebody()
    const client = stithy.client(form).as(person.access)
    const answer = await client.post('auth/logout')
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.getSetCookie()).toEqual([
      'svc_session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ])
    expectFault(await client.get('user'), form, 'unauthorized')
    expectFault(await client.post('auth/logout'), form, 'unauthorized')
    expect((await stithy.client('B').get('user', { cookie: person.cookie })).status).toBe(401)
  })

  it('needs a session', async () => {
    expectFault(await stithy.client(form).post('auth/logout'), form, 'unauthorized')
  })
})

describe('logging out, whatever the form,', () => {
  const form = 'B'

  it('leaves other sessions alone', async () => {
    const first = await somebody()
    const second = await signIn(stithy, first.username)
    await stithy.client(form).as(first.access).post('auth/logout')
    expect((await stithy.client(form).as(second.access).get('user')).status).toBe(200)
  })
})

describe.each(forms)('the list of sessions, Form %s', (form) => {
  it('shows each with where and when it was used, last used first, and which one asks', async () => {
    const first = await somebody()
    stithy.advance(1000)
    const second = await signIn(stithy, first.username)
    const answer = await stithy
      .client(form)
      .as(second.access)
      .get('user/sessions', { headers: { 'user-agent': 'Test/1.0' } })
    expect(answer.status).toBe(200)
    const times = { created_at: aTime, last_seen_at: aTime, expires_at: aTime }
    const where = { id: anId[form], ip: '127.0.0.1', user_agent: expect.any(String), ...times }
    expect(itemsOf(answer.body)).toEqual([
      { ...where, current: true },
      { ...where, current: false },
    ])
  })
})

describe('the list of sessions, whatever the form,', () => {
  const form = 'B'

  it('has an order also among those used at the same moment: the newest first, and each on one page', async () => {
    const person = await somebody()
    for (let count = 0; count < 4; count++) await signIn(stithy, person.username)
    const client = stithy.client(form).as(person.access)
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('sessions').set({ last_seen_at: stithy.app.clock.now() }).execute()
    })
    const seen: unknown[] = []
    for (const page of [1, 2, 3]) {
      const answer = await client.get(`user/sessions?page=${page}&limit=2`)
      seen.push(...itemsOf(answer.body).map((one) => one['created_at']))
    }
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(seen.map(String).toSorted().toReversed())
  })

  it('keeps the name of the program that signed in, cut to 255 characters', async () => {
    const person = await somebody()
    const login = await stithy
      .client(form)
      .post(
        'auth/login',
        { username: person.username, password: 'a long enough phrase 7' },
        { headers: { 'user-agent': 'x'.repeat(600) } },
      )
    const answer = await stithy.client(form).as(login.body.access_token).get('user/sessions')
    const current = itemsOf(answer.body).find((one) => one['current'] === true)
    expect(current?.['user_agent']).toBe('x'.repeat(255))
  })

  it('notes that a session was used, at most once a minute', async () => {
    const person = await somebody()
    const client = stithy.client(form).as(person.access)
    const seen = async () => itemsOf((await client.get('user/sessions')).body)[0]?.['last_seen_at']
    const before = await seen()
    stithy.advance(30_000)
    await client.get('user')
    expect(await seen()).toBe(before)
    stithy.advance(minute)
    await client.get('user')
    expect(Date.parse(String(await seen()))).toBeGreaterThanOrEqual(Date.parse(String(before)) + minute)
  })

  it('forgets sessions that have ended or expired', async () => {
    const person = await somebody()
    stithy.advance(31 * day)
    const { access } = await signIn(stithy, person.username)
    const other = await signIn(stithy, person.username)
    await stithy.client(form).as(other.access).post('auth/logout')
    const answer = await stithy.client(form).as(access).get('user/sessions')
    expect(answer.headers.get('x-total-count')).toBe('1')
    expect(itemsOf(answer.body)).toHaveLength(1)
  })

  it('shows nobody else their sessions', async () => {
    await somebody()
    const { access } = await somebody()
    const answer = await stithy.client(form).as(access).get('user/sessions')
    expect(answer.headers.get('x-total-count')).toBe('1')
  })
})

describe.each(forms)('ending a session, Form %s', (form) => {
  it.each(['A', 'B'] as const)('works with the id of Form %s', async (idForm) => {
    const first = await somebody()
    const second = await signIn(stithy, first.username)
    const list = await stithy.client(idForm).as(second.access).get('user/sessions')
    const other = itemsOf(list.body).find((one) => one['current'] === false)
    const client = stithy.client(form).as(second.access)
    const answer = await client.send('DELETE', `user/sessions/${String(other?.['id'])}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expectFault(await stithy.client(form).as(first.access).get('user'), form, 'unauthorized')
    expect((await client.get('user')).status).toBe(200)
    const again = await client.send('DELETE', `user/sessions/${String(other?.['id'])}`)
    expectFault(again, form, 'missing', { codeOfA: 'SESSION_NOT_FOUND' })
  })

  it("finds nobody else's", async () => {
    const [mine, theirs] = [await somebody(), await somebody()]
    const list = await stithy.client(form).as(theirs.access).get('user/sessions')
    const id = String(itemsOf(list.body)[0]?.['id'])
    const answer = await stithy.client(form).as(mine.access).send('DELETE', `user/sessions/${id}`)
    expectFault(answer, form, 'missing', { codeOfA: 'SESSION_NOT_FOUND' })
    expect((await stithy.client(form).as(theirs.access).get('user')).status).toBe(200)
  })
})

describe('ending a session, whatever the form,', () => {
  const form = 'B'

  it('may be done to the one that asks', async () => {
    const { access } = await somebody()
    const client = stithy.client(form).as(access)
    const [own] = itemsOf((await client.get('user/sessions')).body)
    expect((await client.send('DELETE', `user/sessions/${String(own?.['id'])}`)).status).toBe(204)
    expectFault(await client.get('user'), form, 'unauthorized')
  })
})
