// Who may do what, made from the list of all routes: a route that is added is tested, and one that says nothing fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grants, scopes } from '../../src/core/scopes.ts'
import { allRoutes, call, nameOf, type Route } from '../support/every-route.ts'
import { forms } from '../support/faults.ts'
import { newPerson, newToken, type Person, signIn } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const routes = allRoutes.map((route) => [nameOf(route), route] as const)

let stithy: TestStithy
let admin: Person
let people = 0

const identities = {
  stranger: () => Promise.resolve(undefined),
  'bad credentials': () => Promise.resolve('nonsense'),
  person: async () => (await somebody()).access,
  'token with all scopes': () => tokenOf(somebody(), scopes),
  'administrator’s token with all scopes': () => tokenOf(signIn(stithy, 'ada'), scopes),
  'disabled person': async () => {
    const person = await somebody()
    await disable(person)
    return person.access
  },
  'disabled person’s token': async () => {
    const person = await somebody()
    const token = await tokenOf(Promise.resolve(person), scopes)
    await disable(person)
    return token
  },
  administrator: async () => (await signIn(stithy, 'ada')).access,
} as const satisfies Record<string, () => Promise<string | undefined>>

type Identity = keyof typeof identities

/** What each right answers to each identity; whoever is not here gets in. */
const refusals: Record<Route['right'], Partial<Record<Identity, 401 | 403>>> = {
  public: {},
  anyone: {
    'bad credentials': 401,
    'disabled person': 401,
    'disabled person’s token': 401,
  },
  user: {
    stranger: 401,
    'bad credentials': 401,
    'disabled person': 401,
    'disabled person’s token': 401,
  },
  session: {
    stranger: 401,
    'bad credentials': 401,
    'disabled person': 401,
    'disabled person’s token': 401,
    'token with all scopes': 403,
    'administrator’s token with all scopes': 403,
  },
  admin: {
    stranger: 401,
    'bad credentials': 401,
    'disabled person': 401,
    'disabled person’s token': 401,
    person: 403,
    'token with all scopes': 403,
    'administrator’s token with all scopes': 403,
  },
}

const credentials = new Map<Identity, string | undefined>()

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'ada')
  for (const [name, make] of Object.entries(identities)) credentials.set(name as Identity, await make())
})
afterAll(() => stithy.stop())

function somebody(): Promise<Person> {
  people += 1
  return newPerson(stithy, `person-${people}`)
}

async function tokenOf(person: Promise<Person>, held: readonly string[]): Promise<string> {
  return newToken(stithy.client('B').as((await person).access), held)
}

async function disable(person: Person): Promise<void> {
  const root = stithy.client('B').as(admin.access)
  await root.send('PATCH', `admin/users/${person.username}`, { body: { disabled: true } })
}

describe('every route', () => {
  it.each(routes)('%s says who may, with which scope, at which rate, and what it is', (_, route) => {
    expect(['public', 'anyone', 'user', 'session', 'admin']).toContain(route.right)
    expect([null, ...scopes]).toContain(route.scope)
    expect(['api', 'login', 'register', 'reset']).toContain(route.rate)
    expect(route.tag).toMatch(/^\S.*\S$/)
    expect(route.summary).toMatch(/^\S.*\S$/)
    expect(route.path).toMatch(/^(\/[a-z0-9-]+|\/\{\w+\})+$/)
    // A parameter that is not declared is not checked.
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(route.params?.properties ?? {})).toEqual(named)
  })

  it.each(routes)('%s asks a token for the scope that its method and place call for', (_, route) => {
    const verb = route.method === 'GET' ? 'read' : 'write'
    expect(route.scope?.split(':')[1] ?? verb).toBe(verb)
    // Repositories and what is in them always have one.
    expect(route.path.startsWith('/repos/') && route.right !== 'session' ? route.scope : 'fine').not.toBeNull()
  })

  it('is there once', () => {
    expect(new Set(routes.map(([name]) => name)).size).toBe(routes.length)
  })
})

describe.each(Object.keys(identities) as Identity[])('a %s', (identity) => {
  it.each(routes)('at %s gets what the right says', async (_, route) => {
    // Signing out would end the session that the next route is tried with.
    const ends = route.path === '/auth/logout'
    const token = ends ? await identities[identity]() : credentials.get(identity)
    for (const form of ends ? (['B'] as const) : forms) {
      const answer = await call(stithy.client(form).as(token), route)
      const outcome = [401, 403].includes(answer.status) ? answer.status : 'in'
      expect(outcome, answer.text).toBe(refusals[route.right][identity] ?? 'in')
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('a token without the scope', () => {
  const scoped = routes.filter(([, route]) => route.scope !== null)

  it.each(scopes)('%s is let in where it is enough, and refused with 403 elsewhere', async (held) => {
    const client = stithy.client('A').as(await tokenOf(signIn(stithy, 'ada'), [held]))
    for (const [, route] of scoped) {
      const answer = await call(client, route)
      const enough = route.scope !== null && grants([held], route.scope)
      expect(answer.body?.code === 'INSUFFICIENT_SCOPE', nameOf(route)).toBe(!enough)
      expect(answer.status === 403, nameOf(route)).toBe(!enough)
    }
    expect((await client.get('user')).status).toBe(200)
  })

  it('write implies read of the same area, and nothing else does', () => {
    for (const held of scopes) {
      for (const needed of scopes) {
        const [heldArea, heldVerb] = held.split(':')
        const [area, verb] = needed.split(':')
        expect(grants([held], needed)).toBe(heldArea === area && (heldVerb === verb || verb === 'read'))
      }
    }
  })
})

describe('account things', () => {
  it('are all for people who signed in', () => {
    const account = /^\/(user\/(keys|tokens|sessions|password)|auth\/2fa\/(setup|enable|disable)|auth\/logout)/
    const loose = routes.filter(([, route]) => account.test(route.path) && route.right !== 'session')
    expect(loose.map(([name]) => name)).toEqual([])
  })

  it('of administration are all for administrators', () => {
    const loose = routes.filter(([, route]) => route.path.startsWith('/admin') !== (route.right === 'admin'))
    expect(loose.map(([name]) => name)).toEqual([])
  })
})
