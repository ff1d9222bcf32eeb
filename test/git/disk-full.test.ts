// A disk that is full: nothing is done by halves, everybody is told, and all works again when there is room.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { folderOf, gitRefs, knownRefs, newRepo, workTree } from '../support/repos.ts'
import { fill, makeRoom, mayMount, mountSmall } from '../support/small-disk.ts'
import { gitSsh, keyOf, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const mebibyte = 1024 * 1024

const canMount = mayMount()

let stithy: TestStithy
let disk: string
let ada: Person
let token: string

beforeAll(async () => {
  if (!canMount) return
  stithy = await startStithy()
  disk = join(stithy.dataDir, 'repositories')
  mountSmall(disk, '6m')
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(async () => {
  if (!canMount) return
  await stithy.app.turns.upkeep.run('test', () => Promise.resolve())
  execFileSync('umount', ['-l', disk])
  await stithy.stop()
})

async function noise(bytes: number): Promise<string> {
  const tree = await workTree()
  await writeFile(join(tree, 'noise.bin'), randomBytes(bytes))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'noise')
  return tree
}

/** Nothing half done: no locks, no quarantines, no journal, and both sides know the same refs. Files of git's own that
 * it could not finish are swept by and by. */
/** What packing in the background leaves on a full disk is swept later: it would look like a leftover of the doors. */
async function idle(): Promise<void> {
  await eventually(async () => {
    const jobs = await stithy.app.db.selectFrom('jobs').select('name').where('state', '!=', 'dead').execute()
    expect(jobs).toEqual([])
  })
}

async function expectWhole(slug: string): Promise<void> {
  const dir = await folderOf(stithy, 'ada', slug)
  const names = await readdir(dir, { recursive: true })
  expect(names.filter((name) => /\.lock$|tmp_pack|incoming|HEAD\./.test(name))).toEqual([])
  expect(await knownRefs(stithy, slug)).toEqual(await gitRefs(stithy, 'ada', slug))
  await eventually(async () => {
    expect(await stithy.app.db.selectFrom('push_journal').select('id').execute()).toEqual([])
  })
  expect((await tryGit(dir, 'fsck', '--no-dangling')).code).toBe(0)
}

describe.runIf(canMount)('a full disk of repositories', () => {
  it('refuses a push over HTTP and SSH in words, and takes the same push when there is room', async () => {
    await newRepo(stithy, ada, 'pushed', { is_public: true })
    const key = await keyOf(stithy, ada)
    const tree = await noise(2 * mebibyte)
    await idle()
    fill(disk, 200_000)
    const refused = await Promise.all([
      tryGit(tree, 'push', '-q', addressOf(stithy, token, 'ada/pushed'), 'HEAD:main'),
      tryGitSsh(key, tree, 'push', '-q', sshUrl(stithy, 'ada/pushed'), 'HEAD:main'),
    ])
    for (const { code, stderr } of refused) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(/No space left on device/)])
    }
    await expectWhole('pushed')
    const { body } = await stithy.client('B').as(ada.access).get('repos/ada/pushed')
    expect(body.is_empty).toBe(true)
    makeRoom(disk)
    await gitSsh(key, tree, 'push', '-q', sshUrl(stithy, 'ada/pushed'), 'HEAD:main')
    await idle()
    fill(disk, 0)
    // Reading goes on.
    await git(await newFolder(), 'clone', '-q', addressOf(stithy, token, 'ada/pushed'), '.')
    makeRoom(disk)
    await stithy.client().as(ada.access).send('DELETE', 'repos/ada/pushed')
  })

  it.each(forms)('answers 503 to whoever writes through the API, Form %s', async (form) => {
    const slug = `api-${form}`
    await newRepo(stithy, ada, slug, { auto_init: true })
    const client = stithy.client(form).as(ada.access)
    const put = () =>
      client.send('PUT', `repos/ada/${slug}/contents/a.bin`, {
        body: { content: randomBytes(300_000).toString('base64') },
      })
    const attempts = {
      file: put,
      branch: () => client.post(`repos/ada/${slug}/branches`, { name: 'side', ref: 'main' }),
      tag: () => client.post(`repos/ada/${slug}/tags`, { name: 'v1', message: 'Heavy' }),
      repo: () => client.post('user/repos', { slug: `new-${form}`, auto_init: true }),
      fork: () => client.post(`repos/ada/${slug}/forks`, { slug: `fork-${form}` }),
      release: () => client.post(`repos/ada/${slug}/releases`, { tag_name: 'v2' }),
    }
    await idle()
    fill(disk, 0)
    const before = await knownRefs(stithy, slug)
    for (const [name, attempt] of Object.entries(attempts)) {
      const answer = await attempt()
      expect(answer.status, `${name}: ${answer.text}`).toBe(503)
      const message = form === 'A' ? answer.body.error : answer.body.message
      expect(message).toContain('The disk is full or failing')
    }
    expect(await knownRefs(stithy, slug)).toEqual(before)
    expect((await readdir(join(disk, 'ada'))).filter((name) => name.endsWith('.making'))).toEqual([])
    makeRoom(disk)
    await expectWhole(slug)
    for (const [name, attempt] of Object.entries(attempts)) {
      const answer = await attempt()
      expect(answer.status, `${name}: ${answer.text}`).toBe(201)
    }
    await expectWhole(slug)
    expectFault(await attempts.branch(), form, 'conflict', { codeOfA: 'BRANCH_EXISTS', details: ['name: taken'] })
  })

  it('keeps what was typed on the page', async () => {
    await newRepo(stithy, ada, 'typed')
    await idle()
    fill(disk, 0)
    const answer = await stithy.client().send('POST', '/ada/typed/new/main', {
      cookie: ada.cookie,
      fields: { path: 'a.txt', content: 'a long evening of work', target: 'same' },
    })
    makeRoom(disk)
    expect([answer.status, answer.text.includes('a long evening of work')]).toEqual([503, true])
    expect(answer.text).toContain('The disk is full or failing')
  })
})

it.runIf(canMount)(
  'a disk that is full for the database as well: said in words, and forgotten when it has room',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stithy-small-'))
    mountSmall(folder, '40m')
    await mkdir(join(folder, 'data'))
    const small = await startStithy({ DATA_DIR: join(folder, 'data'), SSH_ENABLED: 'false' })
    try {
      const bert = await newPerson(small, 'bert')
      const client = small.client('B').as(bert.access)
      const secret = await newToken(client, ['repo:write'])
      await client.post('user/repos', { slug: 'box' })
      const tree = await workTree()
      const push = () => tryGit(tree, 'push', '-q', addressOf(small, secret, 'bert/box'), 'HEAD:main')
      fill(folder, 0)
      const refused = await push()
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toMatch(/No space left on device|disk is full or failing/)
      // On PostgreSQL the rows lie on another disk.
      const written = await client.send('PATCH', 'user', { body: { full_name: 'x'.repeat(200) } })
      expect([200, 503]).toContain(written.status)
      expect((await client.get('user')).status).toBe(200)
      expect((await small.client().get('/healthz')).status).toBe(503)
      makeRoom(folder)
      const accepted = await push()
      expect(accepted.code, accepted.stderr).toBe(0)
      expect((await client.send('PATCH', 'user', { body: { full_name: 'Bert' } })).status).toBe(200)
      expect((await client.get('repos/bert/box')).body.is_empty).toBe(false)
    } finally {
      await small.stop().catch(() => undefined)
      execFileSync('umount', ['-l', folder])
    }
  },
)
