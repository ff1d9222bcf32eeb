import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let tree: string
let head: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await stithy.client().as(ada.access).post('user/repos', { slug: 'tool', is_public: true })
  tree = await history()
  head = await git(tree, 'rev-parse', 'HEAD')
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/tool'), '--all')
})
afterAll(() => stithy.stop())

async function write(path: string, text: string | Buffer): Promise<void> {
  await mkdir(join(tree, path, '..'), { recursive: true })
  await writeFile(join(tree, path), text)
}

async function commit(message: string): Promise<void> {
  await git(tree, 'add', '-A')
  await git(tree, 'commit', '-qm', message)
}

async function history(): Promise<string> {
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await write('README.md', '# Tool\n')
  await write('src/a.ts', 'one\ntwo\nthree\n')
  await write('src/deep/b.py', 'print(1)\n')
  await write('logo.bin', Buffer.from([0, 1, 2, 255]))
  await write('ä ö.txt', 'umlaut\n')
  await commit('Begin')
  await git(tree, 'checkout', '-q', '-b', 'feature/x')
  await write('src/a.ts', 'one\nTWO\nthree\n')
  await commit('Shout')
  await write('on-feature', 'x')
  await commit('Add a file')
  await git(tree, 'checkout', '-q', 'main')
  await git(tree, 'mv', 'src/deep/b.py', 'src/c.py')
  await symlink('/etc/passwd', join(tree, 'link'))
  await write('run.sh', '#!/bin/sh\n')
  await chmod(join(tree, 'run.sh'), 0o755)
  await write('src/a.ts', 'one\ntwo\nthree\nfour\n')
  await commit('Move, link and more')
  return tree
}

function get(path: string): Promise<Answer> {
  return stithy.client('B').get(`repos/ada/tool/${path}`)
}

const names = (answer: Answer): string[] => (answer.body.items as { name: string }[]).map((entry) => entry.name)

describe('contents', () => {
  it('of the root are its entries, folders first', async () => {
    for (const path of ['contents', 'contents/']) {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(names(answer)).toEqual(['src', 'README.md', 'link', 'logo.bin', 'run.sh', 'ä ö.txt'])
      expect(answer.headers.get('x-total-count')).toBe('6')
    }
    const bare = await stithy.client('A').get('repos/ada/tool/contents?limit=2')
    expect(bare.body).toHaveLength(2)
  })

  it('tell files, folders, links and their modes apart', async () => {
    const { items } = (await get('contents')).body as { items: Record<string, unknown>[] }
    const kinds = Object.fromEntries(items.map((entry) => [entry['name'], [entry['type'], entry['mode']]]))
    expect(kinds).toMatchObject({ src: ['dir', '040000'], link: ['symlink', '120000'], 'run.sh': ['file', '100755'] })
    expect(items.find((entry) => entry['name'] === 'README.md')).toMatchObject({ size: 7, path: 'README.md' })
    expect(items.find((entry) => entry['name'] === 'src')).toMatchObject({ size: null })
  })

  it('of a file are its bytes', async () => {
    const answer = await get('contents/src/a.ts')
    expect(answer.body).toMatchObject({ type: 'file', name: 'a.ts', path: 'src/a.ts', size: 19, encoding: 'base64' })
    expect(Buffer.from(String(answer.body.content), 'base64').toString()).toBe('one\ntwo\nthree\nfour\n')
    expect(answer.body.sha).toBe(await git(tree, 'rev-parse', 'HEAD:src/a.ts'))
    const binary = await get('contents/logo.bin')
    expect(Buffer.from(String(binary.body.content), 'base64')).toEqual(Buffer.from([0, 1, 2, 255]))
  })

  it('of a link are where it points, never what is there', async () => {
    const answer = await get('contents/link')
    expect(answer.body).toMatchObject({ type: 'symlink' })
    expect(Buffer.from(String(answer.body.content), 'base64').toString()).toBe('/etc/passwd')
    expect((await get('contents/link/x')).status).toBe(404)
  })

  it('take names with spaces and letters from everywhere, and any revision', async () => {
    expect((await get(`contents/${encodeURIComponent('ä ö.txt')}`)).status).toBe(200)
    expect((await get('contents/on-feature?ref=feature/x')).status).toBe(200)
    expect((await get(`contents/src/deep/b.py?ref=${head.slice(0, 7)}~1`)).status).toBe(404)
    expect((await get(`contents/src/c.py?ref=${head.slice(0, 9)}`)).status).toBe(200)
    expect((await get(`contents/src/c.py?ref=${head}`)).status).toBe(200)
  })

  it('that are not there, or not a path, or not a revision, are said to be so', async () => {
    expect((await get('contents/none')).status).toBe(404)
    expect((await get('contents/none?ref=none')).status).toBe(404)
    for (const path of ['contents/a/%2e%2e/b', 'contents/a%00b', 'contents/a//b']) {
      expect([400, 404], path).toContain((await get(path)).status)
    }
    for (const ref of ['--exec=x', '-h', '..', 'a..b', 'HEAD~1', '%00']) {
      expect([400, 404], ref).toContain((await get(`contents?ref=${ref}`)).status)
    }
  })
})

describe('a raw file', () => {
  it('is sent as it is, from the ref that fits', async () => {
    expect((await get('raw/main/src/a.ts')).text).toBe('one\ntwo\nthree\nfour\n')
    expect((await get('raw/feature/x/src/a.ts')).text).toBe('one\nTWO\nthree\n')
    expect((await get(`raw/${head}/README.md`)).text).toBe('# Tool\n')
    expect((await get('raw/main/src')).status).toBe(404)
    expect((await get('raw/none/src')).status).toBe(404)
    expect((await get('raw/main')).status).toBe(404)
  })

  it('of a branch or of a whole id is nobody else’s, whatever tags and branches are called', async () => {
    const as = stithy.client().as(token)
    const before = (await get('raw/main/src/a.ts')).text
    const tag = await as.post('repos/ada/tool/tags', { name: 'main/src', from: 'feature/x' })
    expect(tag.status, tag.text).toBe(201)
    expect((await get('raw/main/src/a.ts')).text).toBe(before)
    // What the branch does not have is the tag's.
    expect((await get('raw/main/src/src/a.ts')).status).toBe(200)
    for (const kind of ['branches', 'tags']) {
      const made = await as.post(`repos/ada/tool/${kind}`, { name: `${head}/src`, from: 'feature/x' })
      expect([made.status, made.text]).toEqual([400, expect.stringContaining('looks like the id of a commit')])
    }
    expect((await as.send('DELETE', 'repos/ada/tool/tags/main/src')).status).toBe(204)
  })

  it('can do nothing in a browser, and need not be sent twice', async () => {
    const answer = await get('raw/main/README.md')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const etag = answer.headers.get('etag') ?? ''
    const again = await stithy.client().get('repos/ada/tool/raw/main/README.md', { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('an archive', () => {
  it('holds the files of a revision under one folder', async () => {
    for (const [file, kind] of [
      ['feature/x.tar.gz', 'application/gzip'],
      [`${head}.zip`, 'application/zip'],
    ] as const) {
      const answer = await get(`archive/${file}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, kind])
    }
    const named = await get('archive/feature/x.tar.gz')
    expect(named.headers.get('content-disposition')).toContain('filename="tool-feature-x.tar.gz"')
    expect((await get('archive/main.rar')).status).toBe(404)
    expect((await get('archive/none.zip')).status).toBe(404)
    expect([400, 404]).toContain((await get('archive/--output=x.zip')).status)
  })
})

describe('a commit', () => {
  it('comes with parents, people, times, and what it changed', async () => {
    const { body } = await get('commits/main')
    expect(body).toMatchObject({
      sha: head,
      message: 'Move, link and more',
      parents: [await git(tree, 'rev-parse', 'HEAD~1')],
      author: { name: 'Ada', email: 'ada@example.org' },
      committer: { name: 'Ada', email: 'ada@example.org' },
      stats: { additions: 3, deletions: 0, files: 4 },
      verified: false,
    })
    const files = body.files as { path: string; status: string; previous_path: string | null }[]
    expect(files.find((file) => file.path === 'src/c.py')).toMatchObject({
      status: 'renamed',
      previous_path: 'src/deep/b.py',
    })
  })

  it('is found by the beginning of its id, and only then', async () => {
    expect((await get(`commits/${head.slice(0, 8)}`)).body.sha).toBe(head)
    expect((await get('commits/0000000000')).status).toBe(404)
    expect((await get('commits/abc')).status).toBe(404)
  })

  it('has a diff with a patch for each file, the first one too', async () => {
    const { items } = (await get('commits/main/diff')).body as { items: { path: string; patch: string }[] }
    const changed = items.find((file) => file.path === 'src/a.ts')
    expect(changed?.patch).toContain('@@ -1,3 +1,4 @@\n one\n two\n three\n+four\n')
    const first = (await get(`commits/${await git(tree, 'rev-list', '--max-parents=0', 'HEAD')}/diff`)).body
    expect(first.total).toBe(5)
    const binary = (first.items as { path: string; binary: boolean }[]).find((file) => file.path === 'logo.bin')
    expect(binary?.binary).toBe(true)
  })
})

describe('a comparison', () => {
  it('says how far two branches went apart, with commits and files since then', async () => {
    const { status, body } = await get('compare/main...feature/x')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ahead_by: 2, behind_by: 1, merge_base: await git(tree, 'rev-parse', 'main~1') })
    expect((body.commits as { message: string }[]).map((one) => one.message)).toEqual(['Add a file', 'Shout'])
    expect((body.files as { path: string }[]).map((one) => one.path)).toEqual(['on-feature', 'src/a.ts'])
  })

  it('with two dots says where the two differ as they are', async () => {
    const { status, body } = await get('compare/main..feature/x')
    expect(status).toBe(200)
    const apart = (await get('compare/main...feature/x')).body
    const { files, stats, ...others } = body
    const { files: _filesApart, stats: _statsApart, ...othersApart } = apart
    expect(others).toEqual(othersApart)
    const changed = (await git(tree, 'diff', '--name-only', 'main', 'feature/x')).split('\n')
    expect((files as { path: string }[]).map((one) => one.path)).toEqual(changed)
    expect(changed.length).toBeGreaterThan(2)
    expect(stats).toMatchObject({ files: changed.length })
    const back = (await get('compare/feature/x..main')).body
    const changedBack = (await git(tree, 'diff', '--name-only', 'feature/x', 'main')).split('\n')
    expect((back.files as { path: string }[]).map((one) => one.path)).toEqual(changedBack)
    expect((await get('compare/main..main')).body).toMatchObject({ ahead_by: 0, behind_by: 0, files: [] })
  })

  it('of what is not there or not a range is refused', async () => {
    expect((await get('compare/main...none')).status).toBe(404)
    expect((await get('compare/main..none')).status).toBe(404)
    expect((await get('compare/main')).status).toBe(400)
    expect((await get('compare/main..main..main')).status).toBe(400)
    expect((await get('compare/main...main...main')).status).toBe(400)
    expect([400, 404]).toContain((await get('compare/--exec=x...main')).status)
  })
})

describe('the lines of a file', () => {
  it('are traced to the commits that they came with', async () => {
    const { body } = await get('blame/src/a.ts')
    const ranges = body.ranges as { first_line: number; line_count: number; commit: { message: string } }[]
    expect(ranges.map((range) => [range.first_line, range.line_count, range.commit.message])).toEqual([
      [1, 3, 'Begin'],
      [4, 1, 'Move, link and more'],
    ])
    expect((await get('blame/src')).status).toBe(404)
    expect((await get('blame/link')).status).toBe(404)
  })
})

describe('a revision as a whole', () => {
  it('is counted by language', async () => {
    const { items } = (await get('languages')).body as { items: { name: string; bytes: number }[] }
    expect(items).toEqual([
      { name: 'TypeScript', bytes: 19 },
      { name: 'Shell', bytes: 10 },
      { name: 'Python', bytes: 9 },
    ])
  })

  it('can be searched for a path', async () => {
    const found = (await get('files?q=SRC/')).body.items as { path: string }[]
    expect(found.map((file) => file.path)).toEqual(['src/a.ts', 'src/c.py'])
    const byWords = (await get('files?q=py%20%20SRC')).body.items as { path: string }[]
    expect(byWords.map((file) => file.path)).toEqual(['src/c.py'])
    expect((await get('files')).body.total).toBe(7)
  })

  it('has a README that is found in any case', async () => {
    expect((await get('readme')).body).toMatchObject({ name: 'README.md', encoding: 'base64' })
    expect((await get('readme?path=src')).status).toBe(404)
  })
})

describe('the history', () => {
  it('is cut by path, author and time', async () => {
    const messages = async (query: string): Promise<string[]> =>
      ((await get(`commits?${query}`)).body.items as { message: string }[]).map((one) => one.message.trim())
    expect(await messages('path=src/c.py')).toEqual(['Move, link and more'])
    expect(await messages('ref=feature/x&path=src/a.ts')).toEqual(['Shout', 'Begin'])
    expect(await messages('author=nobody')).toEqual([])
    expect(await messages('until=2001-01-01T00:00:00Z')).toEqual([])
  })
})
