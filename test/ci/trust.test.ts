import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { newPerson, type Person } from '../support/people.ts'
import { ending, linesOf, oneJob, outputOf, pipelineOf, run } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'

let stithy: TestStithy
let dev: Person
let owner: Client
let developer: Client
let count = 0

const usual = process.umask(0o077)
beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  owner = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
  dev = await newPerson(stithy, 'dev')
  developer = stithy.client('B').as(dev.access)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

const deploy = 'the-key-of-the-house'
const shows = oneJob('printf %s "${DEPLOY-none}" | rev; echo')
const shown = [...deploy].toReversed().join('')

/** Its branch main is protected, and only pipelines of protected branches are told of DEPLOY. */
async function newRepo(more: object = {}): Promise<string> {
  const slug = `r${++count}`
  expect((await owner.post('user/repos', { slug, auto_init: true, ...more })).status).toBe(201)
  await grant(stithy, slug, dev, 'Developer')
  const repo = `repos/ada/${slug}`
  await commitTo(owner, repo, 'main', { '.svc-ci.yml': oneJob('true', 'when: { event: manual }\n') })
  expect((await owner.post(`${repo}/branch-protections`, { pattern: 'main' })).status).toBe(201)
  const variable = { key: 'DEPLOY', value: deploy, secret: true, protected_only: true }
  expect((await owner.post(`${repo}/ci/variables`, variable)).status).toBe(201)
  return repo
}

async function trigger(client: Client, repo: string, ref: string): Promise<readonly string[]> {
  return outputOf(client, repo, await ended(client, repo, 'trigger', { ref }))
}

/** Its id. */
async function ended(client: Client, repo: string, path: string, body?: object): Promise<string> {
  const made = await client.post(`${repo}/ci/pipelines/${path}`, body)
  expect(made.status, made.text).toBe(201)
  await ending(client, repo, made.body.id)
  return made.body.id
}

describe('a variable for protected branches', () => {
  it('is told to no commit that has not got into one, by whatever name it is run', async () => {
    const repo = await newRepo()
    const sha = await commitTo(developer, repo, ['mine', 'main'], { '.svc-ci.yml': shows })
    expect(await trigger(developer, repo, sha)).toEqual(['enon'])
    expect((await developer.post(`${repo}/tags`, { name: 'v1', ref: sha })).status).toBe(201)
    expect(await trigger(developer, repo, 'v1')).toEqual(['enon'])
    // The name gets protected, but not what was run under it before.
    const [old] = itemsOf((await developer.get(`${repo}/ci/pipelines?commit=${sha}&ref=mine`)).body)
    expect((await developer.send('DELETE', `${repo}/branches/mine`)).status).toBe(204)
    expect((await owner.post(`${repo}/branch-protections`, { pattern: 'mine' })).status).toBe(201)
    expect((await owner.post(`${repo}/branches`, { name: 'mine', ref: 'main' })).status).toBe(201)
    const again = await developer.post(`${repo}/ci/pipelines/${String(old?.['id'])}/retry`)
    await ending(developer, repo, again.body.id)
    expect(await outputOf(developer, repo, again.body.id)).toEqual(['enon'])
    // Once somebody who may has taken it in, all of these are.
    expect((await developer.post(`${repo}/branches`, { name: 'again', ref: sha })).status).toBe(201)
    const { number } = await openPull(developer, repo, 'again')
    expect((await owner.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })).status).toBe(200)
    for (const ref of [sha, 'v1', 'main']) expect(await trigger(developer, repo, ref)).toEqual([shown])
  })
})

describe('a manual run of a protected branch with variables', () => {
  // With the right name, a value is a program: tar, make, wget and many others take their options from one.
  const given = { ref: 'main', variables: { TAR_OPTIONS: '--checkpoint=1 --checkpoint-action=exec=env' } }
  const note = /given by somebody who may not push/

  it('is told of what is for protected branches when whoever gave them may push there', async () => {
    const repo = await newRepo()
    await commitTo(owner, repo, 'main', { '.svc-ci.yml': shows })
    const outsiders = await ended(developer, repo, 'trigger', given)
    const owners = await ended(owner, repo, 'trigger', given)
    // Whoever runs it again, the variables are from whom they were.
    const runs = [
      { id: outsiders, told: false },
      { id: await ended(owner, repo, `${outsiders}/retry`), told: false },
      { id: owners, told: true },
      { id: await ended(developer, repo, `${owners}/retry`), told: true },
    ]
    const [rule] = itemsOf((await owner.get(`${repo}/branch-protections`)).body)
    const pushers = { body: { allowed_pushers: ['dev'] } }
    const changed = await owner.send('PATCH', `${repo}/branch-protections/${String(rule?.['id'])}`, pushers)
    expect(changed.status, changed.text).toBe(200)
    runs.push({ id: await ended(developer, repo, 'trigger', given), told: true })
    for (const [index, { id, told }] of runs.entries()) {
      const lines = (await linesOf(owner, repo, id)).map((line) => line.content)
      expect(lines.includes(shown), `${index}: ${lines.join('\n')}`).toBe(told)
      expect(note.test(lines.join('\n')), `${index}: ${lines.join('\n')}`).toBe(!told)
    }
  })

  it('fills no cache that such branches use, unless they may push there', async () => {
    const repo = await newRepo()
    const file = `version: 1
when: { event: manual }
jobs:
  build:
    steps: [{ run: 'cat .c/x || true; mkdir -p .c; echo "\${WHAT-good}" > .c/x' }]
    cache: { key: same, paths: [.c] }
`
    await commitTo(owner, repo, 'main', { '.svc-ci.yml': file })
    await ended(developer, repo, 'trigger', { ref: 'main', variables: { WHAT: 'evil' } })
    for (const found of ['cat: ', 'good']) expect((await trigger(owner, repo, 'main')).join()).toContain(found)
  })
})

describe('a cache', () => {
  it('that a branch has filled is not what a protected one finds', async () => {
    const repo = await newRepo()
    const fills = (what: string): string => `version: 1
jobs:
  build:
    steps: [{ run: "cat .c/x || true; mkdir -p .c; echo ${what} > .c/x" }]
    cache: { key: same, paths: [.c] }
`
    await run(developer, repo, { '.svc-ci.yml': fills('evil') }, ['mine', 'main'])
    const first = await run(owner, repo, { '.svc-ci.yml': fills('good') })
    expect((await outputOf(owner, repo, first.id)).join()).not.toContain('evil')
    const again = await run(owner, repo, { other: '1' })
    expect(await outputOf(owner, repo, again.id)).toEqual(['good'])
  })

  it('that is called by a secret gives it away to nobody', async () => {
    const repo = await newRepo()
    const file = `version: 1
jobs:
  build:
    steps: [{ run: 'mkdir c; touch "c/$DEPLOY"; chmod 0 "c/$DEPLOY"' }]
    cache: { key: "k-\${{ variables.DEPLOY }}", paths: [c] }
`
    const done = await run(owner, repo, { '.svc-ci.yml': file })
    const lines = (await linesOf(owner, repo, done.id)).map((line) => line.content)
    expect(lines).toContain('Nothing is kept under the cache key k-***')
    expect(lines.join('\n')).toMatch(/\.\/c\/\*\*\*.*Permission denied/)
    expect(lines.join('\n')).not.toContain(deploy)
  })
})

it('what a fork offers is no commit of this repository, and cannot be triggered as one', async () => {
  const repo = await newRepo({ is_public: true })
  const eve = stithy.client('B').as((await newPerson(stithy, 'eve')).access)
  expect((await eve.post(`${repo}/forks`, {})).status).toBe(201)
  const fork = repo.replace('/ada/', '/eve/')
  const sha = await commitTo(eve, fork, ['work', 'main'], { '.svc-ci.yml': shows })
  await openPull(eve, repo, 'work', { source_repo: fork.replace('repos/', '') })
  await eventually(async () => {
    expect(itemsOf((await owner.get(`${repo}/ci/pipelines?commit=${sha}`)).body)).toHaveLength(1)
  })
  const refused = await owner.post(`${repo}/ci/pipelines/trigger`, { ref: sha })
  expectFault(refused, 'B', 'invalid', { details: ['ref: unknown'] })
})

it('a job of a fork that somebody runs by hand is told of no secret, and is not for the one who offers it', async () => {
  const repo = await newRepo({ is_public: true })
  expect((await owner.post(`${repo}/ci/variables`, { key: 'COMMON', value: deploy, secret: true })).status).toBe(201)
  const carla = stithy.client('B').as((await newPerson(stithy, 'carla')).access)
  expect((await carla.post(`${repo}/forks`, {})).status).toBe(201)
  const fork = repo.replace('/ada/', '/carla/')
  const step = 'printf %s "${COMMON-none}" | rev; echo'
  const file = `version: 1\njobs:\n  first: { steps: [{ run: "true" }] }\n  deploy:\n    manual: true\n    steps:\n      - run: '${step}'\n`
  const sha = await commitTo(carla, fork, ['work', 'main'], { '.svc-ci.yml': file })
  await openPull(carla, repo, 'work', { source_repo: fork.replace('repos/', '') })
  const [waiting] = await eventually(async () => {
    const found = itemsOf((await owner.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
    if (found.length === 0) throw new Error('There is no pipeline yet')
    return found
  })
  const id = String(waiting?.['id'])
  expectFault(await carla.post(`${repo}/ci/pipelines/${id}/retry?job=deploy`), 'B', 'forbidden')
  expectFault(await developer.post(`${repo}/ci/pipelines/${id}/retry?job=deploy`), 'B', 'conflict')
  expect((await developer.post(`${repo}/ci/pipelines/${id}/approve`)).status).toBe(200)
  await ending(owner, repo, id)
  expectFault(await carla.post(`${repo}/ci/pipelines/${id}/retry?job=deploy`), 'B', 'forbidden')
  const pressed = await ended(developer, repo, `${id}/retry?job=deploy`)
  expect(await outputOf(owner, repo, pressed)).toEqual(['enon'])
  const again = await ended(developer, repo, `${pressed}/retry?job=deploy`)
  expect(await outputOf(owner, repo, again)).toEqual(['enon'])
})

it('what pipelines report of a commit, nobody else reports: merges wait for it', async () => {
  const repo = await newRepo()
  const rule = { pattern: 'release', merge_role: 'Developer', required_checks: ['ci'] }
  expect((await owner.post(`${repo}/branches`, { name: 'release', ref: 'main' })).status).toBe(201)
  expect((await owner.post(`${repo}/branch-protections`, rule)).status).toBe(201)
  const sha = await commitTo(developer, repo, ['fails', 'main'], { '.svc-ci.yml': oneJob('false') })
  const { number } = await openPull(developer, repo, 'fails', { target_branch: 'release' })
  const report = (context: string) =>
    developer.post(`${repo}/commits/${sha}/statuses`, { state: 'success', context, target_url: stithy.url })
  for (const context of ['ci', ' ci ']) {
    expectFault(await report(context), 'B', 'invalid', { details: ['context: reserved'] })
  }
  expect((await report('ci/lint')).status).toBe(201)
  const merge = await developer.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
  expect(merge.status, merge.text).toBe(409)
})

it('a log is followed with a token for as long as there is the token', async () => {
  const repo = await newRepo()
  const lines = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo $i; sleep 0.2; done'
  const made = await pipelineOf(owner, repo, { '.svc-ci.yml': oneJob(lines) })
  const token = await owner.post('user/tokens', { name: 'reads', scopes: ['ci:read'] })
  const url = `${stithy.url}/api/v1/${repo}/ci/pipelines/${made.id}/logs/stream`
  const { reader } = await readEvents(url, { authorization: `Bearer ${token.body.token}` })
  await eventually(() => expect(reader.text()).toContain('"content":"1"'))
  expect((await owner.send('DELETE', `user/tokens/${token.body.id}`)).status).toBe(204)
  await eventually(() => expect(reader.ended()).toBe(true))
  expect(reader.text()).not.toContain('"content":"20"')
  expect((await owner.post(`${repo}/ci/pipelines/${made.id}/cancel`)).status).toBe(200)
})

it('whoever asks for many pipelines delays nobody else', async () => {
  const [theirs, ours] = [await newRepo(), await newRepo()]
  const slow = oneJob('sleep 0.5', 'when: { event: manual }\n')
  await commitTo(developer, theirs, ['slow', 'main'], { '.svc-ci.yml': slow })
  const many = await Promise.all(
    Array.from({ length: 12 }, () => developer.post(`${theirs}/ci/pipelines/trigger`, { ref: 'slow' })),
  )
  await trigger(owner, ours, 'main')
  const { body } = await developer.get(`${theirs}/ci/pipelines?status=pending`)
  expect(body.total).toBeGreaterThan(5)
  for (const one of many) await developer.post(`${theirs}/ci/pipelines/${one.body.id}/cancel`)
})
