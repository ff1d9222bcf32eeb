// Requests made from the API's own description, in both forms, by people who may and people who may not, against things
// that come and go meanwhile: no 5xx, and no answer that the description does not know. script/fuzz api goes on for longer.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Description, misfit, readDescription } from '../../support/described.ts'
import { type Form, forms } from '../../support/faults.ts'
import { pushSomething } from '../../support/git.ts'
import { newPerson, newToken } from '../../support/people.ts'
import { startStithy, type TestStithy } from '../../support/stithy.ts'
import { chanceFrom } from '../mutate.ts'
import { Maker } from './make-value.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0)
const requests = 700

/** What does not end by itself, and what would end everything. */
const leftOut = /stream$|^\/auth\/(logout|2fa|reset|forgot|resend|verify)|^\/user\/(sessions|2fa)|^\/admin\/users/

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: Description['paths'][string][string]['parameters']
  readonly body: Readonly<Record<string, unknown>> | null
}

let stithy: TestStithy
const descriptions = new Map<Form, { description: Description; operations: readonly Operation[] }>()

beforeAll(async () => {
  stithy = await startStithy()
  for (const form of forms) {
    const description = await readDescription(stithy.client(form))
    descriptions.set(form, { description, operations: operationsOf(description) })
  }
})
afterAll(() => stithy.stop())

function operationsOf(description: Description): readonly Operation[] {
  return Object.entries(description.paths)
    .filter(([path]) => !leftOut.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody }]) => {
        const content = requestBody?.['content'] as Record<string, { schema?: Record<string, unknown> }> | undefined
        const body = content?.['application/json']?.schema ?? null
        return { method: method.toUpperCase(), path, parameters, body }
      }),
    )
}

/** People, and a repository of each kind with something in it. */
async function furnish(maker: Maker, round: number): Promise<readonly (string | null)[]> {
  const [ada, bob] = await Promise.all([`ada${round}`, `bob${round}`].map((name) => newPerson(stithy, name)))
  if (ada === undefined || bob === undefined) throw new Error('nobody is there')
  const client = stithy.client('B').as(ada.access)
  const token = await newToken(client, ['repo:write', 'issues:write', 'pulls:write', 'ci:write'])
  const weak = await newToken(client, ['repo:read'])
  maker.remember({ owner: ada.username, username: [ada.username, bob.username], slug: `guild${round}` })
  await client.post('teams', { slug: `guild${round}` })
  for (const [repo, is_public] of [
    ['open', true],
    ['closed', false],
  ] as const) {
    await client.post('user/repos', { slug: repo, is_public })
    await pushSomething(stithy, token, `${ada.username}/${repo}`)
    const at = `repos/${ada.username}/${repo}`
    await client.post(`${at}/labels`, { name: 'bug', color: '#ff0000' })
    await client.post(`${at}/milestones`, { title: 'v1' })
    await client.post(`${at}/branches`, { name: 'side', ref: 'main' })
    for (const path of ['branches', 'commits', 'labels', 'milestones'])
      maker.remember((await client.get(`${at}/${path}`)).body)
    maker.remember((await client.post(`${at}/issues`, { title: 'A fault', labels: ['bug'] })).body)
    maker.remember({ repo })
  }
  return [ada.access, ada.access, token, weak, bob.access, null]
}

it('no request of any kind makes it fail, or answer what is not described', {
  timeout: (seconds + 120) * 1000,
}, async () => {
  const maker = new Maker(chanceFrom(seed))
  const until = Date.now() + seconds * 1000
  const wrong: string[] = []
  let people: readonly (string | null)[] = []
  let sent = 0
  for (; sent < requests || Date.now() < until; sent++) {
    // Some requests delete what others need.
    if (sent % 2000 === 0) people = await furnish(maker, sent)
    const form = maker.pick(forms)
    const { description, operations } = descriptions.get(form) ?? { description: null, operations: [] }
    if (description === null) break
    const operation = maker.pick(operations)
    const { target, body } = requestFor(maker, operation)
    const answer = await stithy
      .client(form)
      .as(maker.pick(people) ?? undefined)
      .send(operation.method, target, body)
    maker.remember(answer.body)
    const problem = answer.status >= 500 ? 'failed' : misfit(description, operation.method, operation.path, answer)
    if (problem !== null)
      wrong.push(
        `${operation.method} ${target.slice(0, 500)} ${JSON.stringify(body).slice(0, 500)} in ${form}: ${problem}`,
      )
    if (wrong.length >= 10) break
  }
  if (seconds > 0) console.log(`${sent} requests, seed ${seed}`)
  expect(stithy.logs.filter((line) => line.level === 'error')).toEqual([])
  expect(wrong).toEqual([])
})

function requestFor(maker: Maker, { path, parameters, body }: Operation): { target: string; body: { body?: unknown } } {
  // A request line of over 16 KiB does not get as far as the API.
  const short = (value: unknown): string => String(value).slice(0, 2000)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(short(pathValue(maker, name))))
  const asked = parameters.filter((one) => one.in === 'query' && maker.chance(0.3))
  const query = new URLSearchParams(asked.map(({ name, schema }) => [name, short(maker.value(schema, name))]))
  const target = `/api/v1${filled}${query.size === 0 ? '' : `?${query}`}`
  return {
    target,
    body: body === null ? {} : { body: maker.chance(0.97) ? maker.object(body) : maker.value({}, 'body') },
  }
}

/** Mostly what leads to something: a path that finds nothing is soon tried out. */
function pathValue(maker: Maker, name: string): unknown {
  if (maker.chance(0.03)) return maker.value({}, name)
  switch (name) {
    case 'owner':
    case 'repo':
    case 'username':
    case 'slug':
    case 'number':
      return maker.known(name)
    default:
      return maker.known(name, 'id', 'name', 'sha')
  }
}
