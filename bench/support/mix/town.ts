// Who asks, and what for: five people with a repository each, which all of them read and write about.
import { git } from '../git-client.ts'
import type { ServerProcess } from '../process.ts'
import { makeRealRepository } from '../real-repository.ts'
import { ask, askWell } from './ask.ts'

const names = ['ada', 'bob', 'cleo', 'dan', 'eve']
const password = 'a long enough phrase 7'
const scopes = ['repo:write', 'issues:write', 'pulls:write', 'ci:read']
const issues = 60

export interface Person {
  readonly name: string
  readonly token: string
  readonly cookie: string
}

export interface Town {
  readonly url: string
  readonly people: readonly Person[]
  /** `owner/name` of each. */
  readonly repos: readonly string[]
  /** How many issues each has by now. */
  readonly issues: number[]
  /** A bare repository with what all of them began with. */
  readonly real: string
}

/** The branches of a repository that are pushed to. */
export const branches = ['main', 'work-1', 'work-2', 'work-3']

export async function settle(server: ServerProcess, folder: string): Promise<Town> {
  const real = await makeRealRepository(folder, { commits: 300, files: 500 })
  for (const branch of branches.slice(1)) await git(real, 'branch', branch, 'main')
  const people: Person[] = []
  for (const name of names) people.push(await arrive(server.url, name))
  for (const person of people) await furnish(server.url, person, real)
  const repos = people.map(({ name }) => `${name}/forge`)
  return { url: server.url, people, repos, issues: people.map(() => issues), real }
}

async function arrive(url: string, username: string): Promise<Person> {
  // The first of them is there already.
  await ask(`${url}/api/v1/auth/register`, posted({ username, email: `${username}@example.org`, password }))
  const { access_token: access } = await toJson(`${url}/api/v1/auth/login`, posted({ username, password }))
  const { token } = await toJson(`${url}/api/v1/user/tokens`, posted({ name: 'load', scopes }, String(access)))
  const form = new URLSearchParams({ username, password }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { headers: answered } = await askWell(`${url}/login`, { method: 'POST', headers, body: form })
  const cookie = [answered['set-cookie'] ?? []].flat().map((one) => one.split(';', 1)[0])
  return { name: username, token: String(token), cookie: cookie.join('; ') }
}

async function furnish(url: string, { name, token }: Person, real: string): Promise<void> {
  const access = await toJson(`${url}/api/v1/auth/login`, posted({ username: name, password }))
  await askWell(`${url}/api/v1/user/repos`, posted({ slug: 'forge', is_public: true }, String(access['access_token'])))
  await git(real, 'push', '-q', `${url.replace('://', `://x:${token}@`)}/${name}/forge`, ...branches)
  const base = `${url}/api/v1/repos/${name}/forge`
  for (const label of ['bug', 'idea', 'later']) {
    await askWell(`${base}/labels`, posted({ name: label, color: '#336699' }, token))
  }
  for (let number = 1; number <= issues; number++) {
    await askWell(`${base}/issues`, posted({ title: `Number ${number}`, body: 'It *rings*, see #1.' }, token))
  }
}

export function posted(body: object, token?: string, method: 'POST' | 'PATCH' = 'POST') {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { method, headers: { 'content-type': 'application/json', ...authorization }, body: JSON.stringify(body) }
}

async function toJson(url: string, how: ReturnType<typeof posted>): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await askWell(url, how)).body.toString()) as Record<string, unknown>
}
