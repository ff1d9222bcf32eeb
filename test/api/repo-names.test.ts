import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let access: string

beforeAll(async () => {
  stithy = await startStithy()
  ;({ access } = await newPerson(stithy, 'ada'))
  await stithy.client().as(access).post('user/repos', { slug: 'plain' })
})
afterAll(() => stithy.stop())

describe.each(forms)('a repository, Form %s', (form) => {
  const reserved = { codeOfA: 'NAME_RESERVED', details: ['slug: reserved'] }
  const client = (): Client => stithy.client(form).as(access)

  it.each(['api', 'Login', 'admin', 'settings', 'static', 'new', 'HEAD', 'con', 'NUL.txt'])(
    'is neither made nor renamed to %s, which the service or the system uses',
    async (slug) => {
      expectFault(await client().post('user/repos', { slug }), form, 'invalid', reserved)
      expectFault(await client().post('user/repos', { name: slug }), form, 'invalid', reserved)
      expectFault(await client().send('PATCH', 'repos/ada/plain', { body: { slug } }), form, 'invalid', reserved)
      expect((await client().get('repos/ada/plain')).status).toBe(200)
    },
  )
})
