// Every route × every place that takes a value × every kind of nonsense: an answer of the right form, and never a 5xx.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import {
  allRoutes,
  call,
  fieldsOf,
  nameOf,
  plausible,
  type Route,
  type RouteRequest,
  schemaOf,
} from '../support/every-route.ts'
import { type Form, forms } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { keysOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { thorough } from '../support/thorough.ts'

const long = 'A'.repeat(5000)

/** For a field of a body, as JSON text. */
const hostileJson = [
  'null',
  '-1',
  '1e999',
  '9223372036854775808',
  '[]',
  '["x"]',
  '{}',
  '{"$gt":""}',
  '{"toString":"x","length":-1}',
  '""',
  JSON.stringify(long),
  '"\\u0000"',
  '"\\ud800"',
  '"a\\r\\nBcc: x@y.org"',
  '"\\u202e\\ufeff\\u200b"',
  '"\' or 1=1 --"',
  '"%_\\\\"',
  '"../../etc/passwd"',
  '"-h"',
  '"<script>alert(1)</script>"',
  '"\\ud83d\\udc22"',
  '"__proto__"',
  '"9223372036854775808"',
]

/** For a part of a path or the value of a query, encoded or not, as it would be on the wire. */
const hostileText = [
  'null',
  '0',
  '-1',
  '1.5',
  '9223372036854775808',
  '%20',
  '%00',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%0d%0aX:%20y',
  '%27%20or%201=1%20--',
  '..%2f..%2fetc%2fpasswd',
  '%3Cscript%3E',
  '%F0%9F%90%A2',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(3000),
]

const turns = 8

const hostileBodies = ['', 'x', '{', 'null', '[]', '[{}]', '7', '"x"', '{"a":1,"a":2}', '{"__proto__":{}}', '{"x":{}}']

let stithy: TestStithy
let admin: Person
let user: Person

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'ada')
  user = await newPerson(stithy, 'bob')
})
afterAll(() => stithy.stop())

/** Everything goes by whoever gets in; who is turned away at the door tries a few. */
function callers(route: Route, index: number): readonly (readonly [string, string | undefined])[] {
  const anonymous = ['anonymous', undefined] as const
  const [person, root] = [['user', user.access] as const, ['admin', admin.access] as const]
  if (route.right === 'public') return [anonymous]
  const [inside, ...outside] = route.right === 'admin' ? [root, person, anonymous] : [person, anonymous, root]
  return index % 10 === 0 ? [inside, ...outside] : [inside]
}

/** In turns, so that all of it is tried often enough, and none of it everywhere. STITHY_TEST_ALL=1 tries everything. */
function some<T>(values: readonly T[], name: string): readonly T[] {
  if (thorough) return values
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % turns
  return values.filter((_, index) => index % turns === turn)
}

function requestsFor(route: Route): readonly RouteRequest[] {
  const inPath = fieldsOf(route.params).flatMap((name) =>
    some(hostileText, name).map((text) => ({ params: { [name]: text } })),
  )
  const asked = [
    ...fieldsOf(route.query),
    ...(route.output.kind === 'list' || route.output.kind === 'either' ? ['page', 'limit', 'per_page'] : ['any']),
  ]
  const inQuery = asked.flatMap((name) =>
    some(hostileText, name).map((text, index) => ({ query: `${index % 5 === 0 ? `${name}=1&` : ''}${name}=${text}` })),
  )
  const body = schemaOf(route)
  const bodies = some(hostileBodies, nameOf(route)).map((text) => ({ body: text }))
  if (body === undefined) return [...inPath, ...inQuery, ...bodies]
  const base = plausible(body)
  const inBody = fieldsOf(body).flatMap((name) =>
    some(hostileJson, route.path + name).map((text) => ({
      body: JSON.stringify({ ...base, [name]: '\n' }).replace('"\\n"', () => text),
    })),
  )
  return [...inPath, ...inQuery, ...inBody, ...bodies]
}

describe('a route that gets nonsense answers in its form, and never with a 5xx', () => {
  it.each(allRoutes.filter((route) => route.path !== '/auth/logout').map((route) => [nameOf(route), route] as const))(
    '%s',
    async (_, route) => {
      const requests = requestsFor(route).flatMap((request, index) =>
        callers(route, index).map(([who, token]) => ({ who, token, request, form: forms[index % 2] ?? 'A' })),
      )
      const wrong: string[] = []
      await inParallel(8, requests, async ({ who, token, request, form }) => {
        const answer = await call(stithy.client(form).as(token), route, request)
        const problem = problemOf(answer, form)
        if (problem !== null) wrong.push(`${who} in ${form}: ${JSON.stringify(request).slice(0, 200)}: ${problem}`)
      })
      expect(requests.length).toBeGreaterThan(2)
      expect(wrong).toEqual([])
    },
  )

  it('leaves everybody who they were, and no fault in the log', async () => {
    expect((await stithy.client('B').as(admin.access).get('user')).body).toMatchObject({ username: 'ada' })
    expect((await stithy.client('B').as(user.access).get('user')).body).toMatchObject({
      username: 'bob',
      roles: ['user'],
    })
    expect(stithy.logs.filter((line) => line.level === 'error')).toEqual([])
  })
})

function problemOf(answer: Answer, form: Form): string | null {
  const said = `${answer.status} ${answer.text.slice(0, 200)}`
  if (answer.status >= 500) return said
  if (answer.headers.get('x-api-form') !== form) return `not of its form: ${said}`
  if (answer.status === 204) return answer.text === '' ? null : said
  if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return `not JSON: ${said}`
  if (answer.status < 400) return null
  const keys = keysOf(answer.body).filter((key) => key !== 'details')
  const right = form === 'A' ? ['code', 'error'] : ['error', 'message', 'request_id']
  return JSON.stringify(keys) === JSON.stringify(right) ? null : `not an error of its form: ${said}`
}

async function inParallel<T>(width: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
