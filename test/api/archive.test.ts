import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

describe.each(forms)('an archived repository, Form %s', (form) => {
  it('says so wherever it is shown, until it is one no more', async () => {
    const client = stithy.client(form).as(ada.access)
    const repo = await newRepo(stithy, ada, `old-${form}`)
    expect((await client.get(repo)).body.archived).toBe(false)
    for (const archived of [true, false]) {
      expect((await client.send('PATCH', repo, { body: { archived } })).body.archived).toBe(archived)
      expect((await client.get(repo)).body.archived).toBe(archived)
      expect(itemsOf((await client.get('user/repos')).body)[0]).toMatchObject({ archived })
    }
  })
})
