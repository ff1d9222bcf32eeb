import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, type GitResult, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let tree: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await stithy.client().as(ada.access).post('user/repos', { slug: 'tool', is_public: true })
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  for (const number of [1, 2, 3]) await commit(`file ${number}`)
  await git(tree, 'tag', '-am', 'First', 'v1')
  await git(tree, 'push', '-q', url(), 'main', 'v1')
})
afterAll(() => stithy.stop())

const url = (repo = 'ada/tool'): string => addressOf(stithy, token, repo)
const open = (): string => `${stithy.url}/ada/tool`

async function commit(name: string): Promise<string> {
  await mkdir(join(tree, 'folder'), { recursive: true })
  // Noise does not compress: packs are of a size that streams.
  const noise = createHash('shake256', { outputLength: 200_000 }).update(name).digest('base64')
  await writeFile(join(tree, 'folder', name), noise)
  await git(tree, 'add', '-A')
  await git(tree, 'commit', '-qm', name)
  return git(tree, 'rev-parse', 'HEAD')
}

describe.each(['0', '1', '2'])('git that speaks version %s', (version) => {
  const run = (cwd: string, ...args: string[]): Promise<string> =>
    git(cwd, '-c', `protocol.version=${version}`, ...args)

  it('clones, also what somebody has just cloned, and fetches what came since', async () => {
    const folders = await Promise.all([newFolder(), newFolder(), newFolder()])
    await Promise.all(folders.map((folder) => run(folder, 'clone', '-q', open(), '.')))
    const again = await newFolder()
    await run(again, 'clone', '-q', open(), '.')
    for (const folder of [...folders, again]) {
      expect(await git(folder, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
      await git(folder, 'fsck', '--strict')
    }
    const next = await commit(`more in version ${version}`)
    await run(tree, 'push', '-q', url(), 'main')
    await run(again, 'fetch', '-q')
    expect(await git(again, 'rev-parse', 'origin/main')).toBe(next)
    const fresh = await newFolder()
    await run(fresh, 'clone', '-q', open(), '.')
    expect(await git(fresh, 'rev-parse', 'HEAD')).toBe(next)
  })

  it('sees a branch that was moved, made or deleted at once', async () => {
    const heads = (): Promise<string> => run(tree, 'ls-remote', '--heads', open())
    await run(tree, 'push', '-q', url(), 'main:refs/heads/short-lived')
    expect(await heads()).toContain('refs/heads/short-lived')
    await run(tree, 'push', '-q', '-f', url(), 'main~1:refs/heads/short-lived')
    expect(await heads()).toContain(`${await git(tree, 'rev-parse', 'main~1')}\trefs/heads/short-lived`)
    await run(tree, 'push', '-q', url(), ':short-lived')
    expect(await heads()).not.toContain('short-lived')
  })

  it('clones a part: shallow, without blobs, one branch', async () => {
    const shallow = await newFolder()
    await run(shallow, 'clone', '-q', '--depth=1', open(), '.')
    expect(await git(shallow, 'rev-list', '--count', 'HEAD')).toBe('1')
    await run(shallow, 'fetch', '-q', '--unshallow')
    expect(Number(await git(shallow, 'rev-list', '--count', 'HEAD'))).toBeGreaterThan(2)
    const partial = await newFolder()
    await run(partial, 'clone', '-q', '--filter=blob:none', '--no-checkout', open(), '.')
    expect(await git(partial, 'rev-list', '--objects', '--missing=print', 'HEAD')).toContain('?')
    await run(partial, 'checkout', '-q', 'main')
    const single = await newFolder()
    await run(single, 'clone', '-q', '--single-branch', '--no-tags', '-b', 'main', open(), '.')
    expect(await git(single, 'tag')).toBe('')
  })
})

describe('a filter', () => {
  const clone = async (filter: string): Promise<GitResult> =>
    tryGit(await newFolder(), 'clone', '-q', '--no-checkout', `--filter=${filter}`, open(), '.')

  it.each(['blob:none', 'blob:limit=1k', 'tree:0', 'tree:3', 'object:type=commit', 'combine:blob:none+tree:2'])(
    'that costs no more than a clone, %s, is applied',
    async (filter) => {
      expect(await clone(filter)).toMatchObject({ code: 0 })
    },
  )

  it.each([
    'sparse:oid=main:folder',
    'tree:1000',
    'combine:blob:none+tree:1000',
    'combine:tree:0+sparse:oid=main:folder',
  ])('whose cost is up to whoever pushed, %s, is refused', async (filter) => {
    expect(await clone(filter)).toMatchObject({
      code: 128,
      stderr: expect.stringMatching(/not supported|allows max depth/),
    })
  })
})

describe('an address with a token', () => {
  it('has it as the password, or as the name before nothing or anything', async () => {
    await stithy.client().as(ada.access).post('user/repos', { slug: 'secret', auto_init: true })
    const at = (who: string): string => `${stithy.url.replace('://', `://${who}@`)}/ada/secret`
    for (const who of [`x:${token}`, `${token}:`, `${token}:x-oauth-basic`]) {
      expect(await git(tree, 'ls-remote', at(who), 'refs/heads/main'), who).toContain('refs/heads/main')
    }
    expect((await tryGit(tree, 'ls-remote', at(`${token.slice(0, -1)}:x-oauth-basic`))).code).not.toBe(0)
  })
})

describe('a mirror', () => {
  it('takes everything that is shown, and nothing else', async () => {
    const mirror = await newFolder()
    await git(mirror, 'clone', '-q', '--mirror', open(), '.')
    const refs = (await git(mirror, 'for-each-ref', '--format=%(refname)')).split('\n')
    expect(refs).toEqual(['refs/heads/main', 'refs/tags/v1'])
  })
})

describe('a fetch by hand', () => {
  const body = async (): Promise<Buffer> => {
    const head = await git(tree, 'rev-parse', 'main')
    return Buffer.from(`0011command=fetch0001000fno-progress0032want ${head}\n0009done\n0000`)
  }
  const headers = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' }

  it('may be compressed', async () => {
    const raw = gzipSync(await body())
    const sent = { raw, headers: { ...headers, 'content-encoding': 'gzip' } }
    const answer = await stithy.client().send('POST', '/ada/tool/git-upload-pack', sent)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('packfile')
    // Read as if it were not packed, it would be cut off or worse.
    const other = { ...sent, headers: { ...headers, 'content-encoding': 'br' } }
    expect((await stithy.client().send('POST', '/ada/tool/git-upload-pack', other)).status).toBe(415)
    const plain = { raw: await body(), headers: { ...headers, 'content-encoding': 'identity' } }
    expect((await stithy.client().send('POST', '/ada/tool/git-upload-pack', plain)).status).toBe(200)
  })

  it('that is no request is told so, and one that is a bomb is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const sent = { raw: bomb, headers: { ...headers, 'content-encoding': 'gzip' } }
    const bombed = await stithy.client().send('POST', '/ada/tool/git-upload-pack', sent)
    expect(bombed.text).not.toContain('packfile')
    expect(bombed.text.length).toBeLessThan(1000)
    const broken = { raw: Buffer.from('no gzip'), headers: { ...headers, 'content-encoding': 'gzip' } }
    expect((await stithy.client().send('POST', '/ada/tool/git-upload-pack', broken)).status).toBe(400)
    const wrong = { raw: await body(), headers: { 'content-type': 'text/plain' } }
    expect((await stithy.client().send('POST', '/ada/tool/git-upload-pack', wrong)).status).toBe(400)
    const dumb = await stithy.client().get('/ada/tool/info/refs')
    expect([dumb.status, dumb.text]).toEqual([400, expect.stringContaining('smart protocol')])
  })

  it('by a client that hangs up leaves no git behind', async () => {
    const { hostname, port } = new URL(stithy.url)
    const socket = connect(Number(port), hostname)
    const text = await body()
    socket.write(
      `POST /ada/tool/git-upload-pack HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type']}\r\n` +
        `Git-Protocol: version=2\r\nContent-Length: ${text.length + 1}\r\n\r\n${text.toString()}`,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await expect.poll(() => stithy.app.turns.fetch.busy).toEqual({ atWork: 0, waiting: 0 })
  })
})

describe('two thousand branches', () => {
  it('are pushed, listed and cloned', async () => {
    await stithy.client().as(ada.access).post('user/repos', { slug: 'many', is_public: true })
    const head = await git(tree, 'rev-parse', 'main')
    const lines = Array.from({ length: 2000 }, (_, number) => `create refs/heads/b/${number} ${head}`)
    const many = await newFolder()
    await git(many, 'clone', '-q', open(), '.')
    await writeFile(join(many, 'refs.txt'), `${lines.join('\n')}\n`)
    await git(many, '-c', 'alias.make=!git update-ref --stdin < refs.txt', 'make')
    await git(many, 'push', '-q', url('ada/many'), '--all')
    const shown = await git(many, 'ls-remote', '--heads', url('ada/many'))
    expect(shown.split('\n')).toHaveLength(2001)
    const list = await stithy.client('B').get('repos/ada/many/branches?per_page=1')
    expect(list.body.total).toBe(2001)
  })
})

describe('what is kept for the next who asks', () => {
  it('is one file for each state, outside the repositories', async () => {
    const cache = join(stithy.dataDir, 'cache')
    const [folder] = await readdir(cache)
    const before = (await readdir(join(cache, folder ?? ''))).length
    for (const clone of await Promise.all([newFolder(), newFolder(), newFolder()])) {
      await git(clone, 'clone', '-q', open(), '.')
    }
    expect((await readdir(join(cache, folder ?? ''))).length - before).toBeLessThanOrEqual(1)
  })

  it('may be thrown away at any time: what is wanted again is made again', async () => {
    await git(await newFolder(), 'clone', '-q', open(), '.')
    await rm(join(stithy.dataDir, 'cache'), { recursive: true })
    for (const clone of [await newFolder(), await newFolder()]) {
      await git(clone, 'clone', '-q', open(), '.')
      expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
    }
    await expect.poll(() => stithy.app.turns.fetch.busy).toEqual({ atWork: 0, waiting: 0 })
  })
})
