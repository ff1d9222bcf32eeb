// Two services that push to each other, and what is pushed to while it is archived.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, second } from '../../src/core/clock.ts'
import { sendDueChanges } from '../../src/features/push-mirrors/send-due-changes.ts'
import type { Answer, Client } from '../support/client.ts'
import { addressOf, git } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { gitRefs, newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

interface Side {
  readonly stithy: TestStithy
  readonly ada: Person
  readonly token: string
  readonly api: Client
}

const sides: Side[] = []
const servers: Server[] = []
/** Pushes that came to one of them. */
let pushes = 0
let waiting: (() => void)[] = []

beforeAll(async () => {
  for (let count = 0; count < 2; count++) {
    const stithy = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1' })
    const ada = await newPerson(stithy, 'ada')
    const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
    sides.push({ stithy, ada: { ...ada, access: token }, token, api: stithy.client('B').as(token) })
  }
})
afterAll(async () => {
  for (const server of servers) server.close()
  await Promise.all(sides.map(({ stithy }) => stithy.stop()))
})

const at = (slug: string): string => `repos/ada/${slug}/push-mirror`

/** In front of one of them: each push waits for one of the other side, so that both have looked before either is taken. */
async function inStep({ stithy }: Side): Promise<string> {
  const server = createServer((request, reply) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      if (request.method === 'POST') {
        pushes++
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting.splice(0)) go()
        await Promise.race([promise, sleep(second / 2)])
        waiting = waiting.filter((one) => one !== resolve)
      }
      const { 'content-type': type = '', authorization = '' } = request.headers
      const headers = { 'content-type': type, authorization }
      const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
      const got = await fetch(`${stithy.url}${request.url}`, { method: request.method ?? 'GET', headers, ...body })
      reply.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' })
      reply.end(Buffer.from(await got.arrayBuffer()))
    })()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** As housekeeping of both does it. */
async function sendBoth(): Promise<void> {
  for (const { stithy } of sides) stithy.advance(10 * second)
  await Promise.all(sides.map(({ stithy }) => sendDueChanges(stithy.app)))
  await eventually(() => expect(sides.map(({ stithy }) => stithy.app.imports.underWay)).toEqual([0, 0]))
}

async function newFilled(slug: string): Promise<[Side, Side]> {
  const [here, there] = sides as [Side, Side]
  await newRepo(here.stithy, here.ada, slug)
  await newRepo(there.stithy, there.ada, slug)
  const tree = await workTree()
  await git(tree, 'push', '-q', addressOf(here.stithy, here.token, `ada/${slug}`), 'main')
  return [here, there]
}

const set = (side: Side, slug: string, origin: string, password: string): Promise<Answer> =>
  side.api.send('PUT', at(slug), { body: { url: `${origin}/ada/${slug}`, username: 'x', password } })

describe('two services that push to each other', () => {
  it('do not go on for ever where both have changed the same, and say so', async () => {
    const [here, there] = await newFilled('loop')
    const origins = [await inStep(here), await inStep(there)] as const
    expect((await set(here, 'loop', origins[1], there.token)).status).toBe(200)
    await eventually(async () => expect((await here.api.get(at('loop'))).body.state).toBe('current'))
    expect((await set(there, 'loop', origins[0], here.token)).status).toBe(200)
    await eventually(async () => expect((await there.api.get(at('loop'))).body.state).toBe('current'))
    await sendBoth()
    await commitTo(here.api, 'repos/ada/loop', 'main', { 'here.txt': 'Here' })
    await commitTo(there.api, 'repos/ada/loop', 'main', { 'there.txt': 'There' })
    pushes = 0
    for (let round = 0; round < 30; round++) await sendBoth()
    expect(pushes).toBeLessThan(30)
    const told = await Promise.all(
      sides.map(async ({ api }) => (await api.get(at('loop'))).body.error as string | null),
    )
    expect(told.filter((error) => error?.startsWith('What is sent comes back'))).not.toEqual([])
  })

  it('agree in the end, and what is new goes on from one to the other', async () => {
    const [here, there] = sides as [Side, Side]
    const main = async (): Promise<unknown[]> =>
      Promise.all(sides.map(async ({ stithy }) => (await gitRefs(stithy, 'ada', 'loop'))['refs/heads/main']))
    for (const { stithy } of sides) stithy.advance(day)
    // One after the other, as it is when nobody holds them in step.
    for (const { stithy } of [here, there, here]) {
      await sendDueChanges(stithy.app)
      await eventually(() => expect(stithy.app.imports.underWay).toBe(0))
    }
    const [mine, theirs] = await main()
    expect(mine).toBe(theirs)
    const next = await commitTo(here.api, 'repos/ada/loop', 'main', { 'next.txt': 'Next' })
    for (let round = 0; round < 3; round++) {
      for (const { stithy } of sides) stithy.advance(day)
      await sendBoth()
    }
    expect(await main()).toEqual([next, next])
    for (const { api } of sides)
      expect((await api.get(at('loop'))).body).toMatchObject({ state: 'current', error: null })
  })
})

describe('an archived repository', () => {
  it('that is pushed elsewhere can stop that', async () => {
    const [here, there] = await newFilled('shelved')
    expect((await set(here, 'shelved', there.stithy.url, there.token)).status).toBe(200)
    await eventually(async () => expect((await here.api.get(at('shelved'))).body.state).toBe('current'))
    expect((await here.api.send('PATCH', 'repos/ada/shelved', { body: { archived: true } })).status).toBe(200)
    expect((await set(here, 'shelved', there.stithy.url, there.token)).status).toBe(403)
    expect((await here.api.send('DELETE', at('shelved'))).status).toBe(204)
    expect((await here.api.get(at('shelved'))).status).toBe(404)
  })

  it('that follows another can stop that, and is followed by nothing until it is archived no more', async () => {
    const [here, there] = await newFilled('followed')
    await newRepo(there.stithy, there.ada, 'follower')
    const source = { url: `${here.stithy.url}/ada/followed`, username: 'x', password: here.token }
    const mirror = 'repos/ada/follower/mirror'
    expect((await there.api.send('PUT', mirror, { body: source })).status).toBe(200)
    await eventually(async () => expect((await there.api.get(mirror)).body.last_synced_at).not.toBeNull())
    expect((await there.api.send('PATCH', 'repos/ada/follower', { body: { archived: true } })).status).toBe(200)
    expect((await there.api.post(`${mirror}/sync`)).status).toBe(403)
    expect((await there.api.send('DELETE', mirror)).status).toBe(204)
    expect((await there.api.get(mirror)).status).toBe(404)
  })
})
