// What was merged or committed is taken back, or made once more elsewhere, by calls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault } from '../support/faults.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { grant, newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let dev: Person
let rea: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  dev = await newPerson(stithy, 'dev')
  rea = await newPerson(stithy, 'rea')
})
afterAll(() => stithy.stop())

describe.each(['A', 'B'] as const)('in Form %s', (form) => {
  const repo = `repos/ada/work-${form.toLowerCase()}`
  const as = (person: Person): Client => stithy.client(form).as(person.access)
  const statusOf = async (ref: string, path: string): Promise<number> =>
    (await as(ada).get(`${repo}/raw/${ref}/${path}`)).status

  beforeAll(async () => {
    await newRepo(stithy, ada, `work-${form.toLowerCase()}`, { is_public: true, auto_init: true })
    await grant(stithy, `work-${form.toLowerCase()}`, dev, 'Developer')
  })

  it('a merged pull request is reverted on a branch of its own', async () => {
    await commitTo(as(ada), repo, ['topic', 'main'], { 'new.txt': 'new\n' })
    const { number } = await openPull(as(ada), repo, 'topic')
    await settled(as(ada), repo, number)
    const path = `${repo}/pulls/${number}/revert`
    expectFault(await as(dev).post(path, {}), form, 'conflict')
    await as(ada).post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
    expectFault(await as(rea).post(path, {}), form, 'forbidden')
    const { status, body } = await as(dev).post(path, {})
    expect([status, body]).toEqual([
      201,
      { branch: `revert-${number}`, commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/) },
    ])
    expect([await statusOf(body.commit_sha, 'new.txt'), await statusOf('main', 'new.txt')]).toEqual([404, 200])
    expect((await as(dev).post(path, {})).body.branch).toBe(`revert-${number}-2`)
  })

  it('a commit is brought to another branch, and taken back there', async () => {
    await as(ada).post(`${repo}/branches`, { name: 'stable', ref: 'main' })
    const sha = await commitTo(as(ada), repo, 'main', { 'fix.txt': 'fixed\n' })
    const pick = `${repo}/commits/${sha}/cherry-pick`
    expectFault(await as(rea).post(pick, { branch: 'stable' }), form, 'forbidden')
    const reading = await newToken(as(dev), ['repo:read'])
    expect((await stithy.client(form).as(reading).post(pick, { branch: 'stable' })).status).toBe(403)
    const picked = await as(dev).post(pick, { branch: 'stable' })
    expect([picked.status, picked.body.branch]).toEqual([201, 'stable'])
    const { body: commit } = await as(dev).get(`${repo}/commits/stable`)
    expect(commit).toMatchObject({ sha: picked.body.commit_sha, author: { name: 'ada' }, committer: { name: 'dev' } })
    expectFault(await as(dev).post(pick, { branch: 'stable' }), form, 'conflict')
    const back = await as(dev).post(`${repo}/commits/stable/revert`, {
      branch: 'stable',
      new_branch: 'undo',
      message: 'Never mind',
    })
    expect([back.status, back.body.branch]).toEqual([201, 'undo'])
    expect([await statusOf('undo', 'fix.txt'), await statusOf('stable', 'fix.txt')]).toEqual([404, 200])
    expect((await as(dev).get(`${repo}/commits/undo`)).body.message.trim()).toBe('Never mind')
    expectFault(await as(dev).post(`${repo}/commits/0123456/revert`, {}), form, 'missing', {
      codeOfA: 'COMMIT_NOT_FOUND',
    })
  })

  it('commits that are brought to one branch at the same time are all there', async () => {
    await as(ada).post(`${repo}/branches`, { name: 'calm', ref: 'main' })
    const names = ['a', 'b', 'c']
    const picks: string[] = []
    for (const name of names) picks.push(await commitTo(as(ada), repo, 'main', { [name]: name }))
    const answers = await Promise.all(
      picks.map((sha) => as(dev).post(`${repo}/commits/${sha}/cherry-pick`, { branch: 'calm' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await Promise.all(names.map((name) => statusOf('calm', name)))).toEqual([200, 200, 200])
  })
})
