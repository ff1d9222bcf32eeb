// Who may have issues brought from another forge, for how long, and what of them is not believed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resumeTrackers } from '../../src/features/trackers/start-tracker.ts'
import type { Answer, Client } from '../support/client.ts'
import { type Forge, type ForgeKind, importEnded, listsOf, type ProjectThere, startForge } from '../support/forges.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let api: Client

beforeAll(async () => {
  stithy = await startStithy({ IMPORT_ALLOWED_HOSTS: '127.0.0.1' })
  ada = await newPerson(stithy, 'ada')
  api = stithy.client('A').as(ada.access)
  await newRepo(stithy, ada, 'engine', { is_public: true, auto_init: true })
})
const forges: Forge[] = []
afterAll(async () => {
  for (const forge of forges) forge.stop()
  await stithy.stop()
})

async function newForge(kind: ForgeKind, project: ProjectThere, folder?: string): Promise<Forge> {
  const forge = await startForge(kind, `${stithy.url}/ada/engine.git`, folder)
  Object.assign(forge.lists, listsOf(kind, project))
  forges.push(forge)
  return forge
}

type Body = Answer['body']

async function trackerOf(slug: string): Promise<Body> {
  return (await api.get(`repos/ada/${slug}/import`)).body.tracker
}

const ended = (slug: string): Promise<Body> => importEnded(() => trackerOf(slug))

const issueOf = async (slug: string, number = 1): Promise<Body> =>
  (await api.get(`repos/ada/${slug}/issues/${number}`)).body

const few: ProjectThere = { issues: [1, 2, 3].map((number) => ({ number, title: `Issue ${number}` })) }

async function letIn(username: string, slug: string, role: string): Promise<void> {
  const answer = await api.send('PUT', `repos/ada/${slug}/collaborators/${username}`, { body: { role } })
  expect(answer.status).toBeLessThan(300)
}

describe('who may have issues brought', () => {
  let bob: Person
  beforeAll(async () => {
    bob = await newPerson(stithy, 'bob')
  })

  it('a Developer may fill an empty repository, but not with issues', async () => {
    const forge = await newForge('github', few)
    for (const slug of ['blank', 'full']) await newRepo(stithy, ada, slug, { auto_init: slug === 'full' })
    for (const slug of ['blank', 'full']) {
      await letIn('bob', slug, 'Developer')
      const body = { url: forge.url, tracker: 'github' }
      const refused = await stithy.client('A').as(bob.access).post(`repos/ada/${slug}/import`, body)
      expect([refused.status, refused.body.error]).toEqual([
        403,
        'This needs the role Maintainer; you are Developer here',
      ])
    }
    expect(forge.asked).toEqual([])
    const commits = await stithy.client('A').as(bob.access).post('repos/ada/blank/import', { url: forge.url })
    expect(commits.status).toBe(201)
  })

  it('the pages of a Developer offer none, and take none', async () => {
    const forge = await newForge('github', few)
    await newRepo(stithy, ada, 'offered')
    await letIn('bob', 'offered', 'Developer')
    const home = async (who: Person): Promise<string> =>
      (await stithy.client().get('/ada/offered', { cookie: who.cookie })).text
    expect(await home(ada)).toContain('name="tracker"')
    expect(await home(bob)).toContain('action="/ada/offered/import"')
    expect(await home(bob)).not.toContain('name="tracker"')
    const fields = { url: forge.url, username: '', tracker: 'github' }
    const sent = await stithy.client().send('POST', '/ada/offered/import', { fields, cookie: bob.cookie })
    expect(sent.status).toBe(403)
    const alone = await stithy.client().get('/ada/full/import', { cookie: bob.cookie })
    expect(alone.status).toBe(200)
    expect(alone.text).not.toContain('<form method="post" action="/ada/full/import"')
    expect(alone.text).toContain('A maintainer can bring')
  })

  it('a Maintainer may', async () => {
    const forge = await newForge('github', few)
    await newRepo(stithy, ada, 'kept', { auto_init: true })
    await letIn('bob', 'kept', 'Maintainer')
    const body = { url: forge.url, tracker: 'github' }
    expect((await stithy.client('A').as(bob.access).post('repos/ada/kept/import', body)).status).toBe(201)
    expect(await ended('kept')).toMatchObject({ state: 'done', issues: 3 })
  })
})

it('a token of somebody who may has to be one for issues and pull requests as well', async () => {
  const forge = await newForge('github', few)
  await newRepo(stithy, ada, 'by-token', { auto_init: true })
  const body = { url: forge.url, tracker: 'github' }
  const all = ['repo:write', 'issues:write', 'pulls:write']
  for (const [missing, scopes] of [
    ['issues:write', ['repo:write']],
    ['issues:write', ['repo:write', 'issues:read', 'pulls:write']],
    ['pulls:write', ['repo:write', 'issues:write']],
  ] as const) {
    const token = stithy.client('A').as(await newToken(api, scopes))
    for (const answer of [
      await token.post('repos/ada/by-token/import', body),
      await token.post('user/repos/import', { ...body, name: 'by-token-too' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
      expect(answer.body.error).toContain(missing)
    }
  }
  expect(forge.asked).toEqual([])
  const commits = stithy.client('A').as(await newToken(api, ['repo:write']))
  expect((await commits.post('user/repos/import', { url: forge.url, name: 'commits-alone' })).status).toBe(201)
  const token = stithy.client('A').as(await newToken(api, all))
  expect((await token.post('repos/ada/by-token/import', body)).status).toBe(201)
  expect(await ended('by-token')).toMatchObject({ state: 'done', issues: 3 })
})

describe('it ends with the right to it', () => {
  /** Under way, and waiting for an answer to the list of issues. */
  async function underWay(slug: string, who: Person): Promise<Forge> {
    const forge = await newForge('github', few)
    forge.instead = (path, _reply, query) => path === '/issues' && query.get('direction') === 'asc'
    await newRepo(stithy, ada, slug, { auto_init: true })
    await letIn(who.username, slug, 'Maintainer')
    const body = { url: forge.url, tracker: 'github', password: 'sesame' }
    expect((await stithy.client('A').as(who.access).post(`repos/ada/${slug}/import`, body)).status).toBe(201)
    await eventually(() => expect(forge.asked.filter(({ path }) => path === '/issues')).toHaveLength(2))
    return forge
  }

  async function expectStopped(slug: string, error: string): Promise<void> {
    expect(await ended(slug)).toMatchObject({ state: 'failed', issues: 0, error })
    const rows = await stithy.app.db.selectFrom('tracker_imports').select('sealed_token').execute()
    expect(rows.filter(({ sealed_token: token }) => token !== null)).toEqual([])
  }

  it('where the account is disabled; whoever may goes on from there', async () => {
    const carol = await newPerson(stithy, 'carol')
    const forge = await underWay('disabled', carol)
    const disabled = await api.send('PATCH', 'admin/users/carol', { body: { disabled: true } })
    expect(disabled.status).toBe(200)
    await expectStopped('disabled', 'The account that began it is disabled or gone')
    forge.instead = null
    const again = await api.post('repos/ada/disabled/import', { url: forge.url, tracker: 'github' })
    expect(again.status).toBe(201)
    expect(await ended('disabled')).toMatchObject({ state: 'done', issues: 3 })
  })

  it('where the role is lost', async () => {
    const dave = await newPerson(stithy, 'dave')
    await underWay('weaker', dave)
    await letIn('dave', 'weaker', 'Developer')
    await expectStopped('weaker', 'dave, who began it, is no maintainer here any more')
  })

  it('where the repository is archived', async () => {
    const erin = await newPerson(stithy, 'erin')
    await underWay('shelved', erin)
    expect((await api.send('PATCH', 'repos/ada/shelved', { body: { archived: true } })).status).toBe(200)
    await expectStopped('shelved', 'This repository is archived: it can be read, not changed')
  })

  it('also where nobody is at work on it', async () => {
    const frank = await newPerson(stithy, 'frank')
    const forge = await underWay('left', frank)
    stithy = await stithy.restart()
    forge.instead = null
    await api.send('PATCH', 'admin/users/frank', { body: { disabled: true } })
    const before = forge.asked.length
    await resumeTrackers(stithy.app)
    await expectStopped('left', 'The account that began it is disabled or gone')
    expect(forge.asked).toHaveLength(before)
  })
})

describe('numbers', () => {
  it.each<[string, ForgeKind, number]>([
    ['far beyond how many there are', 'gitea', 900_000_000],
    ['that nobody would count up to', 'github', 30_000],
  ])('%s are refused, with a sentence', async (_what, kind, last) => {
    const forge = await newForge(kind, { issues: [{ number: last, title: 'Far' }] })
    const refused = await api.post('user/repos/import', { slug: 'far', url: forge.url, tracker: kind })
    const [detail] = refused.body.details
    expect([refused.status, detail.field, detail.code]).toEqual([422, 'tracker', 'numbers'])
    expect(detail.message).toBe(
      `has numbers up to ${last.toLocaleString('en')}, with 1 issue or pull request: so many would be left empty here`,
    )
    expect((await api.get('repos/ada/far')).status).toBe(404)
  })

  it('with gaps that discussions and deleted ones leave are fine', async () => {
    const forge = await newForge('github', { issues: [{ number: 9000, title: 'Sparse' }] })
    await api.post('user/repos/import', { slug: 'sparse', url: forge.url, tracker: 'github' })
    expect(await ended('sparse')).toMatchObject({ state: 'done', issues: 1 })
    expect((await api.post('repos/ada/sparse/issues', { title: 'Here' })).body.number).toBe(9001)
  })

  it('of a server that says nothing, or lies, of how many there are have a limit all the same', async () => {
    const silent = await newForge('github', { issues: [{ number: 6_000_000, title: 'Far' }] })
    silent.instead = (path, reply) => {
      if (path !== '/issues') return false
      reply.setHeader('link', '<https://elsewhere.example/x?after=abc>; rel="next"')
      reply.end(JSON.stringify(silent.lists['/issues']))
      return true
    }
    const liar = await newForge('gitea', { issues: [{ number: 800_000_000, title: 'Far' }] })
    liar.instead = (path, reply) => {
      if (path !== '/issues') return false
      reply.setHeader('x-total-count', '799999999')
      reply.end(JSON.stringify(liar.lists['/issues']))
      return true
    }
    const asked = await Promise.all([
      api.post('user/repos/import', { slug: 'far', url: silent.url, tracker: 'github' }),
      api.post('user/repos/import', { slug: 'far', url: liar.url, tracker: 'gitea' }),
    ])
    expect(asked.map(({ status, body }) => [status, body.details[0].code])).toEqual([
      [422, 'numbers'],
      [422, 'numbers'],
    ])
  })
})

describe('a GitLab that is not at the root of its server', () => {
  it('is found below its folder', async () => {
    const forge = await newForge('gitlab', few, '/tools/gitlab')
    const answer = await api.post('user/repos/import', { slug: 'below', url: forge.url, tracker: 'gitlab' })
    expect(answer.status).toBe(201)
    expect(await ended('below')).toMatchObject({ state: 'done', issues: 3 })
    expect((await issueOf('below')).imported_from).toBe(`${forge.origin}/tools/gitlab/ada/engine/-/issues/1`)
  })

  it('goes on there after a restart', async () => {
    const forge = await newForge('gitlab', few, '/tools/gitlab')
    forge.instead = (path, _reply, query) => path === '/issues' && query.get('sort') === 'asc'
    await api.post('user/repos/import', { slug: 'below-later', url: forge.url, tracker: 'gitlab' })
    await eventually(() => expect(forge.asked.filter(({ path }) => path === '/issues')).toHaveLength(2))
    stithy = await stithy.restart()
    forge.instead = null
    await resumeTrackers(stithy.app)
    expect(await ended('below-later')).toMatchObject({ state: 'done', issues: 3 })
  })

  it('that has no such project says what the server says at its root', async () => {
    const forge = await newForge('gitlab', few, '/tools/gitlab')
    forge.instead = (_path, reply) => {
      reply.writeHead(404).end('{}')
      return true
    }
    const refused = await api.post('user/repos/import', { slug: 'never', url: forge.url, tracker: 'gitlab' })
    expect([refused.status, refused.body.details[0].code]).toEqual([422, 'not_found'])
    expect(forge.asked.length).toBeLessThanOrEqual(3)
  })
})

describe('what is written there', () => {
  it('names of people are one line that nothing turns around', async () => {
    const by = 'ann\u202e\u2066\r\nX-Spam:\u2028yes\u200f\u0085'
    const said = [{ by: '\u202e\u200b', body: 'Mine too', at: '2019-06-01T00:00:00Z' }]
    for (const kind of ['github', 'gitea', 'gitlab'] as const) {
      const forge = await newForge(kind, { issues: [{ number: 1, title: 'Rings', by, said }] })
      await api.post('user/repos/import', { slug: `names-${kind}`, url: forge.url, tracker: kind })
      expect(await ended(`names-${kind}`)).toMatchObject({ state: 'done', comments: 1 })
      expect((await issueOf(`names-${kind}`)).author_elsewhere).toBe('ann X-Spam: yes')
      const [comment] = itemsOf((await api.get(`repos/ada/names-${kind}/issues/1/comments`)).body)
      expect(comment).not.toHaveProperty('author_elsewhere')
    }
  })

  it.each(['github', 'gitea', 'gitlab'] as const)('links of %s lead where they led there', async (kind) => {
    const body = [
      'See [one](/ada/engine/issues/2), ![a](/uploads/1/a.png) and <img src="/attachments/7">.',
      '[two](../issues/3 "third"), [file](docs/a.md), [other](//cdn.example/x), [part](#part), [whole](https://a.example/)',
      '[ref]: /ada/engine/wiki',
      '`[code](/stays)`',
      '```\n[code](/stays)\n```',
    ].join('\n')
    const forge = await newForge(kind, {
      issues: [{ number: 1, title: 'Rings', body, said: [{ by: 'bob', body: '[x](/y)', at: '2019-06-01T00:00:00Z' }] }],
      releases: [],
    })
    const slug = `links-${kind}`
    await api.post('user/repos/import', { slug, url: forge.url, tracker: kind })
    expect(await ended(slug)).toMatchObject({ state: 'done', comments: 1 })
    const { origin } = forge
    const uploads = kind === 'gitlab' ? `${origin}/ada/engine/uploads` : `${origin}/uploads`
    const third = `${origin}/ada/engine${kind === 'gitlab' ? '/-' : ''}/issues/3`
    expect((await issueOf(slug)).body.split('\n')).toEqual([
      `See [one](${origin}/ada/engine/issues/2), ![a](${uploads}/1/a.png) and <img src="${origin}/attachments/7">.`,
      `[two](${third} "third"), [file](docs/a.md), [other](//cdn.example/x), [part](#part), [whole](https://a.example/)`,
      `[ref]: ${origin}/ada/engine/wiki`,
      '`[code](/stays)`',
      '```',
      '[code](/stays)',
      '```',
    ])
    const [comment] = itemsOf((await api.get(`repos/ada/${slug}/issues/1/comments`)).body)
    expect(comment?.['body']).toBe(`[x](${origin}/y)`)
  })
})
