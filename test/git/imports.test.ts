// Repositories that come from another server.

import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/core/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { syncDueMirrors } from '../../src/features/mirrors/sync-due-mirrors.ts'
import { settleTimes } from '../../src/worker/settle-times.ts'
import type { Answer } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { oneJob } from '../support/pipelines.ts'
import { base64, gitRefs, grant, knownRefs, newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let eve: Person
let writing: string
/** The address of a public repository. */
let source: string

beforeAll(async () => {
  stithy = await startStithy({
    IMPORT_ALLOWED_HOSTS: '127.0.0.1',
    MAX_PUSH_BYTES: '1000000',
    CI_ENABLED: 'true',
  })
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  writing = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await newRepo(stithy, ada, 'engine', { is_public: true, default_branch: 'trunk' })
  const tree = await workTree()
  await git(tree, 'branch', '-m', 'trunk')
  await git(tree, 'tag', '-a', '-m', 'First', 'v1.0')
  await git(tree, 'branch', 'side/way')
  await git(tree, 'push', '-q', addressOf(stithy, writing, 'ada/engine'), '--all')
  await git(tree, 'push', '-q', addressOf(stithy, writing, 'ada/engine'), '--tags')
  source = `${stithy.url}/ada/engine`
})
afterAll(() => stithy.stop())

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Another server, that says whatever it likes. */
async function serve(answer: (...call: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, reply) => void answer(request, reply))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function start(slug: string, body: object, person = ada): Promise<Answer> {
  return stithy
    .client('A')
    .as(person.access)
    .post('user/repos/import', { slug, ...body })
}

async function ended(slug: string, person = ada): Promise<Answer['body']> {
  for (;;) {
    const { body } = await stithy.client('A').as(person.access).get(`repos/${person.username}/${slug}/import`)
    if (body.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const advertisement = 'application/x-git-upload-pack-advertisement'
const pkt = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text

/** A server with one branch, whose pack is what `pack` says. */
function pretending(pack: RequestListener, tip = 'c'.repeat(40)): RequestListener {
  return (request, reply) => {
    if (request.method === 'POST') {
      reply.setHeader('content-type', 'application/x-git-upload-pack-result')
      pack(request, reply)
      return
    }
    const refs = pkt(`${tip} refs/heads/main\0side-band-64k ofs-delta symref=HEAD:refs/heads/main\n`)
    reply.setHeader('content-type', advertisement).end(`${pkt('# service=git-upload-pack\n')}0000${refs}0000`)
  }
}

describe('a repository from another server', () => {
  it('comes with all branches and tags, and with its default branch', async () => {
    const made = await start('copy', { url: `${source}.git`, description: 'A copy' })
    expect([made.status, made.body.default_branch, made.body.description]).toEqual([201, 'trunk', 'A copy'])
    const state = await ended('copy')
    expect(state).toMatchObject({ url: `${source}.git`, state: 'done', error: null, unusable_refs: 0 })
    expect(state.received_bytes).toBeGreaterThan(100)
    const refs = await gitRefs(stithy, 'ada', 'copy')
    expect(refs).toEqual(await gitRefs(stithy, 'ada', 'engine'))
    expect(Object.keys(refs)).toEqual(['refs/heads/side/way', 'refs/heads/trunk', 'refs/tags/v1.0'])
    expect(await knownRefs(stithy, 'copy')).toEqual(refs)
    const repo = await stithy.client('B').as(ada.access).get('repos/ada/copy')
    expect([repo.body.is_empty, repo.body.is_public, repo.body.default_branch]).toEqual([false, false, 'trunk'])
    const folder = await newFolder()
    await git(folder, 'clone', '-q', addressOf(stithy, writing, 'ada/copy'), 'here')
  })

  it('is no news: it runs no pipelines, closes no issues, and nobody has just pushed its branches', async () => {
    const api = stithy.client('B').as(ada.access)
    await newRepo(stithy, ada, 'told', { is_public: true, auto_init: true })
    const { number } = (await api.post('repos/ada/told/issues', { title: 'Rings' })).body
    await newRepo(stithy, ada, 'built', { is_public: true, auto_init: true })
    const operations = [{ action: 'create', path: '.svc-ci.yml', content: base64(oneJob('true')) }]
    await api.post('repos/ada/built/contents', { branch: 'main', message: `Fixes ada/told#${number}`, operations })
    const issue = `repos/ada/told/issues/${number}`
    await expect.poll(async () => (await api.get(issue)).body.state).toBe('closed')
    await api.send('PATCH', issue, { body: { state: 'open' } })
    expect((await api.get('repos/ada/built/ci/pipelines')).body.total).toBe(1)
    expect((await start('quiet', { url: `${stithy.url}/ada/built` })).status).toBe(201)
    expect((await ended('quiet')).state).toBe('done')
    expect((await api.get('repos/ada/quiet/ci/pipelines')).body.total).toBe(0)
    expect((await stithy.app.db.selectFrom('jobs').select('name').execute()).map(({ name }) => name)).not.toContain(
      'issues.follow-push',
    )
    expect((await api.get(issue)).body.state).toBe('open')
    await start('branches', { url: source })
    await ended('branches')
    const home = (await stithy.client().get('/ada/branches', { cookie: ada.cookie })).text
    expect(home).not.toContain('You pushed')
  })

  it('that is private needs a token, which is kept nowhere', async () => {
    await newRepo(stithy, ada, 'hidden', { auto_init: true })
    const url = `${stithy.url}/ada/hidden`
    const without = await start('from-hidden', { url })
    expect([without.status, without.body.details[0]]).toMatchObject([422, { field: 'url', code: 'refused' }])
    const wrong = await start('from-hidden', { url, username: 'ada', password: 'nonsense' })
    expect([wrong.status, wrong.body.details[0].field]).toEqual([422, 'password'])
    expect((await stithy.client().as(ada.access).get('repos/ada/from-hidden')).status).toBe(404)
    expect((await start('from-hidden', { url, username: 'x', password: writing })).status).toBe(201)
    expect((await ended('from-hidden')).state).toBe('done')
    const rows = await stithy.app.db.selectFrom('imports').selectAll().execute()
    expect(JSON.stringify([rows, stithy.logs])).not.toContain(writing)
  })

  it('is found where the address leads on to, without the password', async () => {
    const asked: (string | undefined)[] = []
    const aside = await serve((request, reply) => {
      asked.push(request.headers.authorization)
      reply.writeHead(301, { location: `${source}${request.url?.slice('/old'.length)}` }).end()
    })
    expect((await start('moved', { url: `${aside}/old`, username: 'x', password: 'secret' })).status).toBe(201)
    expect(await ended('moved')).toMatchObject({ state: 'done', url: source })
    expect(asked).toEqual([`Basic ${Buffer.from('x:secret').toString('base64')}`])
  })

  it('leaves out names that cannot be kept', async () => {
    const tip = (await gitRefs(stithy, 'ada', 'engine'))['refs/heads/trunk'] ?? ''
    const odd = await serve(async (request, reply) => {
      const answer = await fetch(`${source}${request.url}`, {
        method: request.method ?? 'GET',
        ...(request.method === 'POST' ? { body: await textOf(request) } : {}),
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      })
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      const told = text.replace(/0000$/, `${pkt(`${tip} refs/heads/${'d'.repeat(40)}\n`)}0000`)
      reply.setHeader('content-type', answer.headers.get('content-type') ?? '')
      reply.end(Buffer.from(request.method === 'POST' ? text : told, 'latin1'))
    })
    expect((await start('odd', { url: odd })).status).toBe(201)
    expect(await ended('odd')).toMatchObject({ state: 'done', unusable_refs: 1 })
    // What follows it says so for as long as they are there.
    expect((await start('odd-too', { url: odd, mirror: true })).status).toBe(201)
    const mirror = () => stithy.client('A').as(ada.access).get('repos/ada/odd-too/mirror')
    await eventually(async () => {
      const { body } = await mirror()
      expect(body).toMatchObject({ state: 'waiting', error: null, last_synced_at: expect.any(String) })
    })
    const names = [`refs/heads/${'d'.repeat(40)}`]
    expect((await mirror()).body).toMatchObject({ unusable_refs: 1, unusable_names: names })
    const page = await stithy.client().send('GET', '/ada/odd-too/settings/mirror', { cookie: ada.cookie })
    expect(page.text).toContain(names[0])
  })

  it('goes to a team of whoever asks for it, and to nobody else', async () => {
    await stithy.client().as(ada.access).post('teams', { slug: 'smiths', name: 'Smiths' })
    expect((await start('shared', { url: source, owner: 'smiths' })).body.owner).toBe('smiths')
    expect((await start('shared', { url: source, owner: 'smiths' }, eve)).status).toBe(422)
    expect((await start('copy', { url: source })).status).toBe(409)
  })
})

describe('what cannot be imported', () => {
  const refuse = async (url: string): Promise<unknown> => {
    const { status, body } = await start('never', { url })
    return [status, body.details?.[0]?.code]
  }

  it.each([
    ['ftp://127.0.0.1/x', 'format'],
    ['file:///etc', 'format'],
    ['ssh://git@127.0.0.1/x', 'format'],
    ['not an address', 'format'],
    ['http://a:b@127.0.0.1/x', 'format'],
    ['http://192.168.0.1/x', 'not_public'],
    ['http://10.0.0.1/x', 'not_public'],
    ['http://[::1]:4000/x', 'not_public'],
    ['http://[::ffff:a00:1]/x', 'not_public'],
    ['http://169.254.169.254/latest', 'not_public'],
    ['http://127.0.0.1:9/x', 'unreachable'],
    ['http://nowhere.invalid/x', 'unreachable'],
  ])('%s: %s', async (url, code) => {
    expect(await refuse(url)).toEqual([422, code])
  })

  it('is what is no repository, or one with nothing in it', async () => {
    await newRepo(stithy, ada, 'nothing', { is_public: true })
    expect(await refuse(`${stithy.url}/ada/nothing`)).toEqual([422, 'empty'])
    expect(await refuse(`${stithy.url}/login`)).toEqual([422, 'not_found'])
    expect(await refuse(await serve((_request, reply) => void reply.end('<html>')))).toEqual([422, 'no_git'])
    const nonsense = await serve((_request, reply) => void reply.setHeader('content-type', advertisement).end('zzzz'))
    expect(await refuse(nonsense)).toEqual([422, 'no_git'])
    const failing = await serve((_request, reply) => void reply.writeHead(500).end())
    expect(await refuse(failing)).toEqual([422, 'unreachable'])
  })

  it('is not looked for inside, whoever leads there', async () => {
    const inside = (request: string) =>
      serve((_request, reply) => void reply.writeHead(302, { location: request }).end())
    expect(await refuse(await inside('http://10.0.0.1/info/refs'))).toEqual([422, 'not_public'])
    expect(await refuse(await inside('http://[fd00::1]/info/refs'))).toEqual([422, 'not_public'])
    expect(await refuse(await inside('file:///info/refs'))).toEqual([422, 'no_git'])
    const round: string = await serve(
      (_request, reply) => void reply.writeHead(302, { location: `${round}/info/refs` }).end(),
    )
    expect(await refuse(round)).toEqual([422, 'unreachable'])
  })

  it('is what lies behind an address longer than anybody gives, and nobody waits for that', async () => {
    const at = await serve((_request, reply) => {
      reply.writeHead(302, { location: `/a${'/'.repeat(12_000)}x/info/refs` }).end()
    })
    await expectNoPause(async () => {
      const answer = await start('slashes', { url: `${at}/ada/engine` })
      expect([answer.status, answer.body.details[0]]).toMatchObject([422, { field: 'url', code: 'no_git' }])
    })
    const close = await serve((_request, reply) => reply.writeHead(404).end())
    await expectNoPause(async () => {
      const answer = await start('slashes', { url: `${close}/a${'/'.repeat(1900)}engine` })
      expect(answer.body.details[0]).toMatchObject({ field: 'url', code: 'not_found' })
    })
  })

  it('leaves nothing behind', async () => {
    expect((await stithy.client().as(ada.access).get('repos/ada/never')).status).toBe(404)
  })
})

describe('an import that fails', () => {
  const cutOff = 'The server was stopped in the middle of it: try again'
  const failed = async (slug: string, pack: RequestListener, tip?: string): Promise<string> => {
    expect((await start(slug, { url: await serve(pretending(pack, tip)) })).status).toBe(201)
    const { state, error } = await ended(slug)
    expect(state).toBe('failed')
    const repo = await stithy.client('B').as(ada.access).get(`repos/ada/${slug}`)
    expect([repo.body.is_empty, await gitRefs(stithy, 'ada', slug)]).toEqual([true, {}])
    return error as string
  }

  it('says why, and can be tried again', async () => {
    const hangUp: RequestListener = (request) => void request.socket.destroy()
    expect(await failed('broken', hangUp)).toMatch(/does not answer/)
    const again = await stithy.client('A').as(ada.access).post('repos/ada/broken/import', { url: source })
    expect([again.status, again.body.state]).toEqual([201, 'running'])
    expect((await ended('broken')).state).toBe('done')
    const full = await stithy.client('A').as(ada.access).post('repos/ada/broken/import', { url: source })
    expect(full.status).toBe(409)
  })

  it('because what came is no pack, or only a part of one', async () => {
    expect(
      await failed('no-pack', (_request, reply) => void reply.end(`${pkt('NAK\n')}${pkt('\x01rubbish')}0000`)),
    ).toMatch(/Git did not take/)
    expect(await failed('cut-off', (_request, reply) => void reply.end(`${pkt('NAK\n')}0fff\x01PACK`))).toMatch(
      /broke off/,
    )
    expect(await failed('told-off', (_request, reply) => void reply.end(pkt('\x03no')))).toMatch(/broke off/)
  })

  it('because there is more than a push may bring', async () => {
    const tree = await workTree()
    await writeFile(join(tree, 'noise'), randomBytes(1_500_000))
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'Noise')
    await git(tree, 'repack', '-adq')
    const [name = ''] = (await readdir(join(tree, '.git/objects/pack'))).filter((file) => file.endsWith('.pack'))
    const pack = await readFile(join(tree, '.git/objects/pack', name))
    const tooMuch: RequestListener = (_request, reply) => {
      reply.write(pkt('NAK\n'))
      for (let at = 0; at < pack.length; at += 50_000) {
        const part = pack.subarray(at, at + 50_000)
        reply.write(Buffer.concat([Buffer.from((part.length + 5).toString(16).padStart(4, '0')), Buffer.of(1), part]))
      }
      reply.end('0000')
    }
    expect(await failed('too-much', tooMuch, await git(tree, 'rev-parse', 'HEAD'))).toMatch(/exceeds/)
  })

  it('because the service was stopped, or ended without a word', async () => {
    const silent: RequestListener = (_request, reply) => void reply.write(pkt('NAK\n'))
    const url = await serve(pretending(silent))
    expect((await start('waiting', { url })).status).toBe(201)
    expect((await start('following', { url, mirror: true, interval_minutes: 10_080 })).status).toBe(201)
    const at = 'repos/ada/waiting/import'
    const mirror = async () => (await stithy.client('B').as(ada.access).get('repos/ada/following/mirror')).body
    expect((await stithy.client('A').as(ada.access).get(at)).body.state).toBe('running')
    expect((await mirror()).state).toBe('running')
    const twice = await stithy.client('A').as(ada.access).post(at, { url: source })
    expect([twice.status, twice.body.code]).toEqual([409, 'CONFLICT'])
    stithy = await stithy.restart()
    source = `${stithy.url}/ada/engine`
    expect((await stithy.client('A').as(ada.access).get(at)).body).toMatchObject({ state: 'failed', error: cutOff })
    // That is nothing to wait a week for.
    const stopped = await mirror()
    expect([stopped.state, Date.parse(stopped.next_sync_at) <= stithy.app.clock.now()]).toEqual(['waiting', true])
    stithy.advance(61_000)
    const { app } = stithy
    const next = app.clock.now() + hour
    await inTransaction(app, async (tx) => {
      await tx.updateTable('imports').set({ state: 'running', error: null, heard_at: 0 }).execute()
      await tx.updateTable('mirrors').set({ is_running: 1, error: null, heard_at: 0, due_at: next }).execute()
    })
    expect((await stithy.client('A').as(ada.access).get(at)).body).toMatchObject({ state: 'failed', error: cutOff })
    expect((await mirror()).state).toBe('waiting')
    await syncDueMirrors(app)
    await eventually(async () => expect((await mirror()).state).toBe('running'))
  })
})

it('a mirror of a server that names what cannot be kept, or a default branch that it does not have', async () => {
  const api = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'odd-source', { is_public: true, auto_init: true })
  const { 'refs/heads/main': tip } = await gitRefs(stithy, 'ada', 'odd-source')
  const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  let named = [`${tip} refs/heads/main`]
  let head = 'main'
  const url = await serve(async (request, reply) => {
    if (request.method === 'POST') {
      const type = 'application/x-git-upload-pack'
      const headers = { 'content-type': `${type}-request` }
      const sent = await fetch(`${stithy.url}/ada/odd-source/git-upload-pack`, {
        method: 'POST',
        headers,
        body: await textOf(request),
      })
      return reply.setHeader('content-type', `${type}-result`).end(Buffer.from(await sent.arrayBuffer()))
    }
    const [first, ...others] = named
    const lines = [`${first}\0side-band-64k symref=HEAD:refs/heads/${head}\n`, ...others.map((line) => `${line}\n`)]
    const refs = `${pkt('# service=git-upload-pack\n')}0000${lines.map(pkt).join('')}0000`
    return reply.setHeader('content-type', advertisement).end(refs)
  })
  expect((await start('strange', { url, mirror: true })).status).toBe(201)
  const looked = () =>
    eventually(async () => {
      const { body } = await api.get('repos/ada/strange/mirror')
      expect(body.state).toBe('waiting')
      return body
    })
  expect((await looked()).error).toBeNull()
  named = [`${tip} refs/heads/main`, `${emptyTree} refs/heads/odd`, `${tip} refs/heads/even`]
  await api.post('repos/ada/strange/mirror/sync')
  const { error } = await looked()
  expect([error.includes('trying to write non-commit object'), error.includes('pull request')]).toEqual([true, false])
  named = [`${tip} refs/heads/even`]
  await api.post('repos/ada/strange/mirror/sync')
  expect((await looked()).error).toBeNull()
  expect(Object.keys(await knownRefs(stithy, 'strange')).toSorted()).toEqual(['refs/heads/even', 'refs/heads/main'])
  // What is in the way of another goes when that can be had, and not before.
  named = [`${'e'.repeat(40)} refs/heads/main/x`]
  head = 'main/x'
  await api.post('repos/ada/strange/mirror/sync')
  expect((await looked()).error).toContain('broke off')
  expect(Object.keys(await knownRefs(stithy, 'strange'))).toEqual(['refs/heads/main'])
  named = [`${tip} refs/heads/main/x`]
  await api.post('repos/ada/strange/mirror/sync')
  expect((await looked()).error).toBeNull()
  expect(Object.keys(await knownRefs(stithy, 'strange'))).toEqual(['refs/heads/main/x'])
})

it('a clock that was ahead and is put right holds up nothing', async () => {
  const { app } = stithy
  const client = stithy.client('B').as(ada.access)
  const url = await serve(pretending((_request, reply) => void reply.end()))
  expect((await start('late', { url })).status).toBe(201)
  expect((await start('late-mirror', { url, mirror: true })).status).toBe(201)
  await ended('late')
  const ahead = app.clock.now() + 400 * day
  const late = await idOf('late')
  const mirrored = await idOf('late-mirror')
  await eventually(async () => expect((await client.get('repos/ada/late-mirror/mirror')).body.state).toBe('waiting'))
  await inTransaction(app, async (tx) => {
    const running = { state: 'running' as const, heard_at: ahead }
    await tx.updateTable('imports').set(running).where('repo_id', '=', late).execute()
    const left = { is_running: 1, heard_at: ahead, due_at: ahead }
    await tx.updateTable('mirrors').set(left).where('repo_id', '=', mirrored).execute()
  })
  expect((await client.get('repos/ada/late-mirror/mirror')).body.state).toBe('running')
  await settleTimes(app)
  stithy.advance(2 * minute)
  expect((await client.get('repos/ada/late/import')).body.state).toBe('failed')
  const { state, next_sync_at: next } = (await client.get('repos/ada/late-mirror/mirror')).body
  expect([state, Date.parse(next) <= app.clock.now()]).toEqual(['waiting', true])
})

async function idOf(slug: string): Promise<number> {
  const row = stithy.app.db.selectFrom('repos').select('id').where('slug', '=', slug)
  return (await row.executeTakeFirstOrThrow()).id
}

it('nobody waits while somebody has us read very many refs', async () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => pkt(`${'c'.repeat(40)} refs/heads/branch-${at}\n`))
  const refs = pkt(`${'c'.repeat(40)} refs/heads/main\0side-band-64k\n`) + lines.join('')
  const all = Buffer.from(`${pkt('# service=git-upload-pack\n')}0000${refs}0000`)
  const url = await serve((_request, reply) => reply.setHeader('content-type', advertisement).end(all))
  await expectNoPause(async () => {
    // The name is taken: that is found out after the look.
    expect((await start('engine', { url })).status).toBe(409)
  })
})

it('nobody has more than three at once', async () => {
  const silent: RequestListener = (_request, reply) => void reply.write(pkt('NAK\n'))
  const url = await serve(pretending(silent))
  const made = [1, 2, 3, 4].map((number) => start(`many-${number}`, { url }, eve))
  const answers = (await Promise.all(made)).toSorted((a, b) => a.status - b.status)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  expect(answers.at(-1)?.text).toContain('You have 3 imports under way: try again in 60 s')
  const api = stithy.client('B').as(eve.access)
  const slugs = [1, 2, 3, 4].map((number) => `followers-${number}`)
  const followed = await Promise.all(slugs.map((slug) => start(slug, { url, mirror: true }, eve)))
  expect(followed.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const states = await Promise.all(slugs.map(async (slug) => (await api.get(`repos/eve/${slug}/mirror`)).body.state))
  expect(states.filter((state) => state === 'running')).toHaveLength(3)
  const pressed = await api.post(`repos/eve/${slugs[states.indexOf('waiting')]}/mirror/sync`)
  expect([pressed.status, pressed.text]).toEqual([429, expect.stringContaining('eve has 3')])
  // Nor does anybody keep others waiting by that.
  const broken = await serve(pretending((_request, reply) => void reply.end()))
  expect((await start('elsewhere', { url: broken, mirror: true })).status).toBe(201)
  const { app } = stithy
  const mirror = async () => (await stithy.client('B').as(ada.access).get('repos/ada/elsewhere/mirror')).body
  await eventually(async () => expect((await mirror()).error).not.toBeNull())
  const id = await idOf('elsewhere')
  await inTransaction(app, async (tx) => {
    await tx.updateTable('mirrors').set({ due_at: 0, error: null }).where('repo_id', '=', id).execute()
  })
  await syncDueMirrors(app)
  await eventually(async () => expect((await mirror()).error).not.toBeNull())
})

it('is told to those who may write to it, and to nobody else', async () => {
  const at = 'repos/ada/copy/import'
  await grant(stithy, 'copy', eve, 'Reader')
  expect((await stithy.client().as(eve.access).get(at)).status).toBe(403)
  expect((await stithy.client().get(at)).status).toBe(401)
  expect((await stithy.client('A').as(ada.access).get('repos/ada/engine/import')).body.code).toBe('IMPORT_NOT_FOUND')
})

async function textOf(request: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.from(Buffer.concat(chunks))
}
