import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

describe('the days of a new token', () => {
  const make = (days: string) =>
    stithy.client().send('POST', '/settings/tokens', {
      cookie: ada.cookie,
      fields: { name: 'x', scopes: 'repo:read', expires_in_days: days },
    })
  const count = async () => (await stithy.client('B').as(ada.access).get('user/tokens')).body.total

  it.each(['abc', '1.00000001', '1e2', '0x10', '0', '-1', '366', 'Infinity', '9'.repeat(400), '1 0', '١'])(
    'are a whole number from 1 to 365, not %s',
    async (days) => {
      const before = await count()
      const answer = await make(days)
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('It must be a whole number from 1 to 365.')
      expect(await count()).toBe(before)
    },
  )

  it.each(['', '1', '365', ' 30 '])('may be "%s"', async (days) => {
    const before = await count()
    expect((await make(days)).status).toBeLessThan(400)
    expect(await count()).toBe(before + 1)
  })
})

describe('a page that is asked for', () => {
  it.each(['1e3', '0x2', '-1', 'abc', '99999999999', '1.5', ''])('as number %s is the first', async (page) => {
    const answer = await stithy.client().get(`/settings/tokens?page=${page}`, { cookie: ada.cookie })
    expect(answer.status).toBe(200)
  })
})
