// Objects made by hand that trick a git which checks them out: none of them gets in, by whichever name it goes.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDotGit, isDotGitmodules } from '../../src/core/disguised-names.ts'
import { addressOf, git, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { gitRefs, newRepo, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let tree: string
let made = 0

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  tree = await workTree()
})
afterAll(() => stithy.stop())

/** Writes an object as it is, whatever git thinks of it. */
function write(type: 'blob' | 'tree', data: Buffer): string {
  const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin']
  return execFileSync('git', args, { cwd: tree, input: data }).toString().trim()
}

function entry(mode: string, name: string, sha: string): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')])
}

function commitOf(...entries: readonly Buffer[]): Promise<string> {
  return git(tree, 'commit-tree', '-m', 'by hand', write('tree', Buffer.concat(entries)))
}

/** Into a repository of its own: refused and nothing left behind, or accepted. */
async function tryPush(commit: string): Promise<{ accepted: boolean; said: string }> {
  made += 1
  const slug = `hostile-${made}`
  await newRepo(stithy, ada, slug)
  const { code, stderr } = await tryGit(
    tree,
    'push',
    addressOf(stithy, token, `ada/${slug}`),
    `${commit}:refs/heads/main`,
  )
  const refs = Object.keys(await gitRefs(stithy, 'ada', slug))
  const repo = await stithy.client('B').as(ada.access).get(`repos/ada/${slug}`)
  expect(refs).toEqual(code === 0 ? ['refs/heads/main'] : [])
  expect(repo.body.is_empty).toBe(code !== 0)
  return { accepted: code === 0, said: stderr }
}

const dotGits = [
  '.git',
  '.GIT',
  '.Git',
  'git~1',
  'GIT~1',
  '.git ',
  '.git.',
  '.git . .',
  '.git::$INDEX_ALLOCATION',
  '.git:x',
  'git~1 ',
  '.g\u200cit',
  '.git\u200d',
  '\ufeff.git',
  '.gi\u202et',
]

describe('a folder with something that is .git to somebody', () => {
  it.each([...dotGits, '.', '..', 'a/b', '.git\\config', 'x\\.git'])('is refused: %j', async (name) => {
    const { accepted, said } = await tryPush(await commitOf(entry('100644', name, write('blob', Buffer.from('x')))))
    expect(accepted).toBe(false)
    expect(said).toMatch(/hasDotgit|hasDot|hasDotdot|fullPathname/)
  })

  it('is refused below the root, and as a folder', async () => {
    const inner = write('tree', entry('100644', 'config', write('blob', Buffer.from('[core]'))))
    const folder = write('tree', entry('40000', '.GIT', inner))
    expect((await tryPush(await commitOf(entry('40000', 'deep', folder)))).accepted).toBe(false)
  })

  it.each(['git~2', '.gitignore', '.github', 'git', '.gitx', 'digit'])('is fine without: %j', async (name) => {
    expect(isDotGit(name)).toBe(false)
    expect((await tryPush(await commitOf(entry('100644', name, write('blob', Buffer.from('x')))))).accepted).toBe(true)
  })

  it('has names that our own check knows as git does', () => {
    for (const name of dotGits) expect(isDotGit(name), name).toBe(true)
    const names = [
      '.gitmodules',
      '.GITMODULES',
      'gitmod~1',
      'GITMOD~4',
      'gi7eba~1',
      'GI7EB~10',
      '.gitmodules .',
      '.gitm\u200codules',
      '.gitmodules::$DATA',
      '~1000000',
    ]
    for (const name of names) expect(isDotGitmodules(name), name).toBe(true)
    for (const name of ['gitmod~5', 'gi7eba~0', 'gi7ebaa~1', 'gitmodules', '.gitmodule', 'gi7eba~10']) {
      expect(isDotGitmodules(name), name).toBe(false)
    }
  })
})

function gitmodules(text: string): Buffer {
  return Buffer.from(`[submodule "x"]\n\tpath = sub\n\turl = https://example.org/x\n${text}\n`)
}

describe('a submodule', () => {
  it.each(['sub\r', 'a\rb', 'sub\n', 'sub\x01', 'sub\x7f'])('with the path %j is refused', async (name) => {
    const { accepted, said } = await tryPush(await commitOf(entry('160000', name, '1'.repeat(40))))
    expect(accepted).toBe(false)
    expect(said).toContain('control character in its path')
  })

  it.each(['0160000', '160755', '160001', '20160000', '644', '60000'])('is known by the mode %s, too', async (mode) => {
    expect((await tryPush(await commitOf(entry(mode, 'sub\r', '1'.repeat(40))))).accepted).toBe(false)
  })

  it.each(['0100644', '100600', '20100644'])('is looked for in a .gitmodules of the mode %s, too', async (mode) => {
    const blob = write('blob', gitmodules('\tpath = "sub\r"'))
    expect((await tryPush(await commitOf(entry(mode, '.gitmodules', blob)))).accepted).toBe(false)
  })

  it.each([
    ['a CR in its path', '\tpath = "sub\r"'],
    ['a line break in its path', '\tpath = "sub\\nx"'],
    ['a tab at the end of its path', '\tpath = "sub\\t"'],
    ['a CR in its address', '\turl = "https://example.org/\r"'],
    ['a line break in its address', '\turl = "https://example.org/\\nx"'],
    ['an address that is an option', '\turl = -u./payload'],
    ['an encoded line break in its address', '\turl = https://example.org/%0ahost=evil'],
    ['a path that is an option', '\tpath = -x'],
    ['a command to run', '\tupdate = !evil'],
    ['a name that climbs', '[submodule "../../x"]\n\tpath = y'],
    ['a CR in its name', '[submodule "a\rb"]\n\tpath = y'],
  ])('with %s in .gitmodules is refused', async (_, text) => {
    const blob = write('blob', gitmodules(text))
    for (const name of ['.gitmodules', '.GITMODULES', 'GITMOD~1']) {
      expect((await tryPush(await commitOf(entry('100644', name, blob)))).accepted, name).toBe(false)
    }
  })

  it('is refused whichever way its .gitmodules comes in', async () => {
    const blob = write('blob', gitmodules('\tpath = "sub\r"'))
    // Under another name first, in a commit of its own; then only the folder is new.
    const innocent = await commitOf(entry('100644', '!x', blob))
    const slug = 'back-door'
    await newRepo(stithy, ada, slug)
    const url = addressOf(stithy, token, `ada/${slug}`)
    await git(tree, 'push', '-q', url, `${innocent}:refs/heads/main`)
    const evil = write('tree', Buffer.concat([entry('100644', '!x', blob), entry('100644', '.gitmodules', blob)]))
    const second = await git(tree, 'commit-tree', '-m', 'x', '-p', innocent, evil)
    expect((await tryGit(tree, 'push', url, `${second}:refs/heads/main`)).stderr).toContain('control character')
    // Deep in a history, with a clean end.
    const clean = await git(tree, 'commit-tree', '-m', 'x', '-p', second, `${innocent}^{tree}`)
    expect((await tryGit(tree, 'push', url, `${clean}:refs/heads/main`)).stderr).toContain('control character')
    expect(Object.values(await gitRefs(stithy, 'ada', slug))).toEqual([innocent])
  })

  it('that a symbolic link hides is refused', async () => {
    const blob = write('blob', Buffer.from('elsewhere'))
    const { accepted, said } = await tryPush(await commitOf(entry('120000', '.gitmodules', blob)))
    expect(accepted).toBe(false)
    expect(said).toContain('gitmodulesSymlink')
  })

  it.each([
    ['plain', ''],
    ['with Windows line ends', '\tbranch = main\r\n\tpath = sub\r'],
    ['that cannot be read', '[broken'],
    ['with an escape that is none of ours', '\tbranch = "a\\\\b"'],
    ['with a line break where it does no harm', '\tnote = "a\\nb"'],
  ])('is fine with a .gitmodules %s', async (_, text) => {
    const link = entry('160000', 'sub', '1'.repeat(40))
    const { accepted, said } = await tryPush(
      await commitOf(entry('100644', '.gitmodules', write('blob', gitmodules(text))), link),
    )
    expect(said).not.toContain('control character')
    expect(accepted).toBe(true)
  })
})

describe('a large push', () => {
  it('is looked through in whole, packed or not', async () => {
    const blob = write('blob', Buffer.from('x'))
    let parent = await git(tree, 'rev-parse', 'main')
    const lines: string[] = []
    for (let count = 0; count < 300; count++) lines.push(`100644 blob ${blob}\tfile-${String(count).padStart(4, '0')}`)
    for (let count = 0; count < 60; count++) {
      const input = `${lines.slice(0, 300 - count).join('\n')}\n`
      const inner = execFileSync('git', ['mktree'], { cwd: tree, input }).toString().trim()
      const bad = count === 30 ? [entry('160000', 'sub\r', '1'.repeat(40))] : []
      const outer = write('tree', Buffer.concat([entry('40000', 'dir', inner), ...bad]))
      parent = await git(tree, 'commit-tree', '-m', `c${count}`, '-p', parent, outer)
    }
    const { accepted, said } = await tryPush(parent)
    expect(said).toContain('control character in its path')
    expect(accepted).toBe(false)
  })
})
