import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branchRef } from '../../src/core/ref-name.ts'
import { requireSha } from '../../src/core/sha.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { settlePush } from '../../src/features/transport/settle-push.ts'
import { flushPkt, pktLine } from '../../src/git/pkt-line.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { enrol, newPerson, newToken, type Person, password } from '../support/people.ts'
import { folderOf, knownRefs } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

function url(repo: string): string {
  return addressOf(stithy, token, repo)
}

async function newRepo(slug: string, more: object = {}): Promise<void> {
  const answer = await stithy
    .client()
    .as(ada.access)
    .post('user/repos', { slug, ...more })
  expect(answer.status).toBe(201)
}

async function workTree(): Promise<string> {
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await commit(folder, 'one')
  return folder
}

async function commit(folder: string, text: string): Promise<string> {
  await writeFile(join(folder, 'file'), text)
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', text)
  return git(folder, 'rev-parse', 'HEAD')
}

describe('a push over HTTP', () => {
  it('makes the repository stop being empty, and what it sent can be cloned', async () => {
    await newRepo('first')
    const tree = await workTree()
    await git(tree, 'push', '-q', url('ada/first.git'), 'HEAD:main')
    const repo = await stithy.client('B').as(ada.access).get('repos/ada/first')
    expect(repo.body).toMatchObject({ is_empty: false, default_branch: 'main' })
    const clone = await newFolder()
    await git(clone, 'clone', '-q', url('ada/first'), '.')
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
  })

  it('says where the repository is, where to open a pull request, and where the one that is open stands', async () => {
    await newRepo('told')
    const tree = await workTree()
    const push = async (...refs: readonly string[]) =>
      (await tryGit(tree, 'push', url('ada/told'), ...refs)).stderr.match(/(?<=^remote: {3})http\S+/gm)
    const home = `${stithy.url}/ada/told`
    expect(await push('main')).toEqual([home])
    await commit(tree, 'two')
    expect(await push('main:odd/"&<b>', 'main')).toEqual([`${home}/pulls/new?target=main&source=odd%2F%22%26%3Cb%3E`])
    await commit(tree, 'three')
    expect(await push('main:odd/"&<b>', 'main:refs/tags/v1')).toBe(null)
    const pull = { title: 'Three', source_branch: 'odd/"&<b>', target_branch: 'main' }
    const made = await stithy.client('B').as(ada.access).post('repos/ada/told/pulls', pull)
    await commit(tree, 'four')
    expect(await push('main:odd/"&<b>')).toEqual([`${home}/pulls/${made.body.number}`])
    expect(await push(':odd/"&<b>')).toBe(null)
  })

  it('of master into a repository made with main makes master the default', async () => {
    await newRepo('old-style')
    const tree = await workTree()
    await git(tree, 'push', '-q', url('ada/old-style'), 'HEAD:master')
    const repo = await stithy.client('B').as(ada.access).get('repos/ada/old-style')
    expect(repo.body.default_branch).toBe('master')
  })

  it('of many branches makes the one the default that is mostly called so', async () => {
    await newRepo('moved')
    const tree = await workTree()
    const all = ['a-fix', 'trunk', 'z'].map((name) => `HEAD:refs/heads/${name}`)
    await git(tree, 'push', '-q', url('ada/moved'), ...all)
    const repo = await stithy.client('B').as(ada.access).get('repos/ada/moved')
    expect(repo.body.default_branch).toBe('trunk')
  })

  it('is written down ref by ref as git has them', async () => {
    await newRepo('refs')
    const tree = await workTree()
    await git(tree, 'tag', 'light')
    await git(tree, 'tag', '-am', 'heavy', 'heavy')
    await git(tree, 'push', '-q', url('ada/refs'), 'main', 'main:a/b', 'light', 'heavy')
    await git(tree, 'push', '-q', url('ada/refs'), ':a/b')
    const ours = await stithy.app.db
      .selectFrom('refs')
      .innerJoin('repos', 'repos.id', 'refs.repo_id')
      .select(['refs.name', 'refs.sha', 'refs.peeled'])
      .where('repos.slug', '=', 'refs')
      .orderBy('refs.name')
      .execute()
    const shown = await git(tree, 'ls-remote', url('ada/refs'))
    const head = await git(tree, 'rev-parse', 'HEAD')
    for (const row of ours) expect(shown).toContain(`${row.sha}\t${row.name}`)
    expect(ours.map((row) => row.name)).toEqual(['refs/heads/main', 'refs/tags/heavy', 'refs/tags/light'])
    expect(ours.every((row) => row.peeled === head)).toBe(true)
  })

  it('to a ref that is ours is refused with a sentence', async () => {
    await newRepo('ours')
    const tree = await workTree()
    await git(tree, 'push', '-q', url('ada/ours'), 'main')
    for (const ref of ['refs/pull/1/head', 'refs/replace/x']) {
      const { code, stderr } = await tryGit(tree, 'push', url('ada/ours'), `HEAD:${ref}`)
      expect(code).toBe(1)
      expect(stderr).toMatch(/hidden ref|is reserved/)
    }
    const deleted = await tryGit(tree, 'push', url('ada/ours'), ':main')
    expect(deleted.stderr).toContain('default branch and cannot be deleted')
  })

  it.each([
    ['few', 0],
    ['many', 40],
  ] as const)(
    'of %s refs is refused with a sentence where one of them cannot be kept beside another',
    async (word, more) => {
      await newRepo(`beside-${word}`)
      const tree = await workTree()
      const others = Array.from({ length: more }, (_, at) => `main:refs/heads/other-${at}`)
      const push = (...refs: readonly string[]) => tryGit(tree, 'push', url(`ada/beside-${word}`), ...refs, ...others)
      await git(tree, 'push', '-q', url(`ada/beside-${word}`), 'main', 'main:refs/tags/v2/x', 'main:refs/tags/v1')
      for (const [refs, other, name] of [
        [['main:refs/tags/v2'], 'refs/tags/v2/x', 'refs/tags/v2'],
        [['main:refs/tags/v1/x'], 'refs/tags/v1', 'refs/tags/v1/x'],
        [['main:refs/tags/v3', 'main:refs/tags/v3/x'], 'refs/tags/v3/x', 'refs/tags/v3'],
      ] as const) {
        const refused = await push(...refs)
        expect(refused.code).toBe(1)
        expect(refused.stderr).toContain(`${other} is in the way of ${name}: git cannot keep both`)
        expect(refused.stderr).not.toContain('lock')
      }
      // What goes makes room.
      expect((await push(':refs/tags/v2/x', 'main:refs/tags/v2')).code).toBe(0)
      expect((await push('main:refs/tags/v2x', 'main:refs/heads/v2/y')).code).toBe(0)
    },
  )

  it('asks a stranger to sign in, whether the repository is private or missing', async () => {
    await newRepo('secret')
    for (const repo of ['ada/secret', 'ada/nothing', 'nobody/nothing']) {
      const answer = await stithy.client().get(`/${repo}/info/refs?service=git-upload-pack`)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain('Basic')
      // Whatever is wrong with what they send.
      for (const service of ['git-upload-pack', 'git-receive-pack']) {
        const sent = await stithy.client().send('POST', `/${repo}/${service}`)
        expect([sent.status, sent.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
      }
    }
  })
})

describe('a push that was thought dead', () => {
  it('and ended by another process before its refs moved is recorded all the same, once', async () => {
    await newRepo('paused')
    const tree = await workTree()
    await git(tree, 'push', '-q', url('ada/paused'), 'main')
    const before = await git(tree, 'rev-parse', 'HEAD')
    const after = await commit(tree, 'two')
    await git(tree, 'push', '-q', await folderOf(stithy, 'ada', 'paused'), 'main')
    const ref = branchRef('main')
    if (ref === null) throw new Error('main is no name of a branch')
    const { id } = await stithy.app.db
      .selectFrom('repos')
      .select('id')
      .where('slug', '=', 'paused')
      .executeTakeFirstOrThrow()
    // As it is when it goes on: its entry is not in the journal any more.
    const entry = { id: 1e9, repoId: id, pusherId: null, gitProcess: null, purpose: null }
    const changes = [{ ref, before: requireSha(before), after: requireSha(after) }]
    const versions: number[] = []
    for (let times = 0; times < 2; times++) {
      await settlePush(stithy.app, { ...entry, changes }, new Set([ref]))
      expect((await knownRefs(stithy, 'paused'))[ref]).toBe(after)
      const row = stithy.app.db.selectFrom('repos').select('refs_version').where('id', '=', id)
      versions.push((await row.executeTakeFirstOrThrow()).refs_version)
    }
    expect(versions[1]).toBe(versions[0])
  })
})

describe('a push that was cut off', () => {
  it('after the refs had moved gets its effects at the next start, once', async () => {
    await newRepo('cut-off')
    const tree = await workTree()
    await git(tree, 'push', '-q', url('ada/cut-off'), 'main')
    const head = await commit(tree, 'two')
    const before = await git(tree, 'rev-parse', 'HEAD~1')
    const repo = await stithy.app.db
      .selectFrom('repos')
      .select(['id', 'uuid'])
      .where('slug', '=', 'cut-off')
      .executeTakeFirstOrThrow()
    // As a server leaves it that dies between the refs and their effects: moved, locked, and in the journal.
    const dir = join(stithy.dataDir, 'repositories', 'ada', `${repo.uuid}.git`)
    await git(tree, 'push', '-q', dir, 'main')
    await writeFile(join(dir, 'refs/heads/main.lock'), '')
    const long = stithy.app.clock.now() - 60 * 60 * 1000
    await inTransaction(stithy.app, async (tx) => {
      const changes = JSON.stringify([{ ref: 'refs/heads/main', before, after: head }])
      const entry = { uuid: 'cut-off', repo_id: repo.id, pusher_id: 1, origin: 'api', changes, created_at: long }
      await tx.insertInto('push_journal').values(entry).execute()
    })
    stithy = await stithy.restart()
    const kept = await stithy.app.db
      .selectFrom('refs')
      .select('sha')
      .where('repo_id', '=', repo.id)
      .where('name', '=', 'refs/heads/main')
      .executeTakeFirst()
    expect(kept?.sha).toBe(head)
    expect(await stithy.app.db.selectFrom('push_journal').select('id').execute()).toEqual([])
    await commit(tree, 'three')
    await git(tree, 'push', '-q', url('ada/cut-off'), 'main')
  })
})

describe('a push that takes long', () => {
  /** Sends the half of it, lets something happen, and sends the rest. */
  async function pushAround(
    slug: string,
    credential: string,
    happens: () => Promise<unknown>,
    name = 'x',
  ): Promise<string> {
    const tree = await workTree()
    const sha = await git(tree, 'rev-parse', 'HEAD')
    const command = `${'0'.repeat(40)} ${sha} refs/heads/late\0 report-status`
    const line = `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`
    const pack = execFileSync('git', ['pack-objects', '--all', '--stdout', '-q'], { cwd: tree })
    const { hostname, port } = new URL(stithy.url)
    const headers = {
      authorization: `Basic ${Buffer.from(`${name}:${credential}`).toString('base64')}`,
      'content-type': 'application/x-git-receive-pack-request',
    }
    const sent = request({ hostname, port, method: 'POST', path: `/ada/${slug}/git-receive-pack`, headers })
    sent.write(Buffer.concat([Buffer.from(line), pack.subarray(0, 20)]))
    const objects = join(await folderOf(stithy, 'ada', slug), 'objects')
    await eventually(async () => {
      expect((await readdir(objects)).join()).toContain('incoming')
    })
    await happens()
    sent.end(pack.subarray(20))
    const [answer] = await once(sent, 'response')
    return readAll(answer)
  }

  it('is refused in the end where its token, its account or its right is gone by then', async () => {
    await newRepo('late')
    const client = stithy.client('B').as(ada.access)
    const eve = await newPerson(stithy, 'eve')
    const others = stithy.client('B').as(eve.access)
    expect(await pushAround('late', token, () => Promise.resolve())).toContain('ok refs/heads/late')
    await newRepo('later')
    const mine = await client.post('user/tokens', { name: 'short', scopes: ['repo:write'] })
    const revoke = () => client.send('DELETE', `user/tokens/${mine.body.id}`)
    expect(await pushAround('later', mine.body.token, revoke)).toMatch(/ng refs\/heads\/late/)
    await client.send('PUT', 'repos/ada/later/collaborators/eve', { body: { role: 'Developer' } })
    const weaker = () => client.send('PUT', 'repos/ada/later/collaborators/eve', { body: { role: 'Reader' } })
    const hers = await newToken(others, ['repo:write'])
    expect(await pushAround('later', hers, weaker)).toMatch(/ng refs\/heads\/late/)
    expect((await client.get('repos/ada/later')).body.is_empty).toBe(true)
  })

  it('and where the password that it came with is another by then, or no longer enough', async () => {
    await newRepo('by-password')
    const client = stithy.client('B').as(ada.access)
    for (const [name, happens] of [
      ['gwen', (who: Person) => changePassword(who)],
      ['hugo', (who: Person) => enrol(stithy, who)],
    ] as const) {
      const person = await newPerson(stithy, name)
      await client.send('PUT', `repos/ada/by-password/collaborators/${name}`, { body: { role: 'Developer' } })
      const around = pushAround('by-password', password, () => happens(person), name)
      expect(await around).toMatch(/ng refs\/heads\/late/)
    }
    expect((await client.get('repos/ada/by-password')).body.is_empty).toBe(true)
  })

  async function changePassword({ access }: Person): Promise<void> {
    const body = { current_password: password, password: `${password} and more` }
    const { status, text } = await stithy.client('B').as(access).send('PUT', 'user/password', { body })
    expect(status, text).toBeLessThan(300)
  }
})

it('whoever wants to delete what they have not seen deletes nothing', async () => {
  await newRepo('unseen')
  const tree = await workTree()
  await git(tree, 'push', '-q', url('ada/unseen'), 'main', 'main:refs/heads/dev')
  const before = await knownRefs(stithy, 'unseen')
  const command = `${'0'.repeat(40)} ${'0'.repeat(40)} refs/heads/dev\0 report-status delete-refs`
  const headers = { 'content-type': 'application/x-git-receive-pack-request', authorization: `Bearer ${token}` }
  const raw = Buffer.from(`${pktLine(command)}${flushPkt}`)
  const { text } = await stithy.client().send('POST', '/ada/unseen/git-receive-pack', { raw, headers })
  expect(text).toContain('ng refs/heads/dev')
  expect(await knownRefs(stithy, 'unseen')).toEqual(before)
  const there = await git(await folderOf(stithy, 'ada', 'unseen'), 'for-each-ref', '--format=%(refname)')
  expect(there.split('\n')).toEqual(['refs/heads/dev', 'refs/heads/main'])
})

describe('a push over HTTP of more than is allowed', () => {
  it.each([101_000, 300_000])('is refused with a sentence, and leaves nothing behind: %i bytes', async (bytes) => {
    const small = await startStithy({ MAX_PUSH_BYTES: '100000' })
    try {
      const bob = await newPerson(small, 'bob')
      const his = await newToken(small.client().as(bob.access), ['repo:write'])
      await small.client().as(bob.access).post('user/repos', { slug: 'small' })
      const tree = await workTree()
      await writeFile(join(tree, 'large'), randomBytes(bytes))
      await git(tree, 'add', '.')
      await git(tree, 'commit', '-qm', 'large')
      const { code, stderr } = await tryGit(tree, 'push', addressOf(small, his, 'bob/small'), 'main')
      expect(code).not.toBe(0)
      expect(stderr).toContain('pack exceeds maximum allowed size')
      expect(stderr).not.toContain('early EOF')
      expect((await small.client('B').as(bob.access).get('repos/bob/small')).body.is_empty).toBe(true)
    } finally {
      await small.stop()
    }
  })
})
