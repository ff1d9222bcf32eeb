// Every page and form of a repository × everybody who could have a role in it, made from the list of all pages.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atLeast, type Role, roles } from '../../src/core/roles.ts'
import { allPages } from '../../src/http/web/all-pages.ts'
import type { PageRoute } from '../../src/http/web/page-route.ts'
import type { Answer } from '../support/client.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { addMember, newTeam } from '../support/teams.ts'
import { inTurns } from '../support/thorough.ts'

const pages = allPages.filter(({ path }) => path.startsWith('/:owner/:repo'))

/** What a page asks for, by its place; the first that fits. Whoever sees the repository sees all others. */
const needs: readonly (readonly [RegExp, Role])[] = [
  [/^\/settings\/(transfer|delete)/, 'Owner'],
  [/^\/settings/, 'Maintainer'],
  [/^\/ci\/(variables|config\/edit)/, 'Maintainer'],
  [/^\/ci\/config\/check/, 'Developer'],
  [/^\/(edit|new|delete|upload|cherry-pick|revert)\//, 'Developer'],
  [/^\/(branches|tags)\/new/, 'Developer'],
  [/^\/import$/, 'Developer'],
  [/^\/labels\/(usual|:id)/, 'Developer'],
  [/^\/milestones\/(new|:id\/)/, 'Developer'],
  [/^\/ci\/pipelines\/(run|:id\/(cancel|retry|approve))/, 'Developer'],
  [/^\/releases\/(new|:id\/(edit|delete|assets|remove))/, 'Developer'],
]

/** Open to readers although they lie in a place for others. */
const open = ['GET /:owner/:repo/releases/:id/assets/:asset']

let stithy: TestStithy
let owner: Person
const people = new Map<string, { readonly cookie?: string; readonly token?: string; readonly role: Role | null }>()

beforeAll(async () => {
  stithy = await startStithy()
  const admin = await newPerson(stithy, 'ada')
  owner = await quickPerson(stithy, 'olga')
  for (const [slug, isPublic] of Object.entries(places)) {
    await newRepo(stithy, owner, slug, { is_public: isPublic, auto_init: true })
  }
  people.set('anonymous', { role: null })
  people.set('stranger', { cookie: (await quickPerson(stithy, 'stranger')).cookie, role: null })
  people.set('administrator', { cookie: admin.cookie, role: null })
  for (const role of roles) {
    const direct = await quickPerson(stithy, `direct-${role}`)
    const member = await quickPerson(stithy, `member-${role}`)
    await newTeam(stithy, owner, `team-${role}`)
    await addMember(stithy, owner, `team-${role}`, { person: member, role: 'Reader' })
    for (const slug of Object.keys(places)) {
      for (const grantee of [direct.username, `team-${role}`]) {
        const path = `repos/olga/${slug}/collaborators/${grantee}`
        await stithy.client().as(owner.access).send('PUT', path, { body: { role } })
      }
    }
    people.set(`${role}, direct`, { cookie: direct.cookie, role })
    people.set(`${role}, by a team`, { cookie: member.cookie, role })
  }
})
afterAll(() => stithy.stop())

const places: Readonly<Record<string, boolean>> = { open: true, shut: false }

function needOf(page: PageRoute): Role {
  if (open.includes(`${page.method} ${page.path}`)) return 'Reader'
  if (page.method === 'POST' && page.path.endsWith('/labels')) return 'Developer'
  const rest = page.path.replace('/:owner/:repo', '')
  return needs.find(([pattern]) => pattern.test(rest))?.[1] ?? 'Reader'
}

type Outcome = 'in' | 'to sign in' | number

function expected(page: PageRoute, role: Role | null, isKnown: boolean): Outcome {
  if (!isKnown && page.right !== 'anyone') return 'to sign in'
  if (role === null) return 404
  return atLeast(role, needOf(page)) ? 'in' : 403
}

/** With a form that is not filled in, nothing is changed by anybody who gets that far. */
function visit(page: PageRoute, slug: string, who: { cookie?: string; token?: string }): Promise<Answer> {
  const examples: Record<string, string> = { ':owner': 'olga', ':repo': slug, ':sha': 'main', '*': 'main/README.md' }
  const path = page.path.replaceAll(/:\w+|\*/g, (name) => examples[name] ?? '01890a5d-ac96-774b-bcce-b302099a8057')
  return stithy.client().send(page.method, path, { ...who, ...(page.method === 'POST' ? { fields: {} } : {}) })
}

/** Missing for another reason than being hidden: the id is nobody's, and that may be found out before the role. */
function outcomeOf(page: PageRoute, answer: Answer, wanted: Outcome): Outcome {
  if (answer.status === 303 && answer.headers.get('location')?.startsWith('/login') === true) return 'to sign in'
  if (answer.status === 404 && (wanted === 'in' || page.path.includes(':id'))) return wanted
  return [403, 404].includes(answer.status) || answer.status >= 500 ? answer.status : 'in'
}

/** What ends the repository, changes who may do what, or moves it, even with an empty form. */
const changing = /\/(archive|unarchive|star|unstar)$/

it.each([
  'anonymous',
  'stranger',
  'administrator',
  ...roles.map((role) => `${role}, direct`),
  // A role is the same by whatever way; each way and role of it is tried at every route of the API.
  ...inTurns(roles, 3, 1).map((role) => `${role}, by a team`),
])('every page and form of a repository takes or refuses by the role: %s', async (name) => {
  const who = people.get(name)
  if (who === undefined) throw new Error(`Nobody is called ${name}`)
  const { role, ...credentials } = who
  const wrong: string[] = []
  for (const [slug, isPublic] of Object.entries(places)) {
    for (const page of pages) {
      const wanted = expected(page, role ?? (isPublic ? 'Reader' : null), name !== 'anonymous')
      if (wanted === 'in' && page.method === 'POST' && changing.test(page.path)) continue
      const answer = await visit(page, slug, credentials)
      const got = outcomeOf(page, answer, wanted)
      if (got !== wanted) wrong.push(`${page.method} ${page.path} of ${slug}: ${got}, not ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
})

it('a token reads pages only with the scope for repositories, and issues, pull requests and pipelines with theirs besides', async () => {
  const client = stithy.client().as(owner.access)
  const blind = await newToken(client, ['issues:write', 'pulls:write', 'ci:write'])
  const seeing = await newToken(client, ['repo:read', 'issues:read', 'pulls:read', 'ci:read'])
  const wrong: string[] = []
  for (const page of pages.filter(({ method, right }) => method === 'GET' && right === 'anyone')) {
    const refused = (await visit(page, 'shut', { token: blind })).status
    const shown = (await visit(page, 'shut', { token: seeing })).status
    if (refused !== 403 || shown === 403) wrong.push(`${page.path}: ${refused}, ${shown}`)
  }
  expect(wrong).toEqual([])
})
