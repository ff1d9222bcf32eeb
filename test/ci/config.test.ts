import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, forms } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { quickPerson } from '../support/quick-people.ts'
import { base64, grant, newRepo } from '../support/repos.ts'
import { statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let bert: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bert = await quickPerson(stithy, 'bert')
})
afterAll(() => stithy.stop())

const good = 'version: 1\njobs:\n  test:\n    steps:\n      - run: make test\n'
const better = good.replace('make test', 'make check')
const bad = 'version: 1\njobs:\n  test:\n    stepz:\n      - run: make test\n'
const aSha: unknown = expect.stringMatching(/^[0-9a-f]{40}$/)
const nothing = { mode: 'none', path: null, content: null, sha: null, valid: true, errors: [] }

describe.each(forms)('the configuration of pipelines, Form %s', (form) => {
  const client = () => stithy.client(form).as(ada.access)
  const put = (repo: string, body: object) => client().send('PUT', `${repo}/ci/config`, { body })

  it('is none at first, and is made, read and replaced', async () => {
    const repo = await newRepo(stithy, ada, `life-${form}`)
    expect((await client().get(`${repo}/ci/config`)).body).toEqual({ ...nothing, commit_sha: null })
    const made = await put(repo, { content: good, message: 'Test it' })
    expect(made.status, made.text).toBe(200)
    const easy = { mode: 'easy', path: '.svc-ci.yml', valid: true, errors: [], sha: aSha, commit_sha: aSha }
    expect(made.body).toEqual({ ...easy, content: good })
    const read = await client().get(`${repo}/ci/config`)
    expect(read.body).toEqual(made.body)
    const replaced = await put(repo, { content: better, sha: read.body.sha })
    expect(replaced.body).toEqual({ ...easy, content: better })
    const again = await put(repo, { content: better, sha: replaced.body.sha })
    expect(again.body).toEqual(replaced.body)
    // It is a file like any other, and these were commits.
    const file = await client().get(`${repo}/contents/.svc-ci.yml`)
    expect(file.body).toMatchObject({ sha: replaced.body.sha, content: base64(better) })
    const commits = await client().get(`${repo}/commits`)
    const messages = (form === 'A' ? commits.body : commits.body.items).map((one: { message: string }) => one.message)
    expect(messages).toEqual(['Update .svc-ci.yml', 'Test it'].map((text) => expect.stringContaining(text)))
    const old = await client().get(`${repo}/ci/config?ref=${made.body.commit_sha}`)
    expect(old.body).toEqual(made.body)
    expectFault(await client().get(`${repo}/ci/config?ref=none`), form, 'missing', { codeOfA: 'COMMIT_NOT_FOUND' })
    expectFault(await client().get(`${repo}/ci/config?ref=--exec%3Dx`), form, 'missing', {
      codeOfA: 'COMMIT_NOT_FOUND',
    })
  })

  it('is refused where somebody was faster', async () => {
    const repo = await newRepo(stithy, ada, `raced-${form}`, { auto_init: true })
    const sha = 'a'.repeat(40)
    expectFault(await put(repo, { content: good, sha }), form, 'conflict', { details: ['sha: stale'] })
    const { body } = await put(repo, { content: good, sha: null })
    expectFault(await put(repo, { content: better, sha: null }), form, 'conflict', { details: ['path: taken'] })
    expectFault(await put(repo, { content: better, sha }), form, 'conflict', { details: ['sha: stale'] })
    expectFault(await put(repo, { content: better, sha: 'x' }), form, 'invalid', { details: ['sha: format'] })
    const race = await Promise.all([1, 2, 3].map((n) => put(repo, { content: `${better}# ${n}\n`, sha: body.sha })))
    expect(statusesOf(race)).toEqual([200, 409, 409])
    // Without one it takes the place of whatever is there.
    expect((await put(repo, { content: good })).status).toBe(200)
  })

  it('is refused where it is wrong, with the lines, and nothing is committed', async () => {
    const repo = await newRepo(stithy, ada, `wrong-${form}`)
    const refused = await put(repo, { content: bad })
    const message = expectFault(refused, form, 'invalid', {
      details: refused.body.details.map(() => 'content: invalid'),
    })
    expect(message).toMatch(/line \d+, column \d+: /)
    expect(refused.body.details.map((one: { message: string }) => one.message).join('\n')).toContain('line 4')
    for (const content of ['', 'a: &a [*a]', 'x: 1\n'.repeat(20_000), 'jobs: [', '\u202e', '- 1']) {
      expect((await put(repo, { content })).status).toBe(form === 'A' ? 422 : 400)
    }
    for (const body of [{}, { content: null }, { content: ['x'] }, { content: good, message: 1 }]) {
      expect((await put(repo, body)).status).toBe(form === 'A' ? 422 : 400)
    }
    expect((await client().get(`${repo}/ci/config`)).body).toMatchObject(nothing)
    const checked = await client().post(`${repo}/ci/config/validate`, { content: bad })
    expect(checked.status).toBe(200)
    expect(checked.body.valid).toBe(false)
    expect(checked.body.errors[0]).toEqual({
      line: expect.any(Number),
      column: expect.any(Number),
      message: expect.any(String),
    })
    const fine = await client().post(`${repo}/ci/config/validate`, { content: good })
    expect(fine.body).toEqual({ valid: true, errors: [] })
  })

  it('that came by a push is shown with what is wrong with it', async () => {
    const repo = await newRepo(stithy, ada, `pushed-${form}`, { is_public: true })
    await client().send('PUT', `${repo}/contents/.svc-ci.yml`, { body: { content: base64(bad) } })
    const shown = await stithy.client(form).get(`${repo}/ci/config`)
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({ mode: 'easy', content: bad, valid: false })
    expect(shown.body.errors.map((one: { line: number }) => one.line)).toContain(4)
    await client().send('PUT', `${repo}/contents/.svc-ci/pipeline.mjs`, { body: { content: base64('export {}') } })
    const power = await client().get(`${repo}/ci/config`)
    expect(power.body).toMatchObject({ mode: 'power', path: '.svc-ci/pipeline.mjs', content: 'export {}', valid: true })
    expectFault(await put(repo, { content: good }), form, 'conflict')
  })
})

describe('writing the configuration', () => {
  const client = () => stithy.client('B').as(ada.access)
  const put = (repo: string, token: string) =>
    stithy
      .client('B')
      .as(token)
      .send('PUT', `${repo}/ci/config`, { body: { content: good } })

  it('is for Maintainers, and for tokens with the scope for CI', async () => {
    const repo = await newRepo(stithy, ada, 'guarded', { is_public: true, auto_init: true })
    expectFault(await put(repo, bert.access), 'B', 'forbidden')
    await grant(stithy, 'guarded', bert, 'Developer')
    expectFault(await put(repo, bert.access), 'B', 'forbidden')
    expectFault(await put(repo, await newToken(client(), ['ci:read'])), 'B', 'forbidden')
    expectFault(await put(repo, await newToken(client(), ['repo:write'])), 'B', 'forbidden')
    expectFault(
      await stithy.client('B').send('PUT', `${repo}/ci/config`, { body: { content: good } }),
      'B',
      'unauthorized',
    )
    expect((await put(repo, await newToken(client(), ['ci:write']))).status).toBe(200)
    expect((await stithy.client('B').as(bert.access).get(`${repo}/ci/config`)).body.mode).toBe('easy')
  })

  it('heeds the protection of the branch', async () => {
    const repo = await newRepo(stithy, ada, 'protected', { auto_init: true })
    await client().post(`${repo}/branch-protections`, { pattern: 'main', push_role: 'Nobody' })
    expectFault(await put(repo, ada.access), 'B', 'forbidden')
    expect((await client().get(`${repo}/ci/config`)).body.mode).toBe('none')
  })

  it('follows no link, and takes nothing else’s place', async () => {
    const repo = await newRepo(stithy, ada, 'occupied', { auto_init: true })
    const occupied = await client().send('PUT', `${repo}/contents/.svc-ci.yml/x`, { body: { content: '' } })
    expect(occupied.status, occupied.text).toBe(201)
    expect((await client().get(`${repo}/ci/config`)).body.mode).toBe('none')
    expectFault(await put(repo, ada.access), 'B', 'conflict', { details: ['path: is_folder'] })
  })
})
