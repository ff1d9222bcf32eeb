// What outside checks say of commits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, type Form, forms } from '../support/faults.ts'
import { git, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { grant, newRepo } from '../support/repos.ts'
import { anId, aTime, itemsOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let developer: Person
let reader: Person
let head: string
let first: string
let repo: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  developer = await newPerson(stithy, 'dev')
  reader = await newPerson(stithy, 'rea')
  repo = await newRepo(stithy, ada, 'checked', { is_public: true })
  await newRepo(stithy, ada, 'other', { is_public: true })
  await grant(stithy, 'checked', developer, 'Developer')
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  const tree = await pushSomething(stithy, token, 'ada/checked')
  head = await git(tree, 'rev-parse', 'HEAD')
  first = await git(tree, 'rev-parse', 'HEAD~1')
})
afterAll(() => stithy.stop())

function as(who: Person | undefined, form: Form = 'B'): Client {
  return stithy.client(form).as(who?.access)
}

describe.each(forms)('the statuses of a commit, Form %s', (form) => {
  it('are reported by those who may push, listed newest first, and the newest of each check counts', async () => {
    const path = `${repo}/commits/${form === 'A' ? head : first}`
    const sha = form === 'A' ? head : first
    const none = await as(undefined, form).get(`${path}/status`)
    expect(none.body).toEqual({ commit_sha: sha, state: 'pending', total_count: 0, statuses: [] })
    const full = {
      state: 'pending',
      context: 'ci/test',
      description: 'Running\nnow',
      target_url: 'https://ci.example/1',
    }
    const made = await as(developer, form).post(`${path}/statuses`, full)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: anId[form],
      ...full,
      description: 'Running now',
      commit_sha: sha,
      creator: 'dev',
      created_at: aTime,
    })
    const states: unknown[] = []
    for (const [context, state] of [
      ['ci/test', 'success'],
      ['default', 'pending'],
      ['default', 'success'],
      ['lint', 'error'],
      ['lint', 'success'],
      ['lint', 'failure'],
    ]) {
      const body = context === 'default' ? { state } : { state, context }
      expect((await as(developer, form).post(`${path}/statuses`, body)).status).toBe(201)
      states.push((await as(undefined, form).get(`${path}/status`)).body.state)
    }
    expect(states).toEqual(['success', 'pending', 'success', 'failure', 'success', 'failure'])
    const combined = await as(undefined, form).get(`${path}/status`)
    expect(combined.body.statuses.map((one: Record<string, string>) => `${one['context']} ${one['state']}`)).toEqual([
      'ci/test success',
      'default success',
      'lint failure',
    ])
    const list = await as(undefined, form).get(`${path}/statuses`)
    expect(itemsOf(list.body).map((one) => one['state'])).toEqual([
      'failure',
      'success',
      'error',
      'success',
      'pending',
      'success',
      'pending',
    ])
    expect(itemsOf(list.body).at(-1)).toEqual(made.body)
  })

  it('are of commits that are there, and of values that make sense', async () => {
    const client = as(developer, form)
    for (const sha of ['0'.repeat(40), 'none', '--exec=x', '-h', 'zz', `${head}0`]) {
      for (const answer of [
        await client.post(`${repo}/commits/${encodeURIComponent(sha)}/statuses`, { state: 'success' }),
        await client.get(`${repo}/commits/${encodeURIComponent(sha)}/statuses`),
        await client.get(`${repo}/commits/${encodeURIComponent(sha)}/status`),
      ]) {
        expectFault(answer, form, 'missing', { codeOfA: 'COMMIT_NOT_FOUND' })
      }
    }
    for (const [body, detail] of [
      [{}, 'state: required'],
      [{ state: 'great' }, 'state: unknown'],
      [{ state: 'success', context: ' ' }, 'context: required'],
      [{ state: 'success', context: 'a\nb' }, 'context: format'],
      [{ state: 'success', context: ['a'] }, 'context: type'],
      [{ state: 'success', target_url: 'javascript:alert(1)' }, 'target_url: format'],
      [{ state: 'success', target_url: 'ci.example' }, 'target_url: format'],
      [{ state: 'success', description: 'x'.repeat(1001) }, 'description: too_long'],
    ] as const) {
      const answer = await client.post(`${repo}/commits/${head}/statuses`, body)
      expectFault(answer, form, 'invalid', { details: [detail] })
    }
    // Nothing of one repository is found under another.
    const elsewhere = await as(ada, form).get(`repos/ada/other/commits/${head}/statuses`)
    expectFault(elsewhere, form, 'missing', { codeOfA: 'COMMIT_NOT_FOUND' })
  })

  it('are not reported by readers, strangers, or tokens for other things', async () => {
    const path = `${repo}/commits/${head}/statuses`
    expectFault(await as(reader, form).post(path, { state: 'success' }), form, 'forbidden')
    expectFault(await as(undefined, form).post(path, { state: 'success' }), form, 'unauthorized')
    for (const scope of ['pulls:write', 'ci:write', 'repo:read']) {
      const token = await newToken(as(developer), [scope])
      const answer = await stithy.client(form).as(token).post(path, { state: 'success' })
      expectFault(answer, form, 'forbidden', { codeOfA: 'INSUFFICIENT_SCOPE' })
    }
  })
})
