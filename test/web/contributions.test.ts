import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const day = 24 * 60 * 60 * 1000

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

/** What the calendar of a profile says, for whoever looks. */
async function calendarOf(cookie?: string): Promise<string | undefined> {
  const { text } = await stithy.client().get('/ada', cookie === undefined ? {} : { cookie })
  return /aria-label="([^"]* in the last year, on [^"]*)"/.exec(text)?.[1]
}

it('a profile counts what somebody wrote, day by day, as far as the reader may know of it', async () => {
  const api = stithy.client('B').as(await newToken(stithy.client('B').as(ada.access), ['issues:write']))
  await newRepo(stithy, ada, 'open', { is_public: true })
  await newRepo(stithy, ada, 'secret')
  expect((await api.post('repos/ada/open/issues', { title: 'One' })).status).toBe(201)
  await api.post('repos/ada/open/issues/1/comments', { body: 'Two' })
  await api.post('repos/ada/secret/issues', { title: 'Three' })
  expect(await calendarOf()).toBe('2 contributions of ada in the last year, on 1 day')

  stithy.advance(2 * day)
  expect((await api.post('repos/ada/open/issues', { title: 'Four' })).status).toBe(201)
  const bert = await newPerson(stithy, 'bert')
  expect(await calendarOf(bert.cookie)).toBe('3 contributions of ada in the last year, on 2 days')
  expect(await calendarOf((await signIn(stithy, 'ada')).cookie)).toBe(
    '4 contributions of ada in the last year, on 2 days',
  )

  stithy.advance(400 * day)
  expect(await calendarOf()).toBe('0 contributions of ada in the last year, on 0 days')
})
