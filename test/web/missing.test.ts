// What is not there, inside of a repository that is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { furnishCode } from '../support/furnish-code.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person

beforeAll(async () => {
  stithy = await startStithy()
  ;[ada, eve] = [await newPerson(stithy, 'ada'), await newPerson(stithy, 'eve')]
  await furnishCode(stithy, ada)
})
afterAll(() => stithy.stop())

const get = (path: string, options: { cookie?: string; token?: string } = {}) => stithy.client().get(path, options)

const tabs = 'aria-label="Repository"'

describe('keeps the frame of the repository, names what is missing and shows ways on', () => {
  it.each([
    ['/blob/main/src/tongs.ts', 'There is no <code>src/tongs.ts</code> in <code>main</code>', '/tree/main'],
    ['/raw/main/src/tongs.ts', 'No such file or folder', '/commits/main/src/tongs.ts'],
    ['/tree/feature/tongs/nowhere', '<code>feature/tongs</code>', '/find/feature/tongs'],
    ['/tree/no-such-thing', 'There is no branch, tag or commit called <code>no-such-thing</code>.', '/branches'],
    ['/commits/gone/for-good', '<code>gone/for-good</code>, or the start of it', '/tags'],
    ['/commit/0123456', 'No commit here has the id <code>0123456</code>', '/commits/main'],
    ['/issues/999', 'No such issue', '/issues'],
    ['/pulls/999', 'No such pull request', '/pulls'],
    ['/releases/tag/v99', 'has no such page', ''],
    ['/no-such-page', 'has no such page', ''],
    ['/blob/main/LICEN%00SE', 'ada/anvil', ''],
    ['/blob/main/%3Cb%3E', 'There is no <code>&lt;b></code>', '/tree/main'],
  ])('%s', async (path, words, way) => {
    for (const options of [{}, { cookie: ada.cookie }]) {
      const page = await get(`/ada/anvil${path}`, options)
      expect(page.status).toBe(404)
      expect(page.text).toContain(tabs)
      expect(page.text).toContain(words)
      expect(page.text).toContain(`href="/ada/anvil${way}"`)
    }
  })
})

it.each(['/blob/main/nothing', '/tree/nothing', '/commit/0123456', '/issues/999', '/compare/x...y', '/no-such-page'])(
  'tells who may not see the repository nothing of it: %s',
  async (path) => {
    const blind = await newToken(stithy.client().as(eve.access), ['repo:read'])
    for (const options of [{}, { cookie: eve.cookie }, { token: blind }]) {
      const [hidden, missing] = [await get(`/ada/plans${path}`, options), await get(`/ada/nixxx${path}`, options)]
      expect([hidden.status, hidden.text]).toEqual([404, missing.text.replaceAll('nixxx', 'plans')])
      expect(hidden.text).not.toContain(tabs)
    }
  },
)

describe('what is refused in a repository that one may read', () => {
  it.each([
    ['/settings', 'This needs the role Maintainer; you are Reader here.', ''],
    ['/releases/new', 'This needs the role Developer; you are Reader here.', '/releases'],
    ['/milestones/new', 'This needs the role', ''],
  ])('%s keeps the frame, says what it needs and leads back', async (path, words, way) => {
    const page = await get(`/ada/anvil${path}`, { cookie: eve.cookie })
    expect(page.status).toBe(403)
    for (const part of [
      tabs,
      words,
      'A maintainer of ada/anvil',
      `href="/ada/anvil${way}" class="button button-primary"`,
    ]) {
      expect(page.text).toContain(part)
    }
  })

  it('says that it is archived, where that is why', async () => {
    const client = stithy.client().as(ada.access)
    await client.post('user/repos', { slug: 'old', is_public: true, auto_init: true })
    await client.send('PATCH', 'repos/ada/old', { body: { archived: true } })
    const page = await get('/ada/old/releases/new', { cookie: ada.cookie })
    expect([page.status, page.text.includes(tabs)]).toEqual([403, true])
    expect(page.text).toContain('This repository is archived')
    expect(page.text).toContain('You can bring it back in its settings.')
  })
})

describe('a comparison with what is not there', () => {
  it.each([
    ['main...nothing', ['head']],
    ['nothing...main', ['base']],
    ['x...y', ['base', 'head']],
    ['main...y...z', ['head']],
    ['nothing', ['head']],
  ])('%s: comes back as the form, with the error beside what was typed', async (range, wrong) => {
    const page = await get(`/ada/anvil/compare/${range}`)
    expect(page.status).toBe(404)
    for (const side of ['base', 'head']) {
      expect(page.text.includes(`id="compare-${side}-error"`), side).toBe(wrong.includes(side))
    }
    const [base, head] = range.includes('...')
      ? [range.split('...')[0], range.slice(range.indexOf('...') + 3)]
      : ['main', range]
    expect(page.text).toContain(`name="base" autocomplete="off"`)
    expect(page.text).toContain(`value="${base}"`)
    expect(page.text).toContain(`value="${head}"`)
    expect(page.text).toContain('/compare/main...feature/tongs"')
  })
})
