import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type FaultExpected, type FaultKind, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person, password } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bob: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  token = await newToken(stithy.client().as(ada.access), ['repo:read'])
})
afterAll(() => stithy.stop())

interface Case {
  readonly title: string
  readonly kind: FaultKind
  readonly expected?: FaultExpected
  readonly ask: (stranger: Client) => Promise<Answer>
}

const cases: readonly Case[] = [
  {
    title: 'a body that is not JSON: 400 in both forms',
    kind: 'malformed',
    ask: (one) => one.send('POST', 'auth/login', { raw: '{', headers: { 'content-type': 'application/json' } }),
  },
  {
    title: 'a body that is not valid: 422 in A, 400 in B, with details',
    kind: 'invalid',
    expected: { details: ['password: required'] },
    ask: (one) => one.post('auth/login', { username: 'ada' }),
  },
  {
    title: 'a query that is not valid: 422 in A, 400 in B, with details',
    kind: 'invalid',
    expected: { details: ['state: unknown'] },
    ask: (one) => one.as(ada.access).get('admin/users?state=x'),
  },
  {
    title: 'a reserved name',
    kind: 'invalid',
    expected: { codeOfA: 'NAME_RESERVED', details: ['username: reserved'] },
    ask: (one) => one.post('auth/register', { username: 'api', email: 'a@b.org', password }),
  },
  { title: 'no token: 401', kind: 'unauthorized', ask: (one) => one.get('user') },
  { title: 'a bad token: 401', kind: 'unauthorized', ask: (one) => one.as('nonsense').get('user') },
  {
    title: 'wrong credentials: 401',
    kind: 'unauthorized',
    expected: { codeOfA: 'INVALID_CREDENTIALS' },
    ask: (one) => one.post('auth/login', { username: 'ada', password: 'x' }),
  },
  { title: 'not an administrator: 403', kind: 'forbidden', ask: (one) => one.as(bob.access).get('admin/users') },
  {
    title: 'a token where a person is needed: 403',
    kind: 'forbidden',
    ask: (one) => one.as(token).get('user/tokens'),
  },
  {
    title: 'an unknown user: 404',
    kind: 'missing',
    expected: { codeOfA: 'USER_NOT_FOUND' },
    ask: (one) => one.get('users/nobody'),
  },
  {
    title: 'an unknown token: 404',
    kind: 'missing',
    expected: { codeOfA: 'TOKEN_NOT_FOUND' },
    ask: (one) => one.as(bob.access).send('DELETE', 'user/tokens/999999'),
  },
  {
    title: 'an unknown key: 404',
    kind: 'missing',
    expected: { codeOfA: 'KEY_NOT_FOUND' },
    ask: (one) => one.as(bob.access).send('DELETE', 'user/keys/999999'),
  },
  { title: 'an unknown address: 404', kind: 'missing', ask: (one) => one.get('no/such/thing') },
  { title: 'an unknown method: 404', kind: 'missing', ask: (one) => one.send('PUT', 'user') },
  { title: 'a slash too many: 404', kind: 'missing', ask: (one) => one.as(bob.access).get('user/') },
  {
    title: 'a name that is taken: 409, with details',
    kind: 'conflict',
    expected: { codeOfA: 'USER_EXISTS', details: ['username: taken'] },
    ask: (one) => one.post('auth/register', { username: 'ADA', email: 'c@d.org', password }),
  },
  {
    title: 'a state that forbids it: 409',
    kind: 'conflict',
    ask: (one) => one.as(bob.access).post('auth/2fa/enable', { code: '123456' }),
  },
  {
    title: 'a body of more than a mebibyte: 413',
    kind: 'too-large',
    ask: (one) => one.post('auth/login', { username: 'ada', password: 'x'.repeat(1024 * 1024) }),
  },
]

describe.each(forms)('in Form %s', (form) => {
  it.each(cases)('$title', async ({ kind, expected, ask }) => {
    expectFault(await ask(stithy.client(form)), form, kind, expected)
  })

  it('an address that would be that of a page, were there somebody called api', async () => {
    for (const path of [
      'branches',
      'search',
      'issues',
      'pulls',
      'settings',
      'settings/webhooks',
      'tree/main',
      'fork',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await stithy.client(form).send(method, `/api/v1/${path}`)
        expect([method, path, answer.status]).toEqual([method, path, 404])
        expect(answer.headers.get('content-type')).toContain('json')
      }
    }
    for (const path of ['/api', '/api/v2/user', '/api/nothing/here']) {
      expectFault(await stithy.client(form).get(path), form, 'missing')
    }
  })

  it('a fault of ours: 500, which tells nothing of the inside; the log tells it under the same request id', async () => {
    // A file in the place of the directory to be.
    await writeFile(join(stithy.dataDir, 'repositories', `blocked-${form}`), '')
    const body = { username: `blocked-${form}`, email: `${form}@example.org`, password }
    const answer = await stithy.client(form).post('auth/register', body)
    expect(expectFault(answer, form, 'internal')).not.toMatch(/EEXIST|repositories|at /)
    const id = answer.headers.get('x-request-id')
    expect(stithy.logs.filter((line) => line['request_id'] === id && line.level === 'error')).toEqual([
      expect.objectContaining({ error: expect.stringContaining('EEXIST'), route: '/api/v1/auth/register' }),
    ])
  })

  it('401 asks for a token; no other failure does', async () => {
    for (const { kind, ask } of cases) {
      const asks = (await ask(stithy.client(form))).headers.get('www-authenticate')
      expect(asks).toBe(kind === 'unauthorized' ? 'Bearer realm="Stithy"' : null)
    }
  })

  it('the same thing missing gives the same body every time, but for the request id', async () => {
    const bodies = await Promise.all(
      ['nobody', 'no-one', 'bob2'].map(async (name) => {
        const { body } = await stithy.client(form).get(`users/${name}`)
        return { ...body, request_id: undefined }
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })
})

describe.each(forms)('the root of the API, Form %s', (form) => {
  it.each(['GET', 'POST', 'DELETE'])('is no page, with and without a slash at its end: %s', async (method) => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1?x=1']) {
      const answer = await stithy.client(form).send(method, path)
      const said = expectFault(answer, form, 'missing', { codeOfA: 'NOT_FOUND' })
      expect(said).toBe(`There is no ${method} ${path.replace('?x=1', '')}`)
    }
  })
})

describe.each(forms)('a star that nobody gave, Form %s', (form) => {
  it('is missing, and the repository is not', async () => {
    const client = stithy.client(form).as(ada.access)
    await client.post('user/repos', { name: `dim-${form}` })
    const answer = await client.get(`repos/ada/dim-${form}/star`)
    const said = expectFault(answer, form, 'missing', { codeOfA: 'STAR_NOT_FOUND' })
    expect(said).toBe('You have not starred this repository')
    await client.send('PUT', `repos/ada/dim-${form}/star`)
    expect((await client.get(`repos/ada/dim-${form}/star`)).status).toBe(204)
    const missing = await client.get('repos/ada/nothing/star')
    expectFault(missing, form, 'missing', { codeOfA: 'REPO_NOT_FOUND' })
  })
})
