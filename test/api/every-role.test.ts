// Every route × every way to have a role or a token × public and private, made from the list of all routes: what comes
// of a call follows from what the route declares. A route that is added is tested; one without a role fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atLeast, type Role, roles } from '../../src/core/roles.ts'
import { grants, type Scope, scopes } from '../../src/core/scopes.ts'
import type { Answer } from '../support/client.ts'
import { allRoutes, call, nameOf, plausible, type Route, type RouteRequest, schemaOf } from '../support/every-route.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'
import { inTurns, thorough } from '../support/thorough.ts'

const noSha = 'a'.repeat(40)

/** Well-formed, and let through to a refusal that comes after the gate: nobody changes anything. */
const examples: Readonly<Record<string, RouteRequest>> = {
  'POST /repos/{owner}/{repo}/forks': { body: '{"slug":".."}' },
  'POST /repos/{owner}/{repo}/transfer': { body: '{"new_owner":"nobody-here"}' },
  'POST /repos/{owner}/{repo}/branches': { body: '{"name":"-x"}' },
  'POST /repos/{owner}/{repo}/tags': { body: '{"name":"-x"}' },
  'POST /repos/{owner}/{repo}/contents': {
    body: `{"operations":[{"action":"delete","path":"x","sha":"${noSha}"}]}`,
  },
  'PUT /repos/{owner}/{repo}/contents/{path}': { body: `{"content":"YQ==","sha":"${noSha}"}` },
  'DELETE /repos/{owner}/{repo}/contents/{path}': { body: `{"sha":"${noSha}"}` },
  'POST /repos/{owner}/{repo}/releases/{id}/assets': { query: 'name=x', body: 'x' },
  'POST /repos/{owner}/{repo}/collaborators': { body: '{"username":"nobody-here","role":"Reader"}' },
  'PUT /repos/{owner}/{repo}/collaborators/{username}': { body: '{"role":"Reader"}' },
  'POST /repos/{owner}/{repo}/commits/{sha}/statuses': {
    params: { sha: noSha },
    body: '{"state":"success","context":"x"}',
  },
  'POST /repos/{owner}/{repo}/commits/{sha}/cherry-pick': { params: { sha: noSha }, body: '{}' },
  'POST /repos/{owner}/{repo}/commits/{sha}/revert': { params: { sha: noSha }, body: '{}' },
  'POST /repos/{owner}/{repo}/attachments': { query: 'name=x', body: '' },
  'POST /repos/{owner}/{repo}/hooks': { body: '{"url":"http://10.0.0.1/"}' },
  'POST /repos/{owner}/{repo}/hooks/{id}/replay': { body: '{"since":"2020-01-01T00:00:00Z"}' },
  'POST /teams/{slug}/hooks': { body: '{"url":"http://10.0.0.1/"}' },
  'POST /teams/{slug}/hooks/{id}/replay': { body: '{"since":"2020-01-01T00:00:00Z"}' },
  'GET /repos/{owner}/{repo}/compare/{range}': { params: { range: 'main...main' } },
  'GET /repos/{owner}/{repo}/archive/{file}': { params: { file: 'main.zip' } },
  'POST /repos/{owner}/{repo}/pulls/{number}/merge': { body: '{"merge_method":"merge"}' },
  'PUT /repos/{owner}/{repo}/pulls/{number}/auto-merge': { body: '{"merge_method":"merge"}' },
  'GET /repos/{owner}/{repo}/pulls/{number}/versions/{range}': { params: { range: '1...2' } },
  'PUT /teams/{slug}/members/{username}': { body: '{"role":"Reader"}' },
  'PUT /teams/{slug}/repos/{owner}/{repo}': { body: '{"role":"Reader"}' },
  'POST /teams/{slug}/repos': { body: '{"slug":".."}' },
}

const repoRoutes = allRoutes.filter(({ path }) => path.startsWith('/repos/{owner}/{repo}'))
const teamRoutes = allRoutes.filter(({ path }) => path.startsWith('/teams/{slug}'))

interface Identity {
  readonly token: string | undefined
  /** Null: nobody in particular; a session has all scopes. */
  readonly scopes: readonly Scope[] | 'all' | null
  /** Where somebody has been disabled, nothing opens. */
  readonly isDisabled?: true
  readonly role: Role | null
}

interface Target {
  readonly owner: string
  readonly repo: string
  readonly isPublic: boolean
}

let stithy: TestStithy
let admin: Person
let olga: Person
const ofPerson = new Map<string, Identity>()
const ofTeam = new Map<string, Identity>()
const inTeam = new Map<string, Identity>()
let checks = 0

beforeAll(async () => {
  stithy = await startStithy()
  admin = await newPerson(stithy, 'ada')
  olga = await quickPerson(stithy, 'olga')
  for (const team of ['guild', 'hidden']) await newTeam(stithy, olga, team)
  const nobody = { token: undefined, scopes: null, role: null } as const
  const stranger = person(await quickPerson(stithy, 'stranger'), null)
  for (const map of [ofPerson, ofTeam, inTeam]) map.set('anonymous', nobody).set('stranger', stranger)
  ofPerson.set('administrator', person(admin, null)).set('owner', person(olga, 'Owner'))
  ofTeam.set('administrator', person(admin, null))
  inTeam.set('administrator', person(admin, 'Owner'))
  for (const role of roles) {
    ofPerson.set(`${role}, direct`, person(await quickPerson(stithy, `direct-${role}`), role))
    ofPerson.set(`${role}, by a team`, person(await sharer(role), role))
    const member = await quickPerson(stithy, `guild-${role}`)
    for (const team of ['guild', 'hidden']) await addMember(stithy, olga, team, { person: member, role })
    ofTeam.set(`${role} of the owning team`, person(member, role))
    ofTeam.set(`${role} of the owning team, token`, await tokenOf(member, scopes, role))
    inTeam.set(`${role} of the team`, person(member, role))
  }
  for (const scope of scopes) ofPerson.set(`token ${scope}`, await tokenOf(olga, [scope], 'Owner'))
  ofPerson.set('token of a stranger', await tokenOf(await quickPerson(stithy, 'tinkerer'), scopes, null))
  inTeam.set('token', await tokenOf(olga, scopes, 'Owner'))
  const gone = await quickPerson(stithy, 'gone')
  await addMember(stithy, olga, 'hidden', { person: gone, role: 'Owner' })
  ofPerson.set('disabled Owner', { ...person(gone, 'Owner'), isDisabled: true })
  ofPerson.set('disabled Owner’s token', { ...(await tokenOf(gone, scopes, 'Owner')), isDisabled: true })
  inTeam.set('disabled Owner', { ...person(gone, 'Owner'), isDisabled: true })
  await stithy
    .client('B')
    .as(admin.access)
    .send('PATCH', 'admin/users/gone', { body: { disabled: true } })
  for (const target of [...personal, ...common]) await make(target)
  // What a team owns keeps it from being deleted.
  await stithy.client('B').as(olga.access).post('teams/hidden/repos', { slug: 'anchor' })
})
afterAll(() => stithy.stop())

const personal: readonly Target[] = [
  { owner: 'olga', repo: 'open', isPublic: true },
  { owner: 'olga', repo: 'shut', isPublic: false },
]
const common: readonly Target[] = [
  { owner: 'guild', repo: 'open', isPublic: true },
  { owner: 'guild', repo: 'shut', isPublic: false },
]

/** A repository with everybody's roles in it. */
async function make({ owner, repo, isPublic }: Target): Promise<void> {
  const client = stithy.client('B').as(olga.access)
  const body = { slug: repo, is_public: isPublic }
  const made = await client.post(owner === 'olga' ? 'user/repos' : `teams/${owner}/repos`, body)
  expect(made.status, made.text).toBe(201)
  if (owner !== 'olga') return
  for (const role of roles) {
    for (const grantee of [`direct-${role}`, `sharers-${role}`]) {
      const put = await client.send('PUT', `repos/${owner}/${repo}/collaborators/${grantee}`, { body: { role } })
      expect(put.status, put.text).toBe(201)
    }
  }
}

/** Somebody in a team of which every member gets the role, whatever they are in the team. */
async function sharer(role: Role): Promise<Person> {
  const team = `sharers-${role}`
  await newTeam(stithy, olga, team)
  const member = await quickPerson(stithy, `sharer-${role}`)
  await addMember(stithy, olga, team, { person: member, role: 'Reader' })
  return member
}

function person(one: Person, role: Role | null): Identity {
  return { token: one.access, scopes: 'all', role }
}

async function tokenOf(one: Person, held: readonly Scope[], role: Role | null): Promise<Identity> {
  return { token: await newToken(stithy.client('B').as(one.access), held), scopes: held, role }
}

type Outcome = 'in' | 401 | 403 | 404

/** The contract's own words, from what the route declares. */
function expected(route: Pick<Route, 'right' | 'scope' | 'role'>, who: Identity, isPublic: boolean): Outcome {
  if (who.isDisabled === true) return 401
  if (who.scopes === null && route.right !== 'anyone') return 401
  if (Array.isArray(who.scopes)) {
    if (route.right === 'session') return 403
    if (route.scope !== null && !grants(who.scopes, route.scope)) return 403
  }
  const role = who.role ?? (isPublic ? 'Reader' : null)
  if (role === null) return 404
  return route.role !== undefined && atLeast(role, route.role) ? 'in' : 403
}

/** In: whatever the verb then says about the call itself, but not that the place is hidden. */
function outcomeOf(answer: Answer, hidden: string): 'in' | number {
  if (answer.status === 404) return answer.body?.code === hidden ? 404 : 'in'
  if (answer.status === 401 || answer.status === 403) return answer.status
  return answer.status < 500 ? 'in' : answer.status
}

function requestFor(route: Route, params: Readonly<Record<string, string>>): RouteRequest {
  const example = examples[nameOf(route)]
  const schema = schemaOf(route)
  const needed = new Set(schema?.required ?? [])
  const filled = schema === undefined ? {} : plausible(schema)
  const body = Object.fromEntries(Object.entries(filled).filter(([name]) => needed.has(name)))
  return {
    ...(schema === undefined ? {} : { body: JSON.stringify(body) }),
    ...example,
    params: { ...example?.params, ...params },
  }
}

const everywhere = ['anonymous', 'stranger', 'administrator']

/**
 * Those who have no role are tried everywhere. Of the others each is at every route, of the public repository or of the
 * private one, and each route of each is tried by every other of them.
 */
function routesFor(name: string, turn: number): readonly Route[] {
  return everywhere.includes(name) ? repoRoutes : inTurns(repoRoutes, 2, turn)
}

/** Everything that came out otherwise than declared. */
async function tryAll(who: Identity, target: Target, routes: readonly Route[]): Promise<string[]> {
  const client = stithy.client('A').as(who.token)
  const wrong: string[] = []
  for (const route of routes) {
    const answer = await call(client, route, requestFor(route, { owner: target.owner, repo: target.repo }))
    const wanted = expected(route, who, target.isPublic)
    const got = outcomeOf(answer, 'REPO_NOT_FOUND')
    const where = `${nameOf(route)} of ${target.owner}/${target.repo}`
    checks += 1
    if (wanted !== got) wrong.push(`${where}: ${got}, not ${wanted} ${answer.text}`)
    if (nameOf(route) === 'DELETE /repos/{owner}/{repo}' && answer.status === 204) await make(target)
  }
  return wrong
}

describe('every route of a repository and of a team', () => {
  it('says which role it takes', () => {
    const silent = [...repoRoutes, ...teamRoutes].filter((route) => route.role === undefined)
    expect(silent.map(nameOf)).toEqual([])
    const others = allRoutes.filter((route) => ![...repoRoutes, ...teamRoutes].includes(route))
    expect(others.filter((route) => route.role !== undefined).map(nameOf)).toEqual([])
  })

  it('asks of a writer more than of a reader only where somebody else’s things change', () => {
    const loose = repoRoutes.filter((route) => route.method !== 'GET' && route.role === 'Reader')
    expect(loose.map(nameOf).toSorted()).toEqual(freeForReaders.toSorted())
  })
})

/** What everybody who sees a repository may do with it: the contract's first row. */
const freeForReaders = [
  'POST /repos/{owner}/{repo}/forks',
  'PUT /repos/{owner}/{repo}/star',
  'DELETE /repos/{owner}/{repo}/star',
  // What somebody wrote is theirs to change; whose it is comes after the gate.
  'POST /repos/{owner}/{repo}/issues',
  'POST /repos/{owner}/{repo}/pulls',
  'PATCH /repos/{owner}/{repo}/pulls/{number}',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/auto-merge',
  'POST /repos/{owner}/{repo}/pulls/{number}/update-branch',
  'POST /repos/{owner}/{repo}/pulls/{number}/comments',
  'PATCH /repos/{owner}/{repo}/pulls/{number}/comments/{id}',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/comments/{id}',
  'POST /repos/{owner}/{repo}/pulls/{number}/comments/{id}/apply',
  'POST /repos/{owner}/{repo}/pulls/{number}/requested-reviewers',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/requested-reviewers',
  'PUT /repos/{owner}/{repo}/pulls/{number}/viewed-files',
  'POST /repos/{owner}/{repo}/pulls/{number}/reactions',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/reactions/{content}',
  'POST /repos/{owner}/{repo}/pulls/{number}/comments/{id}/reactions',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/comments/{id}/reactions/{content}',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/history',
  'DELETE /repos/{owner}/{repo}/pulls/{number}/comments/{id}/history',
  'DELETE /repos/{owner}/{repo}/issues/{number}/history',
  'DELETE /repos/{owner}/{repo}/issues/{number}/comments/{id}/history',
  'PATCH /repos/{owner}/{repo}/issues/{number}',
  'POST /repos/{owner}/{repo}/issues/{number}/comments',
  'PATCH /repos/{owner}/{repo}/issues/{number}/comments/{id}',
  'DELETE /repos/{owner}/{repo}/issues/{number}/comments/{id}',
  'POST /repos/{owner}/{repo}/issues/{number}/reactions',
  'DELETE /repos/{owner}/{repo}/issues/{number}/reactions/{content}',
  'POST /repos/{owner}/{repo}/issues/{number}/comments/{id}/reactions',
  'DELETE /repos/{owner}/{repo}/issues/{number}/comments/{id}/reactions/{content}',
  'POST /repos/{owner}/{repo}/attachments',
  'DELETE /repos/{owner}/{repo}/attachments/{id}',
  ...['', '/issues/{number}', '/pulls/{number}'].flatMap((path) =>
    ['PUT', 'DELETE'].map((method) => `${method} /repos/{owner}/{repo}${path}/subscription`),
  ),
]

describe('what comes of a call follows from the role, in a repository that somebody owns', () => {
  const names = [
    ...everywhere,
    'owner',
    ...roles.flatMap((role) => [`${role}, direct`, `${role}, by a team`]),
    ...scopes.map((scope) => `token ${scope}`),
    'token of a stranger',
    'disabled Owner',
    'disabled Owner’s token',
  ]

  it.each(names)('for: %s', async (name) => {
    expect(await tryBoth(ofPerson, name, personal)).toEqual([])
  })
})

describe('what comes of a call follows from the role, in a repository that a team owns', () => {
  const names = roles.flatMap((role) => [`${role} of the owning team`, `${role} of the owning team, token`])

  it.each([...everywhere, ...names])('for: %s', async (name) => {
    expect(await tryBoth(ofTeam, name, common)).toEqual([])
  })
})

describe('what comes of a call follows from the role, in a team', () => {
  const names = [...everywhere, ...roles.map((role) => `${role} of the team`), 'token', 'disabled Owner']

  it.each(names)('for: %s', async (name) => {
    const who = find(inTeam, name)
    const client = stithy.client('A').as(who.token)
    const wrong: string[] = []
    for (const route of teamRoutes) {
      const answer = await call(client, route, requestFor(route, { slug: 'hidden' }))
      const [wanted, got] = [expected(route, who, false), outcomeOf(answer, 'TEAM_NOT_FOUND')]
      checks += 1
      if (wanted !== got) wrong.push(`${nameOf(route)}: ${got}, not ${wanted} ${answer.text}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('what is wrong with a call is told only to those who may make it', () => {
  /** Wrong for every route that takes a body or has pages. */
  const broken = (route: Route, params: Readonly<Record<string, string>>): RouteRequest => ({
    ...(schemaOf(route) === undefined ? {} : { body: '[]' }),
    query: 'page=0',
    params,
  })

  it.each(['stranger', 'Reader, direct', 'token issues:read'])('for: %s', async (name) => {
    const who = find(ofPerson, name)
    const client = stithy.client('A').as(who.token)
    const wrong: string[] = []
    for (const { owner, repo, isPublic } of personal) {
      for (const route of repoRoutes) {
        const wanted = expected(route, who, isPublic)
        const answer = await call(client, route, broken(route, { owner, repo }))
        const got = outcomeOf(answer, 'REPO_NOT_FOUND')
        if (wanted !== got) wrong.push(`${nameOf(route)} of ${owner}/${repo}: ${got}, not ${wanted} ${answer.text}`)
      }
    }
    for (const route of inTeam.has(name) ? teamRoutes : []) {
      const answer = await call(client, route, broken(route, { slug: 'hidden' }))
      const [wanted, got] = [expected(route, who, false), outcomeOf(answer, 'TEAM_NOT_FOUND')]
      if (wanted !== got) wrong.push(`${nameOf(route)}: ${got}, not ${wanted} ${answer.text}`)
    }
    expect(wrong).toEqual([])
  })
})

it('nobody counted these by hand, and nobody was forgotten', () => {
  const tried = [...ofPerson.keys(), ...ofTeam.keys()].map((name) =>
    everywhere.includes(name) || thorough ? 2 * repoRoutes.length : repoRoutes.length,
  )
  expect(checks).toBe(tried.reduce((sum, one) => sum + one, 0) + inTeam.size * teamRoutes.length)
  expect(checks).toBeGreaterThan(2000)
})

async function tryBoth(
  identities: ReadonlyMap<string, Identity>,
  name: string,
  targets: readonly Target[],
): Promise<string[]> {
  const who = find(identities, name)
  const turn = [...identities.keys()].indexOf(name)
  const wrong = await Promise.all(targets.map((target, index) => tryAll(who, target, routesFor(name, turn + index))))
  return wrong.flat()
}

function find(identities: ReadonlyMap<string, Identity>, name: string): Identity {
  const who = identities.get(name)
  if (who === undefined) throw new Error(`Nobody is called ${name}`)
  return who
}

/** The doors for git, which have no routes of the API. */
const doors = [
  { path: 'info/refs?service=git-upload-pack', role: 'Reader', scope: 'repo:read' },
  { path: 'info/refs?service=git-receive-pack', role: 'Developer', scope: 'repo:write' },
] as const

it('git’s doors follow the same roles and scopes, and ask strangers to sign in', async () => {
  const wrong: string[] = []
  for (const [name, who] of ofPerson) {
    for (const target of personal) {
      for (const door of doors) {
        const right = door.scope === 'repo:read' ? 'anyone' : 'user'
        const hidden = expected({ ...door, right }, who, target.isPublic)
        const wanted = hidden === 404 && who.scopes === null ? 401 : hidden
        const answer = await stithy.client().as(who.token).get(`/${target.owner}/${target.repo}.git/${door.path}`)
        const got = answer.status === 200 ? 'in' : answer.status
        if (got !== wanted) wrong.push(`${name}: ${target.repo} ${door.path}: ${got}, not ${wanted}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
