import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDescription } from '../support/described.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

describe.each(forms)('two words for one thing, Form %s', (form) => {
  const client = () => stithy.client(form).as(ada.access)

  it.each([
    [{ slug: 'one', is_public: true, private: true }, ['private: contradiction']],
    [{ slug: 'one', is_public: false, private: false }, ['private: contradiction']],
    [{ slug: 'one', name: 'other' }, ['name: contradiction']],
    [{ description: 'x' }, ['slug: required']],
  ])('may not contradict each other: %j', async (body, details) => {
    expectFault(await client().post('user/repos', body), form, 'invalid', { details })
    expect((await client().get('repos/ada/one')).status).toBe(404)
  })

  it('may say the same, and hold for changes, too', async () => {
    const body = { slug: `same-${form}`, name: `same-${form}`, is_public: true, private: false }
    expect((await client().post('user/repos', body)).status).toBe(201)
    const path = `repos/ada/same-${form}`
    for (const [change, details] of [
      [{ is_public: false, private: false }, ['private: contradiction']],
      [{ slug: 'a', name: 'b' }, ['name: contradiction']],
    ] as const) {
      expectFault(await client().send('PATCH', path, { body: change }), form, 'invalid', { details: [...details] })
    }
    expect((await client().send('PATCH', path, { body: { private: true, is_public: false } })).status).toBe(200)
    expect((await stithy.client(form).get(path)).status).toBe(404)
  })

  it('are described: which one is needed, and an example without both', async () => {
    const { paths } = await readDescription(stithy.client(form))
    const text = JSON.stringify(paths['/user/repos']?.['post'])
    expect(text).toContain('Needs `slug`, or `name`')
    const page = await stithy.client().get(`/api/docs?form=${form}`)
    expect(page.text).toContain('{\n  &quot;slug&quot;: &quot;engine&quot;,\n  &quot;description&quot;')
  })
})
