import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, password } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy

beforeAll(async () => {
  stithy = await startStithy()
  await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

describe.each(['A', 'B'] as const)('signing in, Form %s', (form) => {
  it.each([
    ['a user name', { username: 'ada' }],
    ['a user name in other capitals', { username: 'ADA' }],
    ['an e-mail address', { email: 'ada@example.org' }],
    ['an e-mail address given as the user name', { username: 'ada@example.org' }],
  ])('gives tokens for %s and the password', async (_, who) => {
    const answer = await stithy.client(form).post('auth/login', { ...who, password })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).toSorted()).toEqual(['access_token', 'refresh_token', 'token_type', 'user'])
    expect(answer.body.token_type).toBe('Bearer')
    expect(answer.body.user).toEqual({
      id: form === 'A' ? 1 : expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'ada',
      email: 'ada@example.org',
    })
  })

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const answer = await stithy.client(form).post('auth/login', { username: 'ada', password })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })
})
