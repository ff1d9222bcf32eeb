import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, RequestOptions } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const json = { 'content-type': 'application/json' }
const mebibyte = 1024 * 1024

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const login = (form: Form, options: RequestOptions): Promise<Answer> =>
  stithy.client(form).send('POST', 'auth/login', options)
const credentials = JSON.stringify({ username: 'ada', password })

describe.each(forms)('a body that is not JSON is a 400, Form %s', (form) => {
  it.each([
    ['nothing but an opening brace', '{'],
    ['a word', 'username'],
    ['single quotes', "{'username':'ada'}"],
    ['a comma too many', '{"username":"ada",}'],
    ['two values', '{} {}'],
    ['NaN', '{"username":NaN}'],
    ['a comment', '{"username":"ada"/* hello */}'],
    ['a line break in a string', '{"username":"a\nb"}'],
    ['a bare NUL', '{"username":"a\0b"}'],
    ['a form', 'username=ada&password=x'],
    ['only spaces', '   '],
    ['an unfinished escape', '{"username":"\\u12"}'],
    ['an unfinished string', '{"username":"ada'],
  ])('%s', async (_, raw) => {
    expectFault(await login(form, { raw, headers: json }), form, 'malformed')
  })

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['half of a character', [0xc3]],
    ['a letter written too long', [0xc1, 0x81]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('%s is not UTF-8', async (_, bytes) => {
    const raw = Buffer.concat([Buffer.from('{"username":"'), Buffer.from(bytes), Buffer.from('","password":"x"}')])
    expect(expectFault(await login(form, { raw, headers: json }), form, 'malformed')).toContain('UTF-8')
  })

  it.each([
    ['arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['arrays that never end', '['.repeat(1_000_000)],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('nesting without end: %s', async (_, raw) => {
    expectFault(await login(form, { raw, headers: json }), form, 'malformed')
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'nonsense',
    '',
  ])('JSON that comes as "%s"', async (type) => {
    const answer = await login(form, { raw: credentials, headers: { 'content-type': type } })
    expectFault(answer, form, 'malformed')
  })

  it('JSON that does not say what it is', async () => {
    const target = '/api/v1/auth/login'
    const answer = await sendRaw(stithy.client(form), { method: 'POST', target, body: credentials })
    expectFault(answer, form, 'malformed')
  })

  it('JSON that is compressed', async () => {
    const headers = { ...json, 'content-encoding': 'gzip' }
    expectFault(await login(form, { raw: new Uint8Array([0x1f, 0x8b, 8, 0]), headers }), form, 'malformed')
  })
})

describe.each(forms)('a body of JSON, Form %s', (form) => {
  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'may come as %s',
    async (type) => {
      const answer = await login(form, { raw: credentials, headers: { 'content-type': type } })
      expect(answer.status, answer.text).toBe(200)
    },
  )

  it('may begin with a byte order mark, and be nested 64 levels deep', async () => {
    expect((await login(form, { raw: `\ufeff${credentials}`, headers: json })).status).toBe(200)
    const deep = `{"x":${'['.repeat(63)}${']'.repeat(63)},${credentials.slice(1)}`
    expect((await login(form, { raw: deep, headers: json })).status).toBe(200)
  })

  it.each(['null', '[]', '"ada"', '7', 'true', `[${credentials}]`])('has to be an object, not %s', async (raw) => {
    expectFault(await login(form, { raw, headers: json }), form, 'invalid', { details: ['body: type'] })
  })

  it('is an object with nothing in it where there is none', async () => {
    expectFault(await login(form, {}), form, 'invalid', { details: ['password: required'] })
    expectFault(await login(form, { raw: '', headers: json }), form, 'invalid', { details: ['password: required'] })
  })

  it.each([
    ['at the top', '{"username":"ada","username":"eve","password":"x"}', 'username'],
    ['deep inside', '{"username":"ada","x":[{"y":{"k":1,"k":2}}]}', 'k'],
    ['spelled with an escape', '{"username":"ada","user\\u006eame":"eve","password":"x"}', 'username'],
    ['with spaces around', '{"username" : "ada", "username"\n:"eve"}', 'username'],
  ])('has no key twice %s', async (_, raw, field) => {
    expectFault(await login(form, { raw, headers: json }), form, 'invalid', { details: [`${field}: duplicate`] })
  })

  it('may have the same key in two objects, and a value that looks like a key', async () => {
    const raw = `{"a":{"k":1},"b":{"k":2},"c":["k","k"],"d":"k",${credentials.slice(1)}`
    expect((await login(form, { raw, headers: json })).status).toBe(200)
  })

  it.each([
    ['__proto__', '{"__proto__":{"username":"ada"},"password":"x"}'],
    ['__proto__', '{"username":"ada","x":{"__proto__":1}}'],
    ['__proto__', '{"__pr\\u006fto__":1}'],
    ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['prototype', '{"x":[{"prototype":1}]}'],
  ])('has no key %s in %s', async (field, raw) => {
    expectFault(await login(form, { raw, headers: json }), form, 'invalid', { details: [`${field}: forbidden`] })
  })

  it.each([
    ['NUL', 'username', '{"username":"a\\u0000b","password":"x"}'],
    ['NUL in a key', 'body', '{"a\\u0000":1}'],
    ['NUL in what nobody asked for', 'x', '{"username":"ada","x":["\\u0000"]}'],
    ['the first half of a surrogate pair', 'username', '{"username":"\\ud83d","password":"x"}'],
    ['the second half of a surrogate pair', 'username', '{"username":"\\udc22","password":"x"}'],
  ])('holds no %s, and says where', async (_, field, raw) => {
    expectFault(await login(form, { raw, headers: json }), form, 'invalid', { details: [`${field}: format`] })
  })

  it('may say null of a text that need not be there, where something new is made', async () => {
    const client = stithy.client(form).as(ada.access)
    const slug = `null-${form}`
    const made = await client.post('user/repos', { slug, description: null, default_branch: null })
    expect([made.status, made.body['description']]).toEqual([201, ''])
    expectFault(
      await client.post('user/repos', { slug: 'other', is_public: 'yes', description: null }),
      form,
      'invalid',
      {
        details: ['is_public: type'],
      },
    )
    expectFault(await client.send('PATCH', `repos/ada/${slug}`, { body: { description: null } }), form, 'invalid', {
      details: ['description: type'],
    })
  })

  it('is as long as its characters, however many bytes they take', async () => {
    const client = stithy.client(form).as(ada.access)
    await client.post('user/repos', { slug: `long-${form}` })
    const open = (title: string) => client.post(`repos/ada/long-${form}/issues`, { title })
    expect((await open('🐢'.repeat(255))).status).toBe(201)
    expectFault(await open('🐢'.repeat(256)), form, 'invalid', { details: ['title: too_long'] })
  })

  it('may hold what only looks like an escape, and characters of four bytes however they are spelled', async () => {
    for (const username of ['"\\\\u0000"', '"\\\\ud800"', '"\\ud83d\\udc22"', '"🐢"']) {
      const raw = `{"username":${username},"password":"x"}`
      expectFault(await login(form, { raw, headers: json }), form, 'unauthorized', { codeOfA: 'INVALID_CREDENTIALS' })
    }
  })

  it('may be a mebibyte long and not a byte longer', async () => {
    const padded = (length: number) => credentials.padEnd(length, ' ')
    expect((await login(form, { raw: padded(mebibyte), headers: json })).status).toBe(200)
    const answer = await login(form, { raw: padded(mebibyte + 1), headers: json })
    expectFault(answer, form, 'too-large')
  })

  it('is too large also when its length is not told beforehand, or does not tell the truth', async () => {
    const target = '/api/v1/auth/login'
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    const body = credentials.padEnd(2 * mebibyte, ' ')
    const answer = await sendRaw(stithy.client(form), { method: 'POST', target, headers: chunked, body })
    expectFault(answer, form, 'too-large')
    const huge = { ...json, 'content-length': '99999999999' }
    const announced = await sendRaw(stithy.client(form), { method: 'POST', target, headers: huge, body: '{}' })
    expectFault(announced, form, 'too-large')
  })

  it('is not read at all from whoever may not come in', async () => {
    const raw = 'x'.repeat(3 * mebibyte)
    const answer = await stithy.client(form).send('POST', 'user/tokens', { raw, headers: json })
    expectFault(answer, form, 'unauthorized')
  })
})

describe.each(forms)('an address, Form %s', (form) => {
  it.each(['%zz', '%', '%f', '%ff', '%c3%28', '%ed%a0%80', '%2', 'a%00%ff'])(
    'that cannot be decoded is not found: %s',
    async (name) => {
      const answer = await sendRaw(stithy.client(form), { target: `/api/v1/users/${name}` })
      expectFault(answer, form, 'missing', { codeOfA: 'USER_NOT_FOUND' })
    },
  )

  it.each(['..', '../..', '%2e%2e', '..%2f..%2fetc%2fpasswd', '..%5c..', '%252e%252e', '.'])(
    'that climbs is not found: %s',
    async (name) => {
      const answer = await sendRaw(stithy.client(form), { target: `/api/v1/users/${name}` })
      expect(answer.status, answer.text).toBe(404)
      expect(answer.headers.get('x-api-form')).toBe(form)
    },
  )

  it('with a NUL, or too long, is a validation error', async () => {
    const nul = await sendRaw(stithy.client(form), { target: '/api/v1/users/a%00b' })
    expectFault(nul, form, 'invalid', { details: ['username: type'] })
    for (const length of [256, 3000, 12_000]) {
      const long = await sendRaw(stithy.client(form), { target: `/api/v1/users/${'a'.repeat(length)}` })
      expectFault(long, form, 'invalid', { details: ['username: too_long'] })
    }
  })

  it('may have any query behind it that nobody asked for', async () => {
    for (const query of ['%zz=%ff', '__proto__=1&__proto__=2', 'constructor[prototype]=x', '&&&==&', '?'.repeat(100)]) {
      const answer = await sendRaw(stithy.client(form), { target: `/api/v1/users/ada?${query}` })
      expect(answer.status, query).toBe(200)
    }
  })

  it('takes no notice of __proto__ in a query that is read', async () => {
    const client = stithy.client(form).as(ada.access)
    for (const query of ['__proto__=x', '__proto__=x&__proto__=y', 'constructor=x&q=ada']) {
      const answer = await client.get(`admin/users?${query}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-total-count')).toBe('1')
    }
  })
})

describe.each(forms)('a header, Form %s', (form) => {
  it.each([
    ['a cookie that cannot be decoded', { cookie: 'svc_session=%zz; =; ;;; a' }],
    ['Basic without a colon', { authorization: `Basic ${Buffer.from('ada').toString('base64')}` }],
    ['Basic that is not base64', { authorization: 'Basic ****' }],
    ['Basic of nothing', { authorization: 'Basic' }],
    ['a token of bytes beyond ASCII', { authorization: 'Bearer t\u00e9\u00ff' }],
    ['a token with two spaces in it', { authorization: 'Bearer a b c' }],
    ['a token of ten thousand characters', { authorization: `Bearer ${'a.'.repeat(5000)}` }],
    ['a JWT of nonsense', { authorization: 'Bearer e30.e30.e30' }],
  ])('of nonsense is nobody: %s', async (_, headers) => {
    expectFault(await stithy.client(form).get('user', { headers }), form, 'unauthorized')
  })

  it('of 15 kilobytes does no harm', async () => {
    const headers = { 'user-agent': 'x'.repeat(7000), 'accept-language': 'de,'.repeat(2500) }
    expect((await stithy.client(form).as(ada.access).get('user', { headers })).status).toBe(200)
  })
})

describe('a word that is none of a few', () => {
  it.each([['repos/ada/anvil/issues?state=zzz', 'state', 'must be one of open, closed, all']])(
    '%s: the answer names them',
    async (path, field, message) => {
      await stithy.client('B').as(ada.access).post('user/repos', { slug: 'anvil' })
      const { status, body } = await stithy.client('B').as(ada.access).get(path)
      expect(status).toBe(400)
      expect(body.details).toEqual([{ field, code: 'unknown', message }])
    },
  )
})
