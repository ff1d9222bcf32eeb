import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, newToken } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { anId, aTime, itemsOf, keysOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const tokens = 45

let stithy: TestStithy
let access: string

/** One administrator with more tokens than fit a page of either form. */
beforeAll(async () => {
  stithy = await startStithy()
  access = (await newPerson(stithy, 'ada')).access
  for (let count = 1; count <= tokens; count++) await newToken(as('A'), ['repo:read'], `token ${count}`)
})
afterAll(() => stithy.stop())

const as = (form?: Form): Client => stithy.client(form).as(access)
const names = (answer: Answer) => itemsOf(answer.body).map((item) => item['name'])
const sizeName: Record<Form, string> = { A: 'limit', B: 'per_page' }
const defaultSize: Record<Form, number> = { A: 20, B: 30 }
const newest = (count: number, from = tokens) => Array.from({ length: count }, (_, index) => `token ${from - index}`)

describe('the form of an answer', () => {
  it.each([
    ['A', 'A'],
    ['a', 'A'],
    ['B', 'B'],
    ['b', 'B'],
  ] as const)('is what X-API-Form asks for: "%s"', async (asked, form) => {
    const answer = await as().get('user', { headers: { 'x-api-form': asked } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-api-form')).toBe(form)
    expect(answer.body.id).toEqual(anId[form])
  })

  it('is B where the deployment says nothing else', async () => {
    const answer = await as().get('user')
    expect(answer.headers.get('x-api-form')).toBe('B')
    expect(answer.body.id).toEqual(anId.B)
  })

  it('is A where the deployment says so, unless the request says B', async () => {
    const other = await startStithy({ API_FORM: 'A' })
    try {
      const person = await newPerson(other, 'ada')
      const byDefault = await other.client().as(person.access).get('user')
      expect(byDefault.headers.get('x-api-form')).toBe('A')
      expect(byDefault.body.id).toEqual(anId.A)
      expect((await other.client('B').as(person.access).get('user')).body.id).toEqual(anId.B)
      expectFault(await other.client().get('user'), 'A', 'unauthorized')
    } finally {
      await other.stop()
    }
  })

  it.each(['C', 'AB', 'A, B', '1', 'undefined', '__proto__'])(
    'cannot be "%s": that is a validation error in the form of the deployment',
    async (asked) => {
      const answer = await as().get('user', { headers: { 'x-api-form': asked } })
      expectFault(answer, 'B', 'invalid', { details: ['X-API-Form: unknown'] })
    },
  )

  it('is told in every answer, which varies on it', async () => {
    for (const form of forms) {
      const answers = await Promise.all([
        as(form).get('user'),
        as(form).get('user/tokens'),
        stithy.client(form).get('user'),
        stithy.client(form).get('nothing/here'),
        stithy.client(form).post('auth/login', {}),
        stithy.client(form).post('auth/forgot-password', { email: 'x' }),
        as(form).send('DELETE', 'user/keys/999999'),
        sendRaw(stithy.client(form), { target: '/api/v1/users/%zz' }),
      ])
      for (const answer of answers) {
        expect(answer.headers.get('x-api-form')).toBe(form)
        expect(answer.headers.get('vary')).toContain('X-API-Form')
      }
    }
  })
})

describe.each(forms)('every answer, Form %s', (form) => {
  const some = () =>
    Promise.all([
      as(form).get('user'),
      as(form).send('DELETE', 'user/keys/999999'),
      stithy.client(form).get('user'),
      stithy.client(form).get('nothing/here'),
      stithy.client(form).post('auth/register', {}),
      stithy.client(form).get('users/nobody'),
      sendRaw(stithy.client(form), { target: '/api/v1/users/%zz' }),
    ])

  it('carries the version of the API and a request id of its own, which is in the log', async () => {
    const answers = await some()
    for (const answer of answers) {
      expect(answer.headers.get('x-api-version')).toBe('1')
      const id = answer.headers.get('x-request-id')
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      const lines = stithy.logs.filter((line) => line['request_id'] === id)
      expect(lines).toEqual([expect.objectContaining({ message: 'request', status: answer.status })])
    }
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(answers.length)
  })

  it('takes no request id from outside', async () => {
    const answer = await as(form).get('user', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
    expect(answer.headers.get('x-request-id')).not.toBe('mine')
  })

  it('is JSON in UTF-8, or empty', async () => {
    for (const answer of await some()) {
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.body).toBeTypeOf('object')
    }
    const empty = await stithy
      .client(form)
      .as((await newPerson(stithy, `bye-${form}`)).access)
      .post('auth/logout')
    expect([empty.status, empty.text, empty.headers.get('content-type')]).toEqual([204, '', null])
  })

  it('cannot be framed, sniffed, or run as a page', async () => {
    for (const answer of await some()) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('to HEAD is the one to GET without its body', async () => {
    const answer = await as(form).send('HEAD', 'user/tokens')
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('x-total-count')).toBe(String(tokens))
  })
})

describe('a list in Form A', () => {
  it('is a bare array of 20, with the counts in headers', async () => {
    const answer = await as('A').get('user/tokens')
    expect(answer.status).toBe(200)
    expect(Array.isArray(answer.body)).toBe(true)
    expect(names(answer)).toEqual(newest(20))
    expect(counts(answer)).toEqual(['45', '1', '20'])
  })
})

describe('a list in Form B', () => {
  it('is an envelope of 30, with the counts in headers too', async () => {
    const answer = await as('B').get('user/tokens')
    expect(answer.status).toBe(200)
    expect(keysOf(answer.body)).toEqual(['items', 'page', 'per_page', 'total'])
    expect(answer.body).toMatchObject({ total: 45, page: 1, per_page: 30 })
    expect(names(answer)).toEqual(newest(30))
    expect(counts(answer)).toEqual(['45', '1', '30'])
  })
})

describe.each(forms)('paging, Form %s', (form) => {
  it.each(['limit', 'per_page'])('understands ?%s', async (name) => {
    const answer = await as(form).get(`user/tokens?page=2&${name}=10`)
    expect(names(answer)).toEqual(newest(10, 35))
    expect(counts(answer)).toEqual(['45', '2', '10'])
  })

  it('listens to its own name when both are given', async () => {
    const [own, other] = form === 'A' ? ['limit', 'per_page'] : ['per_page', 'limit']
    const answer = await as(form).get(`user/tokens?${other}=7&${own}=3`)
    expect(counts(answer)).toEqual(['45', '1', '3'])
  })

  it.each(['101', '1000', '2147483648', '9223372036854775808', '9'.repeat(40)])(
    'takes a page size of %s as 100',
    async (size) => {
      const answer = await as(form).get(`user/tokens?${sizeName[form]}=${size}`)
      expect(answer.status, answer.text).toBe(200)
      expect(counts(answer)).toEqual(['45', '1', '100'])
      expect(names(answer)).toEqual(newest(45))
    },
  )

  it('takes a page size of 100 and of 1 as they are', async () => {
    expect(counts(await as(form).get(`user/tokens?${sizeName[form]}=100`))).toEqual(['45', '1', '100'])
    const one = await as(form).get(`user/tokens?${sizeName[form]}=1&page=45`)
    expect(names(one)).toEqual(['token 1'])
  })

  it.each(['0', '-1', '1.5', '2147483648', '9223372036854775808', '1e3', 'two', '', '%20', '0x10', '+1', '１'])(
    'refuses page=%s',
    async (page) => {
      const answer = await as(form).get(`user/tokens?page=${page}`)
      expectFault(answer, form, 'invalid', { details: ['page: range'] })
    },
  )

  it.each(['limit', 'per_page'])('refuses a size that is no count, in ?%s', async (name) => {
    for (const size of ['0', '-1', '1.5', 'all', '', '1e3']) {
      const answer = await as(form).get(`user/tokens?${name}=${size}`)
      expectFault(answer, form, 'invalid', { details: [`${name}: range`] })
    }
  })

  it('refuses a parameter that stands twice', async () => {
    const answer = await as(form).get(`user/tokens?page=1&page=2&${sizeName[form]}=1&${sizeName[form]}=2`)
    expectFault(answer, form, 'invalid', { details: ['page: range', `${sizeName[form]}: range`] })
  })

  it('answers a page past the end with an empty list and the right total', async () => {
    for (const page of ['4', '2147483647']) {
      const answer = await as(form).get(`user/tokens?page=${page}`)
      expect(answer.status).toBe(200)
      expect(itemsOf(answer.body)).toEqual([])
      expect(counts(answer)).toEqual(['45', page, String(defaultSize[form])])
    }
  })

  it('shows every item once over all pages', async () => {
    const seen: unknown[] = []
    for (let page = 1; page <= 7; page++) {
      seen.push(...names(await as(form).get(`user/tokens?page=${page}&${sizeName[form]}=7`)))
    }
    expect(seen).toEqual(newest(45))
  })
})

describe.each(forms)('the Link header, Form %s', (form) => {
  const link = (page: number, size = 10) => `${stithy.url}/api/v1/user/tokens?page=${page}&${sizeName[form]}=${size}`

  it.each([
    [1, { first: 1, last: 5, next: 2 }],
    [3, { first: 1, last: 5, prev: 2, next: 4 }],
    [5, { first: 1, last: 5, prev: 4 }],
    [9, { first: 1, last: 5, prev: 5 }],
  ])('of page %i leads to its neighbours', async (page, expected) => {
    const answer = await as(form).get(`user/tokens?page=${page}&${sizeName[form]}=10`)
    const targets = Object.fromEntries(Object.entries(expected).map(([rel, to]) => [rel, link(to)]))
    expect(linksOf(answer)).toEqual(targets)
  })

  it('leads somewhere', async () => {
    const { next } = linksOf(await as(form).get(`user/tokens?${sizeName[form]}=10`))
    const answer = await as(form).get(new URL(next ?? '').pathname + new URL(next ?? '').search)
    expect(names(answer)).toEqual(newest(10, 35))
  })

  it('of an empty list leads to its one page', async () => {
    const answer = await as(form).get('user/keys')
    const only = `${stithy.url}/api/v1/user/keys?page=1&${sizeName[form]}=${defaultSize[form]}`
    expect(linksOf(answer)).toEqual({ first: only, last: only })
  })

  it('keeps the rest of the query, encoded', async () => {
    const answer = await as(form).get('admin/users?q=%C3%A9%22%3E&state=active')
    const query = new URL(linksOf(answer)['first'] ?? '').searchParams
    expect([query.get('q'), query.get('state')]).toEqual(['é">', 'active'])
  })

  it.each([
    ['a forged Host', { target: '/api/v1/user/keys', headers: { host: 'evil.example' } }],
    ['a forged X-Forwarded-Host', { target: '/api/v1/user/keys', headers: { 'x-forwarded-host': 'evil.example' } }],
    ['a whole URL as the target', { target: 'http://evil.example/api/v1/user/keys' }],
  ])('comes from BASE_URL whatever %s says', async (_, request) => {
    const answer = await sendRaw(as(form), request)
    expect(answer.status).toBe(200)
    for (const target of Object.values(linksOf(answer))) expect(new URL(target).origin).toBe(stithy.url)
  })
})

describe('an id in a path', () => {
  it('may be of either kind in either form', async () => {
    for (const idForm of forms) {
      for (const form of forms) {
        const { id } = (await as(idForm).post('user/tokens', { name: 'x', scopes: ['repo:read'] })).body
        expect(id).toEqual(anId[idForm])
        expect((await as(form).send('DELETE', `user/tokens/${String(id).toUpperCase()}`)).status).toBe(204)
      }
    }
  })
})

describe('a timestamp', () => {
  it('is ISO 8601 in UTC with milliseconds, and true', async () => {
    for (const form of forms) {
      const before = Date.now()
      const { created_at } = (await as(form).post('user/tokens', { name: 'x', scopes: ['repo:read'] })).body
      expect(created_at).toEqual(aTime)
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now())
    }
  })
})

function counts(answer: Answer): (string | null)[] {
  return ['x-total-count', 'x-page', 'x-per-page'].map((name) => answer.headers.get(name))
}

function linksOf(answer: Answer): Record<string, string> {
  const links = (answer.headers.get('link') ?? '').split(', ').map((one) => /^<([^>]*)>; rel="(\w+)"$/.exec(one))
  return Object.fromEntries(links.map((parts) => [parts?.[2], parts?.[1]]))
}
