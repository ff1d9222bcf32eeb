// One thread serves everybody: a body that keeps it busy is a door that is shut for all others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Client

beforeAll(async () => {
  stithy = await startStithy()
  ada = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(() => stithy.stop())

const headers = { 'content-type': 'application/json' }
const numbered = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join()

describe('a mebibyte of JSON', () => {
  it.each([
    ['many keys', `{${numbered(100_000, (index) => `"${index.toString(36)}":0`)}}`],
    ['many keys with escapes', `{${numbered(60_000, (index) => `"\\u0041${index}":0`)}}`],
    ['many small objects', `{"scopes":[${'{},'.repeat(340_000)}{}]}`],
    ['many numbers in a list of texts', `{"name":"x","scopes":[${'1,'.repeat(500_000)}1]}`],
    ['many texts in a list', `{"name":"x","scopes":[${'"",'.repeat(340_000)}""]}`],
    ['as many numbers as are read', `{"name":"x","scopes":[${'1,'.repeat(9900)}1]}`],
    ['as many keys as are read', `{${numbered(9900, (index) => `"key number ${index}":0`)}}`],
    ['one long text', `{"name":"${'x'.repeat(1_000_000)}"}`],
    ['one long text of escapes', `{"name":"${'\\u0041'.repeat(170_000)}"}`],
    ['one long number', `{"name":${'1'.repeat(1_000_000)}}`],
    ['spaces', `{"name" ${' '.repeat(1_000_000)}: 1}`],
    ['brackets', '['.repeat(1_000_000)],
    ['a key twice behind a long text', `{"name":"${'\\"'.repeat(500_000)}","name":""}`],
  ])('of %s is refused without holding anybody up', async (_, raw) => {
    const ask = (): Promise<Answer> => ada.send('POST', 'user/tokens', { raw, headers })
    expect((await ask()).status).toBe(400)
    await expectNoPause(ask)
  })

  it('is told in a few words what is wrong with it', async () => {
    for (const items of [33, 9000]) {
      const answer = await ada.post('user/tokens', { name: 7, scopes: Array(items).fill(1) })
      expect(answer.body.details).toEqual([{ field: 'scopes', code: 'too_many', message: expect.any(String) }])
    }
    const many = await ada.send('POST', 'user/tokens', { raw: `[${'1,'.repeat(10_000)}1]`, headers })
    expect(many.body.message).toBe('The body holds more than 10000 values')
  })
})
