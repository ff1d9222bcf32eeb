import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/core/clock.ts'
import type { Answer } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { freePort } from '../support/free-port.ts'
import { newPerson, password, register, signIn } from '../support/people.ts'
import { keysOf, statusesOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy

beforeAll(async () => {
  stithy = await startStithy()
  await register(stithy, 'ada')
})
afterAll(() => stithy.stop())

function refresh(form: Form, token: string): Promise<Answer> {
  return stithy.client(form).post('auth/refresh', { refresh_token: token })
}

describe.each(forms)('a refresh token, Form %s', (form) => {
  it('gives two new tokens, and both work', async () => {
    const before = await signIn(stithy, 'ada')
    const answer = await refresh(form, before.refresh)
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['access_token', 'refresh_token'])
    expect(answer.body.refresh_token).not.toBe(before.refresh)
    // Within the same second, too.
    expect(answer.body.access_token).not.toBe(before.access)
    expect((await stithy.client(form).as(answer.body.access_token).get('user')).status).toBe(200)
    expect((await refresh(form, answer.body.refresh_token)).status).toBe(200)
  })

  it('used a second time is refused and ends the whole session, cookie included', async () => {
    const before = await signIn(stithy, 'ada')
    const first = await refresh(form, before.refresh)
    expectFault(await refresh(form, before.refresh), form, 'unauthorized')
    expectFault(await stithy.client(form).as(first.body.access_token).get('user'), form, 'unauthorized')
    expectFault(await stithy.client(form).as(before.access).get('user'), form, 'unauthorized')
    expectFault(await refresh(form, first.body.refresh_token), form, 'unauthorized')
    expect((await stithy.client('B').get('user', { cookie: before.cookie })).status).toBe(401)
  })

  it.each(['nonsense', `svc_ref_${'a'.repeat(43)}`, 'svc_pat_aaaa'])('is not %s', async (token) => {
    expectFault(await refresh(form, token), form, 'unauthorized')
  })

  it.each([
    [{}, ['refresh_token: required']],
    [{ refresh_token: '' }, ['refresh_token: too_short']],
    [{ refresh_token: ['a'] }, ['refresh_token: type']],
    [{ refresh_token: 'a'.repeat(513) }, ['refresh_token: too_long']],
  ])('has to come as it should', async (body, details) => {
    expectFault(await stithy.client(form).post('auth/refresh', body), form, 'invalid', { details })
  })

  it('of many at once wins exactly once, and the losers end nothing; who comes later does', async () => {
    // What comes one after the other is no race: six connections that are there already.
    await Promise.all(Array.from({ length: 6 }, () => stithy.client(form).get('users/ada')))
    for (let round = 0; round < 3; round++) {
      const before = await signIn(stithy, 'ada')
      const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(form, before.refresh)))
      expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401, 401])
      const winner = answers.find((answer) => answer.status === 200)
      expect((await stithy.client(form).as(winner?.body.access_token).get('user')).status).toBe(200)
      const next = await refresh(form, winner?.body.refresh_token)
      expect(next.status).toBe(200)
      expectFault(await refresh(form, before.refresh), form, 'unauthorized')
      expectFault(await refresh(form, next.body.refresh_token), form, 'unauthorized')
      expectFault(await stithy.client(form).as(next.body.access_token).get('user'), form, 'unauthorized')
    }
  })
})

describe('a refresh token, whatever the form,', () => {
  const form = 'B'

  it('keeps the session: the old access token works on, and the list of sessions does not grow', async () => {
    const before = await signIn(stithy, 'ada')
    const client = stithy.client(form).as(before.access)
    const count = (await client.get('user/sessions')).headers.get('x-total-count')
    await refresh(form, before.refresh)
    const after = await client.get('user/sessions')
    expect(after.status).toBe(200)
    expect(after.headers.get('x-total-count')).toBe(count)
  })

  it('needs no other credentials, and minds no bad ones', async () => {
    const { refresh: token } = await signIn(stithy, 'ada')
    const answer = await stithy.client(form).as('nonsense').post('auth/refresh', { refresh_token: token })
    expect(answer.status).toBe(200)
  })

  it('replaces an access token that has expired', async () => {
    const { access, refresh: token } = await signIn(stithy, 'ada')
    stithy.advance(16 * minute)
    expectFault(await stithy.client(form).as(access).get('user'), form, 'unauthorized', { codeOfA: 'TOKEN_EXPIRED' })
    const { body } = await refresh(form, token)
    expect((await stithy.client(form).as(body.access_token).get('user')).status).toBe(200)
  })

  it('of another session lives on when one was reused', async () => {
    const stolen = await signIn(stithy, 'ada')
    const other = await signIn(stithy, 'ada')
    await refresh(form, stolen.refresh)
    await refresh(form, stolen.refresh)
    expect((await refresh(form, other.refresh)).status).toBe(200)
  })

  it('dies with a logout', async () => {
    const { access, refresh: token } = await signIn(stithy, 'ada')
    await stithy.client(form).as(access).post('auth/logout')
    expectFault(await refresh(form, token), form, 'unauthorized')
  })

  it('works after 29 days, and not after 31', async () => {
    const [early, late] = [await signIn(stithy, 'ada'), await signIn(stithy, 'ada')]
    stithy.advance(29 * day)
    expect((await refresh(form, early.refresh)).status).toBe(200)
    stithy.advance(2 * day)
    expectFault(await refresh(form, late.refresh), form, 'unauthorized')
  })

  it('keeps a session alive as long as it is used', async () => {
    let { refresh: token } = await signIn(stithy, 'ada')
    for (let month = 0; month < 3; month++) {
      stithy.advance(20 * day)
      const answer = await refresh(form, token)
      expect(answer.status).toBe(200)
      token = answer.body.refresh_token
    }
  })

  it('dies with the account being disabled, and does not come back when it is enabled', async () => {
    const name = `dis-${form}`
    const { refresh: token } = await newPerson(stithy, name)
    const root = stithy.client(form).as((await signIn(stithy, 'ada')).access)
    await root.send('PATCH', `admin/users/${name}`, { body: { disabled: true } })
    expectFault(await refresh(form, token), form, 'unauthorized')
    await root.send('PATCH', `admin/users/${name}`, { body: { disabled: false } })
    expectFault(await refresh(form, token), form, 'unauthorized')
  })

  it('is not an access token', async () => {
    expectFault(await refresh(form, (await signIn(stithy, 'ada')).access), form, 'unauthorized')
  })

  it('that was reused is in the audit log once', async () => {
    const name = `reused-${form}`
    const { refresh: token } = await newPerson(stithy, name)
    for (let count = 0; count < 3; count++) await refresh(form, token)
    const { body } = await stithy.client('B').post('auth/login', { username: 'ada', password })
    const log = await stithy
      .client('B')
      .as(body.access_token)
      .get(`admin/audit?event=REFRESH_TOKEN_REUSED&actor=${name}`)
    expect(log.body.total).toBe(1)
  })
})

describe.runIf(onPostgres)('a refresh token that comes to two replicas at once', () => {
  it('wins at one of them, and the other ends nothing', async () => {
    // Both by the right time: the clock of the other tests runs ahead.
    const first = await startStithy()
    const ports = { PORT: String(await freePort()), SSH_PORT: String(await freePort()) }
    const replica = await startStithy({ ...first.env, ...ports })
    const before = await newPerson(first, 'ada')
    // Both find it unused, and have to wait for their turn.
    const lock = new pg.Client({ connectionString: first.env['DATABASE_URL'] })
    await lock.connect()
    await lock.query('begin')
    await lock.query('select 1 from refresh_tokens for update')
    const asked = [first, replica].map((one) => one.client('B').post('auth/refresh', { refresh_token: before.refresh }))
    await eventually(async () => {
      const here = "datname = current_database() and wait_event_type = 'Lock'"
      const waiting = await lock.query(`select 1 from pg_stat_activity where ${here}`)
      expect(waiting.rowCount).toBe(2)
    })
    await lock.query('commit')
    await lock.end()
    const answers = await Promise.all(asked)
    expect(statusesOf(answers)).toEqual([200, 401])
    const winner = answers.find((answer) => answer.status === 200)
    for (const one of [first, replica]) {
      expect((await one.client('B').as(winner?.body.access_token).get('user')).status).toBe(200)
    }
    expectFault(await replica.client('B').post('auth/refresh', { refresh_token: before.refresh }), 'B', 'unauthorized')
    expectFault(await first.client('B').as(winner?.body.access_token).get('user'), 'B', 'unauthorized')
    await Promise.all([first.stop(), replica.stop()])
  })
})
