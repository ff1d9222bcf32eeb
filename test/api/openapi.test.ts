import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { second } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Answer } from '../support/client.ts'
import { type Description, misfit, readDescription } from '../support/described.ts'
import { allRoutes, call, nameOf, type RouteRequest } from '../support/every-route.ts'
import { type Form, forms } from '../support/faults.ts'
import { pushSomething } from '../support/git.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { codeOf, emailOf, enrol, newPerson, newToken, type Person, password, signIn } from '../support/people.ts'
import { oneJob, run } from '../support/pipelines.ts'
import { commitTo } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { ed25519Key } from '../support/ssh-public-keys.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
const descriptions = new Map<Form, Description>()

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', IMPORT_ALLOWED_HOSTS: '127.0.0.1' })
  ada = await newPerson(stithy, 'ada')
  for (const form of forms) descriptions.set(form, await readDescription(stithy.client(form)))
})
afterAll(() => stithy.stop())

function descriptionOf(form: Form): Description {
  const description = descriptions.get(form)
  if (description === undefined) throw new Error('There is no description')
  return description
}

describe('the API description', () => {
  it('is YAML of OpenAPI 3.1, as the form of the deployment has it', async () => {
    const answer = await stithy.client().get('/api/docs/openapi.yaml')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    expect(answer.headers.get('x-api-form')).toBe('B')
    expect(answer.headers.get('vary')).toContain('X-API-Form')
    expect(parse(answer.text)).toEqual(descriptionOf('B'))
    expect(answer.text).not.toMatch(/[&*]a\d+\b/)
  })

  it.each(forms)('says which version and where, in Form %s', (form) => {
    const description = descriptionOf(form)
    expect(description.openapi).toMatch(/^3\.1\./)
    expect(description.info).toMatchObject({ title: expect.stringContaining(`Form ${form}`), version: '1' })
    expect(description.servers).toEqual([{ url: `${stithy.url}/api/v1` }])
  })

  it('is that of the other form when the header or the query asks for it', async () => {
    for (const [path, headers] of [
      ['/api/docs/openapi.yaml', { 'x-api-form': 'A' }],
      ['/api/docs/openapi.yaml?form=a', {}],
    ] as const) {
      const answer = await stithy.client().get(path, { headers })
      expect(answer.headers.get('x-api-form')).toBe('A')
      expect(parse(answer.text)).toEqual(descriptionOf('A'))
    }
    expect(descriptionOf('A')).not.toEqual(descriptionOf('B'))
  })

  it('is open to everybody, also with credentials that are none', async () => {
    expect((await stithy.client().as('nonsense').get('/api/docs/openapi.yaml')).status).toBe(200)
  })
})

describe.each(forms)('the description of Form %s', (form) => {
  const operations = () =>
    Object.entries(descriptionOf(form).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )

  it('has every route, and no other', () => {
    const described = operations().map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(allRoutes.map(nameOf).toSorted())
  })

  it('gives each operation an id of its own, a summary and a tag that is listed', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = (descriptionOf(form) as unknown as { tags: { name: string }[] }).tags.map((tag) => tag.name)
    for (const { operation } of operations()) {
      expect(operation.operationId).toMatch(/^[a-z0-9_]+$/)
      expect(operation.summary).toMatch(/\S/)
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
      expect(operation.tags).toHaveLength(1)
    }
  })

  it('names every parameter of every path, and the page of every list by the words of the form', () => {
    for (const { path, operation } of operations()) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
    const keys = descriptionOf(form).paths['/user/keys']?.['get']
    const size = form === 'A' ? { name: 'limit', default: 20 } : { name: 'per_page', default: 30 }
    expect(keys?.parameters).toEqual([
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: size.name, in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: size.default } },
    ])
    const lines = descriptionOf(form).paths['/repos/{owner}/{repo}/ci/pipelines/{id}/logs']?.['get']
    expect(lines?.parameters.at(-1)).toMatchObject({ name: size.name, schema: { default: 100 } })
  })

  it('says who may: nobody has to sign in where the route is open, and everybody else has to', () => {
    const ways = form === 'A' ? [{ token: [] }] : [{ token: [] }, { cookie: [] }]
    for (const route of allRoutes) {
      const security = descriptionOf(form).paths[route.path]?.[route.method.toLowerCase()]?.security
      const expected = route.right === 'public' ? [] : route.right === 'anyone' ? [{}, ...ways] : ways
      expect(security, nameOf(route)).toEqual(expected)
    }
    const schemes = Object.keys(descriptionOf(form).components.securitySchemes)
    expect(schemes.toSorted()).toEqual(ways.flatMap((way) => Object.keys(way)).toSorted())
  })

  it('leads every reference somewhere', () => {
    const text = JSON.stringify(descriptionOf(form))
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '')
    expect(names.length).toBeGreaterThan(20)
    expect(text.match(/"\$ref":/g)).toHaveLength(names.length)
    for (const name of names) expect(Object.keys(descriptionOf(form).components.schemas)).toContain(name)
  })
})

describe('holding an answer against the description', () => {
  it('shows a status, a field or a kind of value that it does not know, and a field that is missing', async () => {
    const answer = await stithy.client('A').get('users/ada')
    const held = (changed: Partial<Answer>) =>
      misfit(descriptionOf('A'), 'GET', '/users/{username}', { ...answer, ...changed })
    expect(held({})).toBeNull()
    expect(held({ status: 418 })).toContain('not described')
    expect(held({ body: { ...answer.body, password: 'x' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, id: 'one' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, created_at: 'yesterday' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, email: undefined } })).not.toBeNull()
    expect(misfit(descriptionOf('A'), 'GET', '/users/nobody', answer)).toContain('not described')
    expect(misfit(descriptionOf('A'), 'GET', '/user/keys', answer)).toContain('lacks the headers')
  })
})

/** A walk through the whole API, all of whose answers are held against the description. */
describe.each(forms)('every answer fits the description, Form %s', (form) => {
  const seen = new Map<string, Set<number>>()
  const wrong: string[] = []

  async function ask(token: string | undefined, name: string, request: RouteRequest = {}): Promise<Answer> {
    const route = allRoutes.find((one) => nameOf(one) === name)
    if (route === undefined) throw new Error(`There is no ${name}`)
    const answer = await call(stithy.client(form).as(token), route, request)
    seen.set(name, (seen.get(name) ?? new Set()).add(answer.status))
    const problem = misfit(descriptionOf(form), route.method, route.path, answer)
    if (problem !== null) wrong.push(problem)
    return answer
  }
  const json = (body: object): RouteRequest => ({ body: JSON.stringify(body) })

  it('of signing up and in', async () => {
    const username = `walker-${form}`
    await ask(undefined, 'POST /auth/register', json({ username, email: emailOf(username), password }))
    await ask(undefined, 'POST /auth/register', json({ username, email: 'x@example.org', password }))
    await ask(undefined, 'POST /auth/register')
    const login = await ask(undefined, 'POST /auth/login', json({ username, password }))
    await ask(undefined, 'POST /auth/login', json({ username, password: 'wrong' }))
    await ask(undefined, 'POST /auth/login', { body: '{' })
    await ask(undefined, 'POST /auth/login', { body: ' '.repeat(1024 * 1024 + 1) })
    await ask(undefined, 'POST /auth/refresh', json({ refresh_token: login.body.refresh_token }))
    await ask(undefined, 'POST /auth/refresh', json({ refresh_token: 'x' }))
    await ask(login.body.access_token, 'GET /auth/me')
    await ask(undefined, 'GET /auth/me')
    await ask(login.body.access_token, 'POST /auth/resend-verif')
    const verify = await mailedToken(stithy, emailOf(username), 'verify-email', 2)
    await ask(undefined, 'GET /auth/verify-email/{token}', { params: { token: verify } })
    await ask(undefined, 'GET /auth/verify-email/{token}', { params: { token: verify } })
    await ask(undefined, 'POST /auth/forgot-password', json({ email: emailOf(username) }))
    await ask(undefined, 'POST /auth/forgot-password')
    const reset = await mailedToken(stithy, emailOf(username), 'reset-password')
    await ask(undefined, 'POST /auth/reset-password', json({ token: reset, password }))
    await ask(undefined, 'POST /auth/reset-password', json({ token: reset, password }))
    const { access } = await signIn(stithy, username)
    await ask(access, 'POST /auth/logout')
    await ask(access, 'POST /auth/logout')
    expect(wrong.splice(0)).toEqual([])
  })

  it('of two-factor sign-in', async () => {
    const person = await newPerson(stithy, `twofold-${form}`)
    const { secret } = (await ask(person.access, 'POST /auth/2fa/setup')).body
    await ask(person.access, 'POST /auth/2fa/enable', json({ code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/enable', json({ code: codeOf(stithy, secret) }))
    await ask(person.access, 'POST /auth/2fa/setup')
    const login = await ask(undefined, 'POST /auth/login', json({ username: person.username, password }))
    // Each code works once: the next one comes half a minute later.
    stithy.advance(30 * second)
    const proof = { challenge_token: login.body.challenge_token, code: codeOf(stithy, secret) }
    await ask(undefined, 'POST /auth/2fa/verify', json(proof))
    await ask(undefined, 'POST /auth/2fa/verify', json(proof))
    stithy.advance(30 * second)
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: codeOf(stithy, secret) }))
    stithy.advance(30 * second)
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params: { username: 'ada' } })
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: 'wrong' }))
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: codeOf(stithy, secret) }))
    await ask(person.access, 'POST /auth/2fa/disable', json({ password, code: 'again' }))
    await ask(person.access, 'POST /auth/2fa/recovery-codes', json({ password, code: 'again' }))
    const params = { username: person.username }
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params })
    await enrol(stithy, person)
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa', { params })
    await ask(ada.access, 'POST /admin/users/{username}/reset-2fa')
    expect(wrong.splice(0)).toEqual([])
  })

  it('of the own account', async () => {
    const person = await newPerson(stithy, `owner-${form}`)
    const token = await newToken(stithy.client(form).as(person.access), ['repo:read'])
    await ask(token, 'GET /user')
    await ask('nonsense', 'GET /user')
    await ask(person.access, 'PATCH /user', json({ full_name: 'Somebody' }))
    await ask(person.access, 'PATCH /user', json({ email: 'ada@example.org', password }))
    await ask(token, 'PATCH /user', json({}))
    await ask(undefined, 'GET /users/{username}', { params: { username: 'ada' } })
    await ask(undefined, 'GET /users/{username}')
    await ask(undefined, 'GET /users/{username}', { params: { username: 'x'.repeat(256) } })
    await ask('nonsense', 'GET /users/{username}')
    const key = ed25519Key()
    const added = await ask(person.access, 'POST /user/keys', json({ key }))
    await ask(person.access, 'POST /user/keys', json({ key }))
    await ask(person.access, 'POST /user/keys')
    await ask(person.access, 'GET /user/keys')
    await ask(person.access, 'GET /user/keys', { query: 'page=0' })
    await ask(person.access, 'DELETE /user/keys/{id}', { params: { id: String(added.body.id) } })
    await ask(person.access, 'DELETE /user/keys/{id}')
    const made = await ask(person.access, 'POST /user/tokens', json({ name: 'x', scopes: ['ci:read'] }))
    await ask(person.access, 'POST /user/tokens', json({ name: 'x', scopes: ['everything'] }))
    await ask(token, 'GET /user/tokens')
    await ask(person.access, 'GET /user/tokens')
    await ask(person.access, 'DELETE /user/tokens/{id}', { params: { id: String(made.body.id) } })
    await ask(person.access, 'DELETE /user/tokens/{id}', { params: { id: 'x' } })
    const other = await signIn(stithy, person.username)
    await ask(other.access, 'GET /user/sessions')
    const sessions = await stithy.client('A').as(other.access).get('user/sessions')
    const id = String(sessions.body.find((one: { current: boolean }) => one.current).id)
    await ask(person.access, 'DELETE /user/sessions/{id}', { params: { id } })
    await ask(person.access, 'DELETE /user/sessions/{id}', { params: { id } })
    await ask(person.access, 'PUT /user/password', json({ current_password: 'x', password }))
    await ask(person.access, 'PUT /user/password', json({ current_password: password, password: `${password}8` }))
    const farewell = { password: `${password}8`, confirm: person.username }
    const again = { username: person.username, password: farewell.password }
    const { access_token: access } = (await stithy.client(form).post('auth/login', again)).body
    await ask(token, 'DELETE /user', json(farewell))
    await ask(ada.access, 'DELETE /user', json({ password, confirm: 'ada' }))
    await ask(access, 'DELETE /user', json({ ...farewell, confirm: 'x' }))
    await ask(access, 'DELETE /user', json({ ...farewell, password: 'x' }))
    expect((await ask(access, 'DELETE /user', json(farewell))).status).toBe(204)
    expect(wrong.splice(0)).toEqual([])
  })

  it('of administration', async () => {
    const username = `subject-${form}`
    const params = { username }
    await ask(ada.access, 'POST /admin/users', json({ username, email: emailOf(username) }))
    await ask(ada.access, 'POST /admin/users', json({ username, email: emailOf(username) }))
    await ask(ada.access, 'GET /admin/users')
    await ask(ada.access, 'GET /admin/users', { query: 'state=x' })
    await ask(undefined, 'GET /admin/users')
    await ask(ada.access, 'POST /admin/users/{username}/password-link', { params })
    await ask(ada.access, 'POST /admin/users/{username}/password-link')
    await ask(ada.access, 'PATCH /admin/users/{username}', { params, body: '{"disabled":true}' })
    await ask(ada.access, 'POST /admin/users/{username}/password-link', { params })
    await ask(ada.access, 'GET /admin/users/{username}', { params })
    await ask(ada.access, 'PATCH /admin/users/{username}')
    await ask(ada.access, 'PATCH /admin/users/{username}', { params: { username: 'ada' }, body: '{"is_admin":false}' })
    // Who knows the password is told that the account is disabled.
    const barred = await newPerson(stithy, `barred-${form}`)
    const left = { params: { owner: barred.username, repo: 'left' }, ...json({ new_owner: 'ada' }) }
    await stithy.client().as(barred.access).post('user/repos', { slug: 'left' })
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)
    await ask(ada.access, 'PATCH /admin/users/{username}', {
      params: { username: `barred-${form}` },
      body: '{"disabled":true}',
    })
    await ask(undefined, 'POST /auth/login', json({ username: `barred-${form}`, password }))
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', { ...left, ...json({ new_owner: 'nobody' }) })
    expect((await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)).status).toBe(200)
    const gone = { params: { owner: 'ada', repo: 'left' } }
    expect((await ask(ada.access, 'DELETE /repos/{owner}/{repo}', gone)).status).toBe(204)
    await ask(ada.access, 'POST /admin/repos/{owner}/{repo}/transfer', left)
    await ask(ada.access, 'DELETE /admin/users/{username}', { params })
    await ask(ada.access, 'DELETE /admin/users/{username}', { params })
    await ask(ada.access, 'DELETE /admin/users/{username}', { params: { username: 'ada' } })
    await ask(ada.access, 'GET /admin/audit')
    await ask(ada.access, 'GET /admin/audit', { query: 'page=x' })
    await ask(ada.access, 'GET /admin/jobs')
    await ask(ada.access, 'POST /admin/jobs/{id}/retry')
    await ask(ada.access, 'DELETE /admin/jobs/{id}')
    expect(wrong.splice(0)).toEqual([])
  })

  it('of dead jobs', async () => {
    const client = stithy.client(form).as(ada.access)
    for (const end of ['POST /admin/jobs/{id}/retry', 'DELETE /admin/jobs/{id}'] as const) {
      const id = await deadJob()
      await ask(ada.access, 'GET /admin/jobs', { query: 'state=dead' })
      expect((await ask(ada.access, end, { params: { id } })).status).toBeLessThan(300)
    }
    expect((await client.get('admin/jobs?state=dead')).headers.get('x-total-count')).toBe('0')
    expect(wrong.splice(0)).toEqual([])
  })

  it('of imports', async () => {
    const url = `${stithy.url}/ada/source-${form}`
    const params = { owner: 'ada', repo: `imported-${form}` }
    const at = '/repos/{owner}/{repo}/import'
    await ask(ada.access, 'POST /user/repos', json({ slug: `source-${form}`, is_public: true, auto_init: true }))
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo }))
    await ask(ada.access, 'POST /user/repos/import', json({ slug: 'never', url: 'http://10.0.0.1/' }))
    await ask(ada.access, `GET ${at}`, { params })
    const slug = `second-${form}`
    expect((await ask(ada.access, 'POST /user/repos/import', json({ slug, url }))).status).toBe(201)
    expect((await ask(ada.access, `POST ${at}`, { params, ...json({ url }) })).status).toBe(201)
    const state = async () => (await ask(ada.access, `GET ${at}`, { params })).body.state
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
  })

  it('of repositories', async () => {
    const slug = `Repo-${form}`
    const params = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, 'POST /user/repos', json({ slug }))
    await ask(ada.access, 'POST /user/repos', json({ slug: '../x' }))
    await ask(undefined, 'GET /repos/{owner}/{repo}/commits', { params })
    await pushSomething(stithy, token, `ada/${slug}`)
    await ask(token, 'GET /repos/{owner}/{repo}', { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}', { params: { ...params, repo: 'none' } })
    for (const list of ['branches', 'tags', 'commits'] as const) {
      const answer = await ask(token, `GET /repos/{owner}/{repo}/${list}`, { params })
      expect(answer.headers.get('x-total-count'), list).not.toBe('0')
    }
    await ask(token, 'GET /repos/{owner}/{repo}/commits', { params, query: 'ref=none' })
    await ask(token, 'GET /repos/{owner}/{repo}/commits', { params, query: 'since=never' })
    for (const what of ['contents', 'languages', 'files'] as const) {
      expect((await ask(token, `GET /repos/{owner}/{repo}/${what}`, { params })).status, what).toBe(200)
    }
    const file = { ...params, path: 'src/a.ts' }
    for (const what of ['contents', 'blame'] as const) {
      expect((await ask(token, `GET /repos/{owner}/{repo}/${what}/{path}`, { params: file })).status, what).toBe(200)
      await ask(token, `GET /repos/{owner}/{repo}/${what}/{path}`, { params: { ...params, path: 'none' } })
    }
    const raw = { ...params, file: 'main/src/a.ts' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/raw/{file}', { params: raw })).text).toContain('export')
    const zip = { ...params, file: 'main.zip' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/archive/{file}', { params: zip })).status).toBe(200)
    expect((await ask(token, 'GET /repos/{owner}/{repo}/readme', { params })).status).toBe(200)
    await ask(token, 'GET /repos/{owner}/{repo}/readme', { params, query: 'path=src' })
    const one = { ...params, sha: 'main' }
    expect((await ask(token, 'GET /repos/{owner}/{repo}/commits/{sha}', { params: one })).status).toBe(200)
    expect((await ask(token, 'GET /repos/{owner}/{repo}/commits/{sha}/diff', { params: one })).status).toBe(200)
    for (const range of ['light...main', 'main', 'none...main']) {
      await ask(token, 'GET /repos/{owner}/{repo}/compare/{range}', { params: { ...params, range } })
    }
    expect(
      (await ask(token, 'POST /repos/{owner}/{repo}/forks', { params, ...json({ slug: `Fork-${form}` }) })).status,
    ).toBe(201)
    await ask(token, 'POST /repos/{owner}/{repo}/forks', { params, ...json({ slug: `Fork-${form}` }) })
    await ask(token, 'GET /repos/{owner}/{repo}/forks', { params })
    await ask(token, 'POST /repos/{owner}/{repo}/transfer', { params, ...json({ new_owner: 'nobody-here' }) })
    const gift = { owner: 'ada', repo: `Fork-${form}` }
    for (const fork of [gift, params])
      await ask(token, 'POST /repos/{owner}/{repo}/sync', { params: fork, ...json({}) })
    const heir = await newPerson(stithy, `heir-${form}`)
    const given = json({ new_owner: heir.username })
    expect((await ask(token, 'POST /repos/{owner}/{repo}/transfer', { params: gift, ...given })).status).toBe(200)
    await ask(token, 'PUT /repos/{owner}/{repo}/star', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/star', { params })
    await ask(token, 'DELETE /repos/{owner}/{repo}/star', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/star', { params })
    await ask(ada.access, 'GET /user/repos')
    await ask(undefined, 'GET /users/{username}/repos', { params: { username: 'ada' } })
    await ask(undefined, 'GET /repos', { query: 'q=repo' })
    const key = ed25519Key()
    const added = await ask(ada.access, 'POST /repos/{owner}/{repo}/keys', { params, ...json({ key }) })
    await ask(token, 'POST /repos/{owner}/{repo}/keys', { params, ...json({ key }) })
    await ask(ada.access, 'POST /repos/{owner}/{repo}/keys', { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}/keys', { params })
    await ask(token, 'GET /repos/{owner}/{repo}/keys', { params })
    const kept = { ...params, id: String(added.body.id) }
    await ask(token, 'GET /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'DELETE /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'GET /repos/{owner}/{repo}/keys/{id}', { params: kept })
    await ask(ada.access, 'PATCH /repos/{owner}/{repo}', { params, body: '{"description":"of some use"}' })
    await ask(ada.access, 'PATCH /repos/{owner}/{repo}', { params, body: '{"default_branch":"none"}' })
    await writeEverything(params, token)
    await ask(undefined, 'DELETE /repos/{owner}/{repo}', { params })
    await ask(ada.access, 'DELETE /repos/{owner}/{repo}', { params })
    expect(wrong.splice(0)).toEqual([])
  })

  /** Branches, tags, protections and files of a repository that has a history. */
  async function writeEverything(repo: Readonly<Record<string, string>>, token: string): Promise<void> {
    const at = '/repos/{owner}/{repo}' as const
    for (const list of ['branches', 'tags'] as const) {
      const params = { ...repo, name: 'new/one' }
      await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"new/one","message":"Weighed"}' })
      await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"new/one"}' })
      await ask(token, `POST ${at}/${list}`, { params: repo, body: '{"name":"-x"}' })
      await ask(undefined, `GET ${at}/${list}/{name}`, { params })
      await ask(undefined, `GET ${at}/${list}/{name}`, { params: repo })
      await ask(token, `DELETE ${at}/${list}/{name}`, { params })
      await ask(token, `DELETE ${at}/${list}/{name}`, { params })
    }
    const files = { ...repo, path: 'docs/a.md' }
    const made = await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: '{"content":"YQ=="}' })
    const sha = JSON.stringify(made.body.content.sha)
    await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: '{"content":"YQ=="}' })
    await ask(token, `PUT ${at}/contents/{path}`, { params: files, body: `{"content":"YQ==","sha":${sha}}` })
    await ask(token, `PUT ${at}/contents/{path}`, { params: { ...repo, path: '.git/x' }, body: '{"content":""}' })
    await ask(token, `DELETE ${at}/contents/{path}`, { params: files, body: `{"sha":${sha}}` })
    await ask(token, `DELETE ${at}/contents/{path}`, { params: files, body: `{"sha":${sha}}` })
    const operations = [{ action: 'create', path: 'b', content: '' }]
    await ask(token, `POST ${at}/contents`, { params: repo, ...json({ operations }) })
    await ask(token, `POST ${at}/contents`, { params: repo, ...json({ operations }) })
    const rule = await ask(token, `POST ${at}/branch-protections`, { params: repo, ...json({ pattern: 'main' }) })
    const one = { ...repo, id: String(rule.body.id) }
    await ask(token, `POST ${at}/branch-protections`, { params: repo, ...json({ pattern: 'main' }) })
    await ask(token, `GET ${at}/branch-protections`, { params: repo })
    await ask(token, `GET ${at}/branch-protections/{id}`, { params: one })
    await ask(token, `PATCH ${at}/branch-protections/{id}`, { params: one, body: '{"required_approvals":1}' })
    await ask(token, `PATCH ${at}/branch-protections/{id}`, { params: one, body: '{"required_approvals":11}' })
    await ask(token, `DELETE ${at}/branch-protections/{id}`, { params: one })
    await ask(token, `DELETE ${at}/branch-protections/{id}`, { params: one })
    await ask(token, `GET ${at}/merge-settings`, { params: repo })
    await ask(token, `PATCH ${at}/merge-settings`, { params: repo, body: '{"merge_methods":["squash"]}' })
    await ask(token, `PATCH ${at}/merge-settings`, { params: repo, body: '{"merge_methods":[]}' })
    const tagRule = await ask(token, `POST ${at}/tag-protections`, { params: repo, ...json({ pattern: 'v*' }) })
    const its = { ...repo, id: String(tagRule.body.id) }
    await ask(token, `POST ${at}/tag-protections`, { params: repo, ...json({ pattern: 'v*' }) })
    await ask(token, `GET ${at}/tag-protections`, { params: repo })
    await ask(token, `GET ${at}/tag-protections/{id}`, { params: its })
    await ask(token, `PATCH ${at}/tag-protections/{id}`, { params: its, body: '{"create_role":"Nobody"}' })
    await ask(token, `PATCH ${at}/tag-protections/{id}`, { params: its, body: '{"create_role":"King"}' })
    await ask(token, `DELETE ${at}/tag-protections/{id}`, { params: its })
    await ask(token, `DELETE ${at}/tag-protections/{id}`, { params: its })
  }

  it('of releases and their files', async () => {
    const slug = `Released-${form}`
    const params = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await pushSomething(stithy, token, `ada/${slug}`)
    const releases = '/repos/{owner}/{repo}/releases'
    await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"none"}' })
    const made = await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"heavy"}' })
    await ask(token, `POST ${releases}`, { params, body: '{"tag_name":"heavy"}' })
    const id = String(made.body.id)
    const upload = `POST ${releases}/{id}/assets`
    const added = await ask(token, upload, { params: { ...params, id }, query: 'name=x', body: 'bytes' })
    await ask(token, upload, { params: { ...params, id }, query: 'name=x', body: 'bytes' })
    await ask(token, upload, { params: { ...params, id }, query: 'name=..', body: 'bytes' })
    await ask(undefined, upload, { params: { ...params, id }, query: 'name=y', body: 'bytes' })
    await ask(undefined, `GET ${releases}`, { params })
    await ask(undefined, `GET ${releases}/latest`, { params })
    await ask(undefined, `GET ${releases}/tags/{tag}`, { params: { ...params, tag: 'heavy' } })
    await ask(undefined, `GET ${releases}/tags/{tag}`, { params: { ...params, tag: 'none' } })
    await ask(undefined, `GET ${releases}/{id}`, { params: { ...params, id } })
    await ask(token, `PATCH ${releases}/{id}`, { params: { ...params, id }, body: '{"prerelease":true}' })
    const asset = { ...params, id, asset: String(added.body.id) }
    await ask(undefined, `GET ${releases}/{id}/assets`, { params: { ...params, id } })
    await ask(undefined, `GET ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(undefined, `DELETE ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `DELETE ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `GET ${releases}/{id}/assets/{asset}`, { params: asset })
    await ask(token, `DELETE ${releases}/{id}`, { params: { ...params, id } })
    await ask(token, `DELETE ${releases}/{id}`, { params: { ...params, id } })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of what it is built from', async () => {
    const slug = `Built-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}'
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await commitTo(stithy.client('B').as(ada.access), `repos/ada/${slug}`, 'main', { 'requirements.txt': 'a==1\nb>=2' })
    await ask(undefined, `GET ${at}/sbom`, { params })
    await ask(undefined, `GET ${at}/sbom`, { params, query: 'ref=nowhere' })
    await ask(undefined, `GET ${at}/sbom/components`, { params })
    await ask(undefined, `GET ${at}/sbom/components`, { params, query: 'scope=nonsense' })
    await ask(undefined, `GET ${at}/sbom/diff`, { params, query: 'base=main&head=main' })
    await ask(ada.access, `PATCH ${at}`, { params, ...json({ sbom_enabled: true, sbom_block_on_violation: true }) })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of pipelines', async () => {
    const slug = `Piped-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}/ci/pipelines'
    const client = stithy.client('B').as(ada.access)
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, `POST ${at}/trigger`, { params, ...json({}) })
    const file = oneJob('echo made > made').replace('    steps:', '    artifacts: { paths: [made] }\n    steps:')
    const done = await run(client, `repos/ada/${slug}`, { '.svc-ci.yml': file })
    await ask(undefined, `GET ${at}`, { params })
    await ask(undefined, `GET ${at}`, { params, query: 'status=nonsense' })
    await ask(undefined, `POST ${at}/trigger`, { params, ...json({}) })
    const token = await newToken(stithy.client().as(ada.access), ['ci:write'])
    const started = await ask(token, `POST ${at}/trigger`, { params, ...json({ variables: { LEVEL: 'high' } }) })
    await ask(token, `POST ${at}/trigger`, { params, ...json({ variables: { PATH: '/tmp' } }) })
    const one = { ...params, id: String(done.id) }
    await ask(undefined, `GET ${at}/{id}`, { params: one })
    await ask(undefined, `GET ${at}/{id}`, { params: { ...params, id: '999999' } })
    await ask(undefined, `GET ${at}/{id}/logs`, { params: one })
    await ask(undefined, `GET ${at}/{id}/logs/stream`, { params: one })
    const kept = await ask(undefined, `GET ${at}/{id}/artifacts`, { params: one })
    const [artifact] = itemsOf(kept.body)
    await ask(undefined, `GET ${at}/{id}/artifacts/{artifact}`, {
      params: { ...one, artifact: String(artifact?.['id']) },
    })
    await ask(token, `POST ${at}/{id}/cancel`, { params: { ...params, id: String(started.body.id) } })
    await ask(token, `POST ${at}/{id}/cancel`, { params: one })
    await ask(token, `POST ${at}/{id}/retry`, { params: one })
    await ask(token, `POST ${at}/{id}/approve`, { params: one })
    const waiting = { status: 'blocked', finished_at: null } as const
    await inTransaction(stithy.app, async (tx) => {
      await tx.updateTable('pipelines').set(waiting).where('uuid', '=', done.id).execute()
    })
    await ask(token, `POST ${at}/{id}/approve`, { params: one })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of webhooks, at every place that has some', async () => {
    const slug = `Hooked-${form}`
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await ask(ada.access, 'POST /teams', json({ slug: `hooked-team-${form}` }))
    for (const [by, place, params] of [
      [token, '/repos/{owner}/{repo}', { owner: 'ada', repo: slug }],
      [ada.access, '/teams/{slug}', { slug: `hooked-team-${form}` }],
      [ada.access, '/admin', {}],
    ] as const) {
      const hooks = `${place}/hooks`
      const added = await ask(by, `POST ${hooks}`, { params, ...json({ url: 'https://hooks.example.invalid/' }) })
      await ask(by, `POST ${hooks}`, { params, ...json({ url: 'http://10.0.0.1/' }) })
      const id = String(added.body.id)
      const one = { params: { ...params, id } }
      const { id: uuid } = (await ask(by, `POST ${hooks}/{id}/test`, one)).body
      await ask(by, `GET ${hooks}`, { params })
      await ask(undefined, `GET ${hooks}`, { params })
      await ask(by, `GET ${hooks}/{id}`, one)
      await ask(by, `PATCH ${hooks}/{id}`, { ...one, ...json({ active: false }) })
      await ask(by, `GET ${hooks}/{id}/deliveries`, one)
      await ask(by, `POST ${hooks}/{id}/replay`, { ...one, ...json({ since: '2020-01-01T00:00:00Z' }) })
      await ask(by, `POST ${hooks}/{id}/replay`, { ...one, ...json({ since: 'never' }) })
      const delivery = { params: { ...params, id, uuid } }
      await ask(by, `GET ${hooks}/{id}/deliveries/{uuid}`, delivery)
      await ask(by, `POST ${hooks}/{id}/deliveries/{uuid}/redeliver`, delivery)
      await ask(by, `POST ${place}/deliveries/{uuid}/redeliver`, { params: { ...params, uuid } })
      await ask(by, `DELETE ${hooks}/{id}`, one)
      await ask(by, `DELETE ${hooks}/{id}`, one)
    }
    expect(wrong.splice(0)).toEqual([])
  })

  it('of watching and muting', async () => {
    const params = { owner: 'ada', repo: `watched-${form}` }
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo, auto_init: true }))
    await ask(ada.access, 'POST /repos/{owner}/{repo}/issues', { params, ...json({ title: 'x' }) })
    await commitTo(stithy.client('B').as(ada.access), `repos/ada/${params.repo}`, ['topic', 'main'], { x: 'x\n' })
    const pull = { title: 'x', source_branch: 'topic', target_branch: 'main' }
    await ask(ada.access, 'POST /repos/{owner}/{repo}/pulls', { params, ...json(pull) })
    for (const [path, number] of [
      ['', ''],
      ['/issues/{number}', '1'],
      ['/pulls/{number}', '2'],
    ] as const) {
      const at = `/repos/{owner}/{repo}${path}/subscription`
      const one = { params: { ...params, number } }
      await ask(ada.access, `PUT ${at}`, { ...one, ...json({}) })
      await ask(ada.access, `PUT ${at}`, { ...one, ...json({ subscribed: true, ignored: true }) })
      await ask(undefined, `GET ${at}`, one)
      await ask(ada.access, `GET ${at}`, one)
      await ask(ada.access, `DELETE ${at}`, one)
    }
    expect(wrong.splice(0)).toEqual([])
  })

  it('of teams, collaborators and access', async () => {
    const [slug, repo] = [`team-${form}`, `shared-${form}`]
    const params = { slug }
    const friend = { ...params, username: (await newPerson(stithy, `friend-${form}`)).username }
    await ask(ada.access, 'POST /user/repos', json({ slug: repo }))
    await ask(ada.access, 'POST /teams', json({ slug, name: 'The smiths' }))
    await ask(ada.access, 'POST /teams', json({ slug }))
    await ask(ada.access, 'POST /teams', json({ slug: '../x' }))
    await ask(ada.access, 'GET /teams')
    await ask(ada.access, 'GET /teams', { query: 'all=true' })
    await ask(ada.access, 'GET /teams/{slug}', { params })
    await ask(ada.access, 'GET /teams/{slug}')
    await ask(ada.access, 'PATCH /teams/{slug}', { params, ...json({ description: 'They strike' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'Developer' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'Reader' }) })
    await ask(ada.access, 'PUT /teams/{slug}/members/{username}', { params: friend, ...json({ role: 'King' }) })
    await ask(ada.access, 'GET /teams/{slug}/members', { params })
    await ask(ada.access, 'GET /teams/{slug}/members/{username}', { params: friend })
    const shared = { ...params, owner: 'ada', repo }
    await ask(ada.access, 'PUT /teams/{slug}/repos/{owner}/{repo}', { params: shared, ...json({ role: 'Reader' }) })
    await ask(ada.access, 'GET /teams/{slug}/repos', { params })
    await ask(ada.access, 'GET /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    await ask(ada.access, 'DELETE /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    await ask(ada.access, 'DELETE /teams/{slug}/repos/{owner}/{repo}', { params: shared })
    const at = '/repos/{owner}/{repo}'
    const one = { owner: 'ada', repo, username: friend.username }
    await ask(ada.access, `POST ${at}/collaborators`, { params: one, ...json({ team: slug, role: 'Reader' }) })
    await ask(ada.access, `POST ${at}/collaborators`, { params: one, ...json({ role: 'Reader' }) })
    await ask(ada.access, `PUT ${at}/collaborators/{username}`, { params: one, ...json({ role: 'Owner' }) })
    await ask(ada.access, `PUT ${at}/collaborators/{username}`, { params: one, ...json({ role: 'Reader' }) })
    await ask(ada.access, `GET ${at}/collaborators`, { params: one })
    await ask(ada.access, `GET ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `GET ${at}/access`, { params: one, query: `user=${friend.username}` })
    await ask(ada.access, `GET ${at}/access`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: one })
    await ask(ada.access, `DELETE ${at}/collaborators/{username}`, { params: { ...one, username: 'ada' } })
    await ask(ada.access, 'DELETE /teams/{slug}/members/{username}', { params: friend })
    await ask(ada.access, 'DELETE /teams/{slug}/members/{username}', { params: { ...params, username: 'ada' } })
    await ask(ada.access, 'POST /teams/{slug}/repos', { params, ...json({ slug: 'owned' }) })
    await ask(ada.access, 'DELETE /teams/{slug}', { params })
    await ask(ada.access, `DELETE ${at}`, { params: { owner: slug, repo: 'owned' } })
    await ask(ada.access, 'DELETE /teams/{slug}', { params })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of issues, labels and milestones', async () => {
    const slug = `Issues-${form}`
    const params = { owner: 'ada', repo: slug }
    const at = '/repos/{owner}/{repo}' as const
    const token = await newToken(stithy.client().as(ada.access), ['issues:write'])
    await ask(ada.access, 'POST /user/repos', json({ slug, is_public: true }))
    for (const [list, name, param] of [
      ['labels', 'name', 'label'],
      ['milestones', 'title', 'id'],
    ] as const) {
      const made = await ask(token, `POST ${at}/${list}`, { params, ...json({ [name]: 'First' }) })
      await ask(token, `POST ${at}/${list}`, { params, ...json({ [name]: 'first' }) })
      await ask(token, `POST ${at}/${list}`, { params })
      await ask(undefined, `GET ${at}/${list}`, { params })
      const one = { ...params, [param]: String(made.body.id) }
      await ask(undefined, `GET ${at}/${list}/{${param}}`, { params: one })
      await ask(token, `PATCH ${at}/${list}/{${param}}`, { params: one, ...json({ [name]: 'Second' }) })
    }
    const more = { labels: ['Second'], assignees: ['ada'], milestone: 'Second' }
    await ask(token, `POST ${at}/issues`, { params, ...json({ title: 'x', ...more }) })
    await ask(token, `POST ${at}/issues`, { params })
    await ask(undefined, `GET ${at}/issues`, { params })
    await ask(undefined, `GET ${at}/issues`, { params, query: 'state=none' })
    const issue = { ...params, number: '1' }
    await ask(undefined, `GET ${at}/issues/{number}`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}`, { params: { ...params, number: '2' } })
    await ask(token, `PATCH ${at}/issues/{number}`, { params: issue, body: '{"state":"closed"}' })
    await ask(undefined, `GET ${at}/issues/{number}`, { params: issue })
    const said = await ask(token, `POST ${at}/issues/{number}/comments`, { params: issue, body: '{"body":"x"}' })
    await ask(undefined, `GET ${at}/issues/{number}/comments`, { params: issue })
    const comment = { ...issue, id: String(said.body.id) }
    await ask(undefined, `GET ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `PATCH ${at}/issues/{number}/comments/{id}`, { params: comment, body: '{"body":"y"}' })
    await ask(undefined, `GET ${at}/issues/{number}/timeline`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}/history`, { params: issue })
    await ask(undefined, `GET ${at}/issues/{number}/comments/{id}/history`, { params: comment })
    await ask(token, `DELETE ${at}/issues/{number}/history`, { params: issue })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}/history`, { params: comment })
    for (const [target, on] of [
      [`${at}/issues/{number}/reactions`, issue],
      [`${at}/issues/{number}/comments/{id}/reactions`, comment],
    ] as const) {
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"heart"}' })
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"heart"}' })
      await ask(token, `POST ${target}`, { params: on, body: '{"content":"none"}' })
      await ask(undefined, `GET ${target}`, { params: on })
      await ask(token, `DELETE ${target}/{content}`, { params: { ...on, content: 'heart' } })
    }
    await ask(undefined, `GET ${at}/issue-templates`, { params })
    const file = await ask(token, `POST ${at}/attachments`, { params, query: 'name=x', body: 'bytes' })
    await ask(token, `POST ${at}/attachments`, { params, query: 'name=..', body: 'bytes' })
    await ask(undefined, `GET ${at}/attachments/{id}`, { params: { ...params, id: String(file.body.id) } })
    await ask(undefined, `GET ${at}/attachments/{id}`, { params })
    await ask(token, `GET ${at}/attachments`, { params })
    await ask(token, `DELETE ${at}/attachments/{id}`, { params: { ...params, id: String(file.body.id) } })
    await ask(token, `DELETE ${at}/attachments/{id}`, { params })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `DELETE ${at}/issues/{number}/comments/{id}`, { params: comment })
    await ask(token, `DELETE ${at}/labels/{label}`, { params: { ...params, label: 'second' } })
    const [milestone] = itemsOf((await ask(token, `GET ${at}/milestones`, { params })).body)
    await ask(token, `DELETE ${at}/milestones/{id}`, { params: { ...params, id: String(milestone?.['id']) } })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of commit statuses', async () => {
    const slug = `Checked-${form}`
    const params = { owner: 'ada', repo: slug, sha: 'main' }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true }))
    await pushSomething(stithy, token, `ada/${slug}`)
    const statuses = '/repos/{owner}/{repo}/commits/{sha}/statuses'
    await ask(token, `POST ${statuses}`, { params, body: '{"state":"success","target_url":"https://ci.example"}' })
    await ask(token, `POST ${statuses}`, { params, body: '{"state":"fine"}' })
    await ask(token, `POST ${statuses}`, { params: { ...params, sha: 'none' }, body: '{"state":"success"}' })
    await ask(undefined, `GET ${statuses}`, { params })
    await ask(undefined, 'GET /repos/{owner}/{repo}/commits/{sha}/status', { params })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of commits that are brought elsewhere, or taken back', async () => {
    const slug = `Carried-${form}`
    const params = { owner: 'ada', repo: slug, sha: 'main' }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true, auto_init: true }))
    const client = stithy.client().as(token)
    await client.post(`repos/ada/${slug}/branches`, { name: 'stable', ref: 'main' })
    await commitTo(client, `repos/ada/${slug}`, 'main', { 'a.txt': 'one\n' })
    for (const way of ['cherry-pick', 'revert'] as const) {
      const path = `POST /repos/{owner}/{repo}/commits/{sha}/${way}` as const
      await ask(token, path, { params, ...json({ branch: 'stable' }) })
      await ask(token, path, { params, ...json({ new_branch: `by-${way}`, message: 'x' }) })
      await ask(token, path, { params: { ...params, sha: 'none' }, ...json({}) })
      await ask(undefined, path, { params, ...json({}) })
    }
    expect(wrong.splice(0)).toEqual([])
  })

  it('of pull requests', async () => {
    const slug = `Pulled-${form}`
    const repo = { owner: 'ada', repo: slug }
    const token = await newToken(stithy.client().as(ada.access), ['repo:write', 'pulls:write'])
    await ask(token, 'POST /user/repos', json({ slug, is_public: true, auto_init: true }))
    const client = stithy.client().as(token)
    await commitTo(client, `repos/ada/${slug}`, ['topic', 'main'], { 'a.txt': 'one\n' })
    const pulls = '/repos/{owner}/{repo}/pulls'
    const input = json({ title: 'Take it', source_branch: 'topic', target_branch: 'main' })
    const made = await ask(token, `POST ${pulls}`, { params: repo, ...input })
    await ask(token, `POST ${pulls}`, { params: repo, ...input })
    await ask(token, `POST ${pulls}`, { params: repo, ...json({ title: 'x', source_branch: 'none' }) })
    await ask(undefined, `POST ${pulls}`, { params: repo, ...input })
    await ask(undefined, `GET ${pulls}`, { params: repo })
    const params = { ...repo, number: String(made.body.number) }
    await ask(undefined, `GET ${pulls}/{number}`, { params })
    await ask(undefined, `GET ${pulls}/{number}`, { params: { ...repo, number: '99' } })
    for (const what of ['files', 'diff', 'commits'] as const) {
      await ask(undefined, `GET ${pulls}/{number}/${what}`, { params })
    }
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ draft: true }) })
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ state: 'x' }) })
    await ask(token, `POST ${pulls}/{number}/update-branch`, { params, ...json({}) })
    const comments = `${pulls}/{number}/comments` as const
    const said = await ask(token, `POST ${comments}`, { params, ...json({ body: 'Hm', path: 'a.txt', line: 1 }) })
    await ask(token, `POST ${comments}`, { params, ...json({ body: 'Hm', path: 'none', line: 1 }) })
    await ask(token, `POST ${comments}`, { params, ...json({ body: 'About the whole' }) })
    const comment = { ...params, id: String(said.body.id) }
    await ask(undefined, `GET ${comments}`, { params })
    await ask(undefined, `GET ${comments}/{id}`, { params: comment })
    await ask(undefined, `GET ${pulls}/{number}/timeline`, { params })
    await ask(undefined, `GET ${pulls}/{number}/history`, { params })
    await ask(undefined, `GET ${comments}/{id}/history`, { params: comment })
    await ask(token, `DELETE ${pulls}/{number}/history`, { params })
    await ask(token, `DELETE ${comments}/{id}/history`, { params: comment })
    for (const [path, of] of [
      [`${pulls}/{number}/reactions`, params],
      [`${comments}/{id}/reactions`, comment],
    ] as const) {
      await ask(token, `POST ${path}`, { params: of, ...json({ content: 'heart' }) })
      await ask(undefined, `GET ${path}`, { params: of })
      await ask(token, `DELETE ${path}/{content}`, { params: { ...of, content: 'heart' } })
    }
    const suggestion = { body: '```suggestion\nthree\n```', resolved: true }
    await ask(token, `PATCH ${comments}/{id}`, { params: comment, ...json(suggestion) })
    await ask(token, `POST ${comments}/{id}/apply`, { params: comment, ...json({}) })
    await ask(token, `POST ${comments}/{id}/apply`, { params: comment, ...json({}) })
    await ask(token, `DELETE ${comments}/{id}`, { params: comment })
    await ask(token, `DELETE ${comments}/{id}`, { params: comment })
    const reviewer = await newPerson(stithy, `reviewer-${form}`)
    const asked = { params, ...json({ reviewers: [reviewer.username] }) }
    await ask(token, `POST ${pulls}/{number}/requested-reviewers`, asked)
    await ask(token, `POST ${pulls}/{number}/requested-reviewers`, { params, ...json({ reviewers: ['nobody'] }) })
    await ask(token, `DELETE ${pulls}/{number}/requested-reviewers`, asked)
    const reviews = `${pulls}/{number}/reviews` as const
    const begun = await ask(token, `POST ${reviews}`, { params, ...json({ body: 'So far' }) })
    await ask(token, `POST ${reviews}`, { params, ...json({}) })
    await ask(token, `POST ${reviews}`, { params, ...json({ event: 'approve' }) })
    const review = { ...params, id: String(begun.body.id) }
    await ask(token, `POST ${reviews}/{id}/comments`, {
      params: review,
      ...json({ body: 'x', path: 'a.txt', line: 1 }),
    })
    const written = await ask(token, `GET ${reviews}/{id}`, { params: review })
    const pending = { ...review, comment: String(written.body.pending_comments[0].id) }
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: 'y' }) })
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: ' ' }) })
    await ask(token, `DELETE ${reviews}/{id}/comments/{comment}`, { params: pending })
    await ask(token, `PATCH ${reviews}/{id}/comments/{comment}`, { params: pending, ...json({ body: 'z' }) })
    await ask(token, `PATCH ${reviews}/{id}`, { params: review, ...json({ event: 'comment' }) })
    await ask(undefined, `GET ${reviews}`, { params })
    const another = await ask(token, `POST ${reviews}`, { params, ...json({}) })
    await ask(token, `DELETE ${reviews}/{id}`, { params: { ...params, id: String(another.body.id) } })
    await ask(token, `DELETE ${reviews}/{id}`, { params: review })
    await ask(token, `PUT ${pulls}/{number}/viewed-files`, { params, ...json({ path: 'a.txt' }) })
    await ask(token, `PUT ${pulls}/{number}/viewed-files`, { params, ...json({ path: 'none' }) })
    await ask(undefined, `GET ${pulls}/{number}/versions`, { params })
    await ask(undefined, `GET ${pulls}/{number}/versions/{range}`, { params: { ...params, range: '1...2' } })
    await ask(undefined, `GET ${pulls}/{number}/versions/{range}`, { params: { ...params, range: '1...9' } })
    await ask(token, `PUT ${pulls}/{number}/auto-merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `DELETE ${pulls}/{number}/auto-merge`, { params })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `POST ${pulls}/{number}/revert`, { params })
    await ask(token, `PATCH ${pulls}/{number}`, { params, ...json({ draft: false }) })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'merge' }) })
    await ask(token, `POST ${pulls}/{number}/merge`, { params, ...json({ merge_method: 'squash' }) })
    await ask(token, `POST ${pulls}/{number}/revert`, { params })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of the configuration of pipelines', async () => {
    const params = { owner: 'ada', repo: `Built-${form}` }
    const config = '/repos/{owner}/{repo}/ci/config'
    await ask(ada.access, 'POST /user/repos', json({ slug: params.repo, is_public: true }))
    await ask(undefined, `GET ${config}`, { params })
    const content = 'version: 1\njobs: { test: { steps: [{ run: make }] } }\n'
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content }) })
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content, sha: null }) })
    await ask(ada.access, `PUT ${config}`, { params, ...json({ content: 'jobs: 1' }) })
    await ask(undefined, `GET ${config}`, { params })
    await ask(undefined, `GET ${config}`, { params, query: 'ref=none' })
    await ask(ada.access, `POST ${config}/validate`, { params, ...json({ content: 'jobs: 1' }) })
    await ask(undefined, `POST ${config}/validate`, { params, ...json({ content }) })
    expect(wrong.splice(0)).toEqual([])
  })

  it('of variables', async () => {
    const slug = `Told-${form}`
    await ask(ada.access, 'POST /user/repos', json({ slug }))
    await ask(ada.access, 'POST /teams', json({ slug: `tellers-${form}` }))
    for (const [path, params] of [
      ['/repos/{owner}/{repo}/ci/variables', { owner: 'ada', repo: slug }],
      ['/teams/{slug}/ci/variables', { slug: `tellers-${form}` }],
    ] as const) {
      const made = await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'A', value: 'x' }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'B', value: 'x', secret: true }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'A', value: 'x' }) })
      await ask(ada.access, `POST ${path}`, { params, ...json({ key: 'PATH', value: 'x' }) })
      await ask(ada.access, `GET ${path}`, { params })
      await ask(undefined, `GET ${path}`, { params })
      const one = { ...params, id: String(made.body.id) }
      await ask(ada.access, `PATCH ${path}/{id}`, { params: one, ...json({ value: 'y', protected_only: true }) })
      await ask(ada.access, `PATCH ${path}/{id}`, { params: one, ...json({ key: 'B' }) })
      await ask(ada.access, `DELETE ${path}/{id}`, { params: one })
      await ask(ada.access, `DELETE ${path}/{id}`, { params: one })
    }
    expect(wrong.splice(0)).toEqual([])
  })

  it('and the walk went everywhere, with success', () => {
    const without = allRoutes.map(nameOf).filter((name) => ![...(seen.get(name) ?? [])].some((status) => status < 300))
    expect(without).toEqual([])
  })
})

/** A job that was given up; when it is tried again it has nothing to do. */
async function deadJob(): Promise<string> {
  const id = randomUUID()
  await inTransaction(stithy.app, async (tx) => {
    const payload = JSON.stringify({ type: 'password.forgotten', email: 'nobody@example.org' })
    const times = { run_at: tx.now, created_at: tx.now }
    await tx
      .insertInto('jobs')
      .values({ uuid: id, name: 'mail.reset-password', payload, state: 'dead', attempts: 7, last_error: 'x', ...times })
      .execute()
  })
  return id
}

describe('a refusal of the whole service', () => {
  it('fits the description too: closed registration, and too many requests', async () => {
    const strict = await startStithy({
      REGISTRATION_ENABLED: 'false',
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_LOGIN: '1/1h',
    })
    try {
      for (const form of forms) {
        for (const status of form === 'A' ? [403, 429] : [429, 429]) {
          const body = { username: 'late', email: 'late@example.org', password }
          const answer = await strict.client(form).post('auth/register', body)
          expect(answer.status).toBe(status)
          expect(misfit(descriptionOf(form), 'POST', '/auth/register', answer)).toBeNull()
        }
      }
    } finally {
      await strict.stop()
    }
  })
})
