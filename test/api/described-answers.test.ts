// Every answer of the API is as its description says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { misfit, readDescription } from '../support/described.ts'
import { forms } from '../support/faults.ts'
import { atLocalhost } from '../support/passkeys.ts'
import { newPerson, type Person, password } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { Walk } from '../support/walk.ts'
import { accountStories } from '../support/walk-accounts.ts'
import { pipelineStories } from '../support/walk-pipelines.ts'
import { repoStories } from '../support/walk-repos.ts'
import { sharingStories } from '../support/walk-sharing.ts'
import { threadStories } from '../support/walk-threads.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  const settings = { CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', IMPORT_ALLOWED_HOSTS: '127.0.0.1' }
  stithy = await startStithy({ ...(await atLocalhost()), ...settings })
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const stories = { ...accountStories, ...repoStories, ...sharingStories, ...threadStories, ...pipelineStories }

describe('holding an answer against the description', () => {
  it('shows a status, a field or a kind of value that it does not know, and a field that is missing', async () => {
    const description = await readDescription(stithy.client('A'))
    const answer = await stithy.client('A').get('users/ada')
    const held = (changed: Partial<Answer>) =>
      misfit(description, 'GET', '/users/{username}', { ...answer, ...changed })
    expect(held({})).toBeNull()
    expect(held({ status: 418 })).toContain('not described')
    expect(held({ body: { ...answer.body, password: 'x' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, id: 'one' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, created_at: 'yesterday' } })).not.toBeNull()
    expect(held({ body: { ...answer.body, email: undefined } })).not.toBeNull()
    expect(misfit(description, 'GET', '/users/nobody', answer)).toContain('not described')
    expect(misfit(description, 'GET', '/user/keys', answer)).toContain('lacks the headers')
  })
})

describe.each(forms)('every answer fits the description, Form %s', (form) => {
  let walk: Walk

  beforeAll(async () => {
    walk = new Walk(stithy, ada, form, await readDescription(stithy.client(form)))
  })

  it.each(Object.entries(stories))('of %s', async (_, story) => {
    await story(walk)
    expect(walk.takeMisfits()).toEqual([])
  })

  it('and the walk went everywhere, with success', () => {
    expect(walk.withoutSuccess()).toEqual([])
  })
})

describe('a refusal of the whole service', () => {
  it('fits the description too: closed registration, and too many requests', async () => {
    const strict = await startStithy({
      REGISTRATION_ENABLED: 'false',
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_LOGIN: '1/1h',
    })
    try {
      for (const form of forms) {
        const description = await readDescription(stithy.client(form))
        for (const status of form === 'A' ? [403, 429] : [429, 429]) {
          const body = { username: 'late', email: 'late@example.org', password }
          const answer = await strict.client(form).post('auth/register', body)
          expect(answer.status).toBe(status)
          expect(misfit(description, 'POST', '/auth/register', answer)).toBeNull()
        }
      }
    } finally {
      await strict.stop()
    }
  })
})
