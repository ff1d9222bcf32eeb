// Histories that git takes and that nobody would write by hand: they must be readable, or refused in a sentence.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let tree: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

async function newRepo(slug: string): Promise<void> {
  await stithy.client().as(ada.access).post('user/repos', { slug, is_public: true })
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Begin')
}

async function push(slug: string, ...refs: string[]): Promise<void> {
  await git(tree, 'push', '-q', addressOf(stithy, token, `ada/${slug}`), ...refs)
}

/** A commit or tag of exactly these bytes. */
async function object(type: string, text: string): Promise<string> {
  await writeFile(join(tree, 'object.txt'), text)
  return git(tree, 'hash-object', '-t', type, '-w', '--literally', 'object.txt')
}

const get = (path: string) => stithy.client('B').get(`repos/ada/${path}`)

describe('a tag', () => {
  it('of nine megabytes does not stand in the way, now or at the next start', async () => {
    await newRepo('huge-tag')
    await writeFile(join(tree, 'message'), 'x'.repeat(9_000_000))
    await git(tree, 'tag', '-a', '-F', 'message', 'huge')
    await push('huge-tag', 'main', 'huge')
    const tags = await get('huge-tag/tags')
    expect(tags.status).toBe(200)
    expect(tags.body.items[0]).toMatchObject({ name: 'huge', commit_sha: await git(tree, 'rev-parse', 'HEAD') })
    expect((await get('huge-tag/commits?ref=huge')).body.total).toBe(1)
    stithy = await stithy.restart()
  })

  it('on a file has no history', async () => {
    await newRepo('blob-tag')
    await writeFile(join(tree, 'x'), 'x')
    await git(tree, 'tag', 'on-file', await git(tree, 'hash-object', '-w', 'x'))
    await push('blob-tag', 'main', 'on-file')
    expect((await get('blob-tag/tags')).status).toBe(200)
    for (const path of ['commits?ref=on-file', 'contents?ref=on-file', 'commits/on-file', 'compare/on-file...main']) {
      expect((await get(`blob-tag/${path}`)).status, path).toBe(404)
    }
  })
})

describe('a commit', () => {
  it('with a header that pretends to be a parent, a huge message, or a strange author is shown', async () => {
    await newRepo('strange')
    const head = await git(tree, 'cat-file', 'commit', 'HEAD')
    const strange = {
      parent: head.replace(/^(committer .*)$/m, '$1\nparent zzz'),
      huge: `${head}${'y'.repeat(9_000_000)}`,
      author: head.replace(/^author .*$/m, 'author <script>alert(1)</script> <a@b> 9223372036854775807 +0000'),
      nameless: head.replace(/^author .*$/m, 'author <a@b> 1 +0000'),
      bytes: head.replace(/^author .*$/m, 'author caf\u0080 <a@b> 1 +9999'),
    }
    for (const [name, text] of Object.entries(strange)) {
      const sha = await object('commit', `${text}\n`)
      await push('strange', `${sha}:refs/heads/${name}`)
      for (const path of [`commits?ref=${name}`, `commits/${sha}`]) {
        expect((await get(`strange/${path}`)).status, path).toBe(200)
      }
    }
  })
})

describe('the history', () => {
  it('is empty past its end, however far', async () => {
    await newRepo('short')
    await push('short', 'main')
    for (const page of [2, 21_474_837, 2_147_483_647]) {
      expect((await get(`short/commits?page=${page}&per_page=100`)).body.items, String(page)).toEqual([])
    }
  })

  it('takes times as they are, the earliest too', async () => {
    const total = async (query: string): Promise<number> => (await get(`short/commits?${query}`)).body.total as number
    expect(await total('since=1970-02-01T00:00:00Z')).toBe(1)
    expect(await total('until=1970-01-01T00:00:20Z')).toBe(0)
    expect(await total('until=2100-01-01T00:00:00Z')).toBe(1)
  })
})

describe('a repository whose folder has gone', () => {
  it('fails those who ask for it and nobody else', async () => {
    await newRepo('gone')
    await push('gone', 'main')
    const { uuid } = await stithy.app.db
      .selectFrom('repos')
      .select('uuid')
      .where('slug', '=', 'gone')
      .executeTakeFirstOrThrow()
    const dir = join(stithy.dataDir, 'repositories', 'ada', `${uuid}.git`)
    await mkdir(join(stithy.dataDir, 'elsewhere'), { recursive: true })
    await rename(dir, join(stithy.dataDir, 'elsewhere', uuid))
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      const answer = await stithy.client().send('POST', `/ada/gone/${service}`, {
        raw: '0000',
        token,
        headers: { 'content-type': `application/x-${service}-request` },
      })
      expect(answer.status, service).toBeLessThan(600)
    }
    // What was read before may be remembered; this was never asked for.
    expect((await get('gone/commits?author=nobody')).status).toBeGreaterThanOrEqual(400)
    expect((await stithy.client().get('/healthz')).status).toBe(200)
    const both = await Promise.all([1, 2].map(() => stithy.client().as(ada.access).send('DELETE', 'repos/ada/gone')))
    expect(new Set(both.map((answer) => answer.status))).toEqual(new Set([204, 404]))
  })

  it('is deleted once by two who do it at the same time', async () => {
    await newRepo('twice')
    await push('twice', 'main')
    const both = await Promise.all([1, 2].map(() => stithy.client().as(ada.access).send('DELETE', 'repos/ada/twice')))
    expect(new Set(both.map((answer) => answer.status))).toEqual(new Set([204, 404]))
  })
})

describe('a push that is broken off', () => {
  it('in the middle of its pack leaves nothing on disk', async () => {
    await newRepo('broken-off')
    await push('broken-off', 'main')
    const { uuid } = await stithy.app.db
      .selectFrom('repos')
      .select('uuid')
      .where('slug', '=', 'broken-off')
      .executeTakeFirstOrThrow()
    const objects = join(stithy.dataDir, 'repositories', 'ada', `${uuid}.git`, 'objects')
    const before = await git(tree, 'rev-parse', 'HEAD')
    await writeFile(join(tree, 'noise'), randomBytes(2_000_000))
    await git(tree, 'add', 'noise')
    await git(tree, 'commit', '-qm', 'Noise')
    const line = `${before} ${await git(tree, 'rev-parse', 'HEAD')} refs/heads/main\0 report-status\n`
    const command = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`
    await git(tree, 'repack', '-qad')
    const packs = join(tree, '.git/objects/pack')
    const [packed = ''] = (await readdir(packs)).filter((file) => file.endsWith('.pack'))
    const pack = (await readFile(join(packs, packed))).subarray(0, 1_000_000)
    const { hostname, port } = new URL(stithy.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /ada/broken-off/git-receive-pack HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/x-git-receive-pack-request\r\nContent-Length: 3000000\r\n\r\n`,
    )
    socket.write(Buffer.concat([Buffer.from(command, 'latin1'), pack]))
    const incoming = async (): Promise<string[]> =>
      (await readdir(objects)).filter((name) => name.startsWith('tmp_objdir') || name.startsWith('incoming'))
    await expect.poll(incoming).not.toEqual([])
    socket.destroy()
    await eventually(async () => expect(await incoming()).toEqual([]), 10_000)
    await expect.poll(() => stithy.app.turns.push.busy.atWork).toBe(0)
  })
})
