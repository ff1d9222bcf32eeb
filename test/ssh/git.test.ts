import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git, newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { grant } from '../support/repos.ts'
import { gitSsh, type KeyPair, keyOf, sshOptions, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let key: KeyPair

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  key = await keyOf(stithy, ada)
})
afterAll(() => stithy.stop())

const url = (repo: string): string => sshUrl(stithy, repo)

async function newRepo(slug: string, more: object = {}): Promise<void> {
  const answer = await stithy
    .client()
    .as(ada.access)
    .post('user/repos', { slug, ...more })
  expect(answer.status).toBe(201)
}

async function commit(folder: string, text: string): Promise<string> {
  await writeFile(join(folder, 'file'), text)
  await git(folder, 'add', '.')
  await git(folder, 'commit', '-qm', text)
  return git(folder, 'rev-parse', 'HEAD')
}

/** Three commits, pushed. */
async function pushed(slug: string): Promise<string> {
  await newRepo(slug)
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  for (const text of ['one', 'two', 'three']) await commit(tree, text)
  await gitSsh(key, tree, 'push', '-q', url(`ada/${slug}.git`), 'main')
  return tree
}

function refsOf(slug: string): Promise<readonly { name: string; sha: string }[]> {
  return stithy.app.db
    .selectFrom('refs')
    .innerJoin('repos', 'repos.id', 'refs.repo_id')
    .select(['refs.name', 'refs.sha'])
    .where('repos.slug', '=', slug)
    .orderBy('refs.name')
    .execute()
}

describe('a push over SSH', () => {
  it('says where to open a pull request', async () => {
    const tree = await pushed('told')
    const { stderr } = await tryGitSsh(key, tree, 'push', url('ada/told'), 'main:new')
    expect(stderr).toContain(`remote:   ${stithy.url}/ada/told/pulls/new?target=main&source=new`)
  })

  it('has its effects by the time that git says it is done', async () => {
    const tree = await pushed('first')
    const head = await git(tree, 'rev-parse', 'HEAD')
    expect(await refsOf('first')).toEqual([{ name: 'refs/heads/main', sha: head }])
    const repo = await stithy.client('B').as(ada.access).get('repos/ada/first')
    expect(repo.body).toMatchObject({ is_empty: false, default_branch: 'main' })
    expect(await stithy.app.db.selectFrom('push_journal').select('id').execute()).toEqual([])
  })

  it('may force, make and delete branches and tags', async () => {
    const tree = await pushed('moves')
    const to = url('ada/moves')
    await git(tree, 'tag', 'light')
    await git(tree, 'tag', '-am', 'heavy', 'heavy')
    await gitSsh(key, tree, 'push', '-q', to, 'main:side', '--tags')
    await git(tree, 'reset', '-q', '--hard', 'HEAD~1')
    const other = await commit(tree, 'another three')
    const refused = await tryGitSsh(key, tree, 'push', to, 'main')
    expect(refused.stderr).toContain('rejected')
    await gitSsh(key, tree, 'push', '-q', '--force', to, 'main')
    await gitSsh(key, tree, 'push', '-q', to, ':side', ':refs/tags/light')
    const refs = await refsOf('moves')
    expect(refs.map((ref) => ref.name)).toEqual(['refs/heads/main', 'refs/tags/heavy'])
    expect(refs[0]?.sha).toBe(other)
  })

  it('of nothing new is fine, and of what is ours is refused with a sentence', async () => {
    const tree = await pushed('again')
    expect((await tryGitSsh(key, tree, 'push', url('ada/again'), 'main')).stderr).toContain('Everything up-to-date')
    const ours = await tryGitSsh(key, tree, 'push', url('ada/again'), 'HEAD:refs/replace/x')
    expect([ours.code, ours.stderr]).toEqual([1, expect.stringMatching(/hidden ref|is reserved/)])
    const standing = await tryGitSsh(key, tree, 'push', url('ada/again'), ':main')
    expect(standing.stderr).toContain('default branch and cannot be deleted')
  })

  it.each([
    ['branch', 'main:release', 'release is protected: pushing to it needs the role Maintainer'],
    ['tag', 'main:refs/tags/release', 'release is a protected tag: creating it needs the role Maintainer'],
  ])('of a protected %s is refused to those who may not, with a sentence', async (noun, what, sentence) => {
    const slug = `protected-${noun}`
    const tree = await pushed(slug)
    const client = stithy.client().as(ada.access)
    const rule = await client.post(`repos/ada/${slug}/${noun}-protections`, { pattern: 'release' })
    expect(rule.status).toBe(201)
    const developer = await newPerson(stithy, `developer-${noun}`)
    await grant(stithy, slug, developer, 'Developer')
    const theirs = await keyOf(stithy, developer)
    const before = await refsOf(slug)
    const refused = await tryGitSsh(theirs, tree, 'push', url(`ada/${slug}`), what)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(sentence)])
    expect(await refsOf(slug)).toEqual(before)
    expect((await tryGitSsh(key, tree, 'push', url(`ada/${slug}`), what)).code).toBe(0)
  })

  it('takes push options, and several refs at once or none', async () => {
    const tree = await pushed('options')
    await gitSsh(key, tree, 'push', '-q', '-o', 'ci.skip', url('ada/options'), 'main:with-options')
    const broken = await tryGitSsh(key, tree, 'push', '--atomic', url('ada/options'), 'main:a', 'main:refs/replace/b')
    expect(broken.code).toBe(1)
    expect((await refsOf('options')).map((ref) => ref.name)).toEqual(['refs/heads/main', 'refs/heads/with-options'])
  })

  it('of more than is allowed is refused, and leaves nothing behind', async () => {
    const small = await startStithy({ MAX_PUSH_BYTES: '100000' })
    try {
      const bob = await newPerson(small, 'bob')
      const his = await keyOf(small, bob)
      await small.client().as(bob.access).post('user/repos', { slug: 'small' })
      const tree = await newFolder()
      await git(tree, 'init', '-q', '-b', 'main')
      await writeFile(join(tree, 'large'), randomBytes(300_000))
      await git(tree, 'add', '.')
      await git(tree, 'commit', '-qm', 'large')
      const { code, stderr } = await tryGitSsh(his, tree, 'push', sshUrl(small, 'bob/small'), 'main')
      expect(code).not.toBe(0)
      expect(stderr).toMatch(/exceeds maximum allowed size|unpacker error/)
      const repo = await small.client('B').as(bob.access).get('repos/bob/small')
      expect(repo.body.is_empty).toBe(true)
    } finally {
      await small.stop()
    }
  })
})

describe('reading over SSH', () => {
  let tree: string
  beforeAll(async () => {
    tree = await pushed('read')
  })

  it.each(['0', '1', '2'])('clones and fetches with version %s of the protocol', async (version) => {
    const clone = await newFolder()
    const protocol = ['-c', `protocol.version=${version}`]
    await gitSsh(key, clone, ...protocol, 'clone', '-q', url('ada/read.git'), '.')
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(tree, 'rev-parse', 'HEAD'))
    const head = await commit(tree, `new for ${version}`)
    await gitSsh(key, tree, 'push', '-q', url('ada/read'), 'main')
    await gitSsh(key, clone, ...protocol, 'fetch', '-q')
    expect(await git(clone, 'rev-parse', 'origin/main')).toBe(head)
  })

  it.each([
    ['a slash in front', '/ada/read'],
    ['.git at the end', 'ada/read.git'],
    ['a slash at the end', 'ada/read.git/'],
    ['other letters', 'ADA/Read'],
  ])('takes a path with %s', async (_, path) => {
    const remote = `git@127.0.0.1:${path}`
    const command = `ssh ${sshOptions(stithy.sshPort, [key]).join(' ')}`
    const out = await git(await newFolder(), '-c', `core.sshCommand=${command}`, 'ls-remote', remote)
    expect(out).toContain('refs/heads/main')
  })

  it('clones a part: shallow, deepened, and without blobs', async () => {
    const shallow = await newFolder()
    await gitSsh(key, shallow, 'clone', '-q', '--depth', '1', url('ada/read'), '.')
    expect(await git(shallow, 'rev-list', '--count', 'HEAD')).toBe('1')
    await gitSsh(key, shallow, 'fetch', '-q', '--deepen', '1')
    expect(await git(shallow, 'rev-list', '--count', 'HEAD')).toBe('2')
    const partial = await newFolder()
    await gitSsh(key, partial, 'clone', '-q', '--bare', '--filter=blob:none', url('ada/read'), '.')
    const missing = await git(partial, 'rev-list', '--objects', '--all', '--missing=print')
    expect(missing).toMatch(/^\?[0-9a-f]{40}$/m)
  })

  it('goes on while keys are exchanged anew, both ways', async () => {
    await newRepo('rekeyed')
    const large = await newFolder()
    await git(large, 'init', '-q', '-b', 'main')
    await writeFile(join(large, 'large'), randomBytes(6_000_000))
    await git(large, 'add', '.')
    await git(large, 'commit', '-qm', 'large')
    const often = ['-c', `core.sshCommand=ssh -o RekeyLimit=300K ${sshOptions(stithy.sshPort, [key]).join(' ')}`]
    await git(large, ...often, 'push', '-q', url('ada/rekeyed'), 'main')
    const clone = await newFolder()
    await git(clone, ...often, 'clone', '-q', url('ada/rekeyed'), '.')
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(await git(large, 'rev-parse', 'HEAD'))
  })

  it('passes on how git ended', async () => {
    const answer = await tryGitSsh(key, tree, 'fetch', url('ada/read'), 'refs/heads/none')
    expect(answer.code).toBe(128)
    expect(answer.stderr).toContain("couldn't find remote ref")
  })

  it('serves many at once from one address', async () => {
    const folders = await Promise.all(Array.from({ length: 30 }, () => newFolder()))
    const clones = await Promise.all(
      folders.map((folder) => tryGitSsh(key, folder, 'clone', '-q', url('ada/read'), '.')),
    )
    expect(clones.map((clone) => clone.stderr).join('')).toBe('')
    expect(stithy.bares).toEqual([])
  })
})
