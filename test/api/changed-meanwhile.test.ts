// What somebody was let in for takes its time, and at another server on the same data they lose the right to it meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
/** Another server on the same data, where there can be one. What is under way there can be held up. */
let other: TestStithy
let ada: Person
let owner: Client
let bob: Person
let token: string
let tokenId: number
let made = 0
let slug: string
let api: string

/** Where whoever comes by is held up, and whether somebody is. */
const held = { at: '', isReached: false, letGo: (): void => undefined }

function hold(at: string): void {
  held.at = at
  held.isReached = false
}

async function passing(point: string): Promise<void> {
  if (point !== held.at) return
  held.at = ''
  await new Promise<void>((resolve) => {
    held.letGo = resolve
    held.isReached = true
  })
}

/** Begins something that is held up at a point, has something else happen there, and lets it go on. */
async function meanwhile<T>(at: string, work: () => Promise<T>, act: () => Promise<Answer>): Promise<T> {
  hold(at)
  const working = work()
  await eventually(() => expect(held.isReached).toBe(true))
  expect((await act()).status).toBeLessThan(300)
  held.letGo()
  return working
}

beforeAll(async () => {
  stithy = await startStithy({}, onPostgres ? {} : { passing })
  const { DATABASE_URL = '', DATA_DIR = '' } = stithy.env
  other = onPostgres ? await startStithy({ DATABASE_URL, DATA_DIR }, { passing }) : stithy
  ada = await newPerson(stithy, 'ada')
  owner = stithy.client('B').as(ada.access)
})
afterAll(async () => {
  if (other !== stithy) await other.stop()
  await stithy.stop()
})

beforeEach(async () => {
  slug = `r${++made}`
  api = `repos/ada/${slug}`
  await owner.post('user/repos', { slug, is_public: true, auto_init: true })
  bob = await newPerson(stithy, `bob${made}`)
  const scopes = ['repo:write', 'pulls:write']
  const answer = await stithy.client('B').as(bob.access).post('user/tokens', { name: 'own', scopes })
  ;({ token, id: tokenId } = answer.body)
})

const share = (role: string): Promise<Answer> =>
  owner.send('PUT', `${api}/collaborators/${bob.username}`, { body: { role } })
const change = (body: object): Promise<Answer> => owner.send('PATCH', api, { body })
const theirs = (): Client => other.client('B').as(token)

describe('a fork of what is hidden while it is copied', () => {
  const fork = (): Promise<Answer> => theirs().post(`${api}/forks`, {})
  const hide = (): Promise<Answer> => change({ is_public: false })

  it('is not made for those who may not see it any more', async () => {
    expect((await meanwhile('repo.copied', fork, hide)).status).toBe(404)
    expect((await theirs().get(`repos/${bob.username}/${slug}`)).status).toBe(404)
  })

  it('is hidden like it for those who may', async () => {
    expect((await share('Reader')).status).toBeLessThan(300)
    expect((await meanwhile('repo.copied', fork, hide)).status).toBe(201)
    expect((await theirs().get(`repos/${bob.username}/${slug}`)).status).toBe(200)
    expect((await stithy.client().get(`repos/${bob.username}/${slug}`)).status).toBe(404)
  })
})

const losses = {
  'the repository is archived': () => change({ archived: true }),
  'they are no collaborator any more': () => owner.send('DELETE', `${api}/collaborators/${bob.username}`),
  'they may only read': () => share('Reader'),
  'their token is revoked': () => stithy.client('B').as(bob.access).send('DELETE', `user/tokens/${tokenId}`),
  'their account is disabled': () => owner.send('PATCH', `admin/users/${bob.username}`, { body: { disabled: true } }),
}

describe.each(Object.entries(losses))('when %s', (_name, lose) => {
  const mainNow = async (): Promise<string> => (await owner.get(`${api}/branches/main`)).body.commit_sha

  beforeEach(async () => {
    await share('Developer')
  })

  it('nothing is merged that was being merged', async () => {
    await commitTo(owner, api, ['more', 'main'], { 'more.txt': 'more\n' })
    const { number } = await openPull(owner, api, 'more')
    await settled(owner, api, number)
    const before = await mainNow()
    const merge = (): Promise<Answer> => theirs().post(`${api}/pulls/${number}/merge`, { merge_method: 'merge' })
    const answer = await meanwhile('merge.made', merge, lose)
    expect([401, 403, 404]).toContain(answer.status)
    expect(await mainNow()).toBe(before)
  })

  it('nothing is written that was being written', async () => {
    const before = await mainNow()
    const body = { content: 'bmV3', message: 'New' }
    const write = (): Promise<Answer> => theirs().send('PUT', `${api}/contents/new.txt`, { body })
    expect([401, 403, 404]).toContain((await meanwhile('push.judged', write, lose)).status)
    expect(await mainNow()).toBe(before)
  })

  it('nothing is taken that was being pushed', async () => {
    const before = await mainNow()
    const tree = await newFolder()
    await git(tree, 'clone', '-q', addressOf(other, token, `ada/${slug}`), '.')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'New')
    const push = () => tryGit(tree, 'push', '-q', 'origin', 'main')
    expect((await meanwhile('push.judged', push, lose)).code).not.toBe(0)
    expect(await mainNow()).toBe(before)
  })
})
