import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { base64, folderOf, gitRefs, grant, knownRefs, newRepo } from '../support/repos.ts'
import { keysOf, statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
})
afterAll(() => stithy.stop())

function as(person: Person | string, form: 'A' | 'B' = 'B'): Client {
  return stithy.client(form).as(typeof person === 'string' ? person : person.access)
}

const put = (path: string, body: object, client = as(ada)) => client.send('PUT', path, { body })
const remove = (path: string, body: object, client = as(ada)) => client.send('DELETE', path, { body })

async function show(slug: string, what: string): Promise<string> {
  return git(await folderOf(stithy, 'ada', slug), 'show', what)
}

describe.each(forms)('a file written through the API, in Form %s', (form) => {
  it('is a commit: 201 where it is new, 200 where its sha was sent', async () => {
    const slug = `basic-${form}`
    const repo = await newRepo(stithy, ada, slug)
    const made = await put(`${repo}/contents/src/a.txt`, { content: base64('one\n') }, as(ada, form))
    expect(made.status, made.text).toBe(201)
    expect(keysOf(made.body)).toEqual(['branch', 'commit', 'content'])
    expect(made.body.content).toEqual({
      type: 'file',
      name: 'a.txt',
      path: 'src/a.txt',
      sha: '5626abf0f72e58d7a153368ba57db4c673c0e171',
      size: 4,
    })
    expect(made.body.branch).toBe('main')
    expect(made.body.commit).toMatchObject({
      message: 'Create src/a.txt',
      author: { name: 'ada', email: 'ada@users.noreply.127.0.0.1' },
    })
    const changed = await put(
      `${repo}/contents/src/a.txt`,
      { content: base64('two\n'), sha: made.body.content.sha, message: 'Two\r\n\r\nand why', branch: 'main' },
      as(ada, form),
    )
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body.commit.message).toBe('Two\n\nand why')
    expect(await show(slug, 'main:src/a.txt')).toBe('two')
    expect(await show(slug, 'main~1:src/a.txt')).toBe('one')
    const gone = await remove(`${repo}/contents/src/a.txt`, { sha: changed.body.content.sha }, as(ada, form))
    expect(gone.status, gone.text).toBe(200)
    expect(gone.body.content).toBeNull()
    expect(gone.body.commit.message).toBe('Delete src/a.txt')
    // The folder went with its last file.
    expect(await git(await folderOf(stithy, 'ada', slug), 'ls-tree', 'main')).toBe('')
    expect(await knownRefs(stithy, slug)).toEqual(await gitRefs(stithy, 'ada', slug))
  })

  it('is deleted by what stands in the address, too: not everybody can send a body along', async () => {
    const repo = await newRepo(stithy, ada, `bare-${form}`)
    const made = await put(`${repo}/contents/a`, { content: base64('x') }, as(ada, form))
    const at = `${repo}/contents/a?sha=${made.body.content.sha}&message=Away`
    const gone = await as(ada, form).send('DELETE', at)
    expect([gone.status, gone.body.commit?.message], gone.text).toEqual([200, 'Away'])
    const other = await as(ada, form).send('DELETE', `${at}&branch=none`)
    expectFault(other, form, 'missing', { codeOfA: 'BRANCH_NOT_FOUND' })
  })

  it('is new where the sha is null, and only there', async () => {
    const repo = await newRepo(stithy, ada, `null-${form}`)
    const made = await put(`${repo}/contents/a`, { content: base64('x'), sha: null }, as(ada, form))
    expect(made.status, made.text).toBe(201)
    const again = await put(`${repo}/contents/a`, { content: base64('y'), sha: null }, as(ada, form))
    expectFault(again, form, 'conflict', { details: ['path: taken'] })
  })

  it('is refused with 409 where the sha is stale or missing, or the file is gone', async () => {
    const repo = await newRepo(stithy, ada, `stale-${form}`, { auto_init: true })
    const readme = `${repo}/contents/README.md`
    const before = await put(`${repo}/contents/x`, { content: base64('x') })
    for (const [path, sha] of [
      [readme, undefined],
      [readme, before.body.content.sha],
      [`${repo}/contents/none`, before.body.content.sha],
      [`${repo}/contents/none/below`, before.body.content.sha],
    ] as const) {
      const answer = await put(path, { content: base64('y'), sha }, as(ada, form))
      expectFault(answer, form, 'conflict', { details: [sha === undefined ? 'path: taken' : 'sha: stale'] })
    }
    const stale = await remove(readme, { sha: before.body.content.sha }, as(ada, form))
    expectFault(stale, form, 'conflict', { details: ['sha: stale'] })
    const missing = await remove(readme, {}, as(ada, form))
    expectFault(missing, form, 'invalid', { details: ['sha: required'] })
    for (const path of ['none', 'none/below']) {
      const gone = await remove(`${repo}/contents/${path}`, { sha: before.body.content.sha }, as(ada, form))
      expectFault(gone, form, 'missing', { codeOfA: 'FILE_NOT_FOUND' })
    }
  })
})

describe('a new repository', () => {
  it('stops being empty with its first file, on its default branch', async () => {
    const repo = await newRepo(stithy, ada, 'fresh', { default_branch: 'trunk' })
    const made = await put(`${repo}/contents/a`, { content: '' })
    expect(made.status, made.text).toBe(201)
    expect(made.body.branch).toBe('trunk')
    expect((await as(ada).get(repo)).body).toMatchObject({ is_empty: false, default_branch: 'trunk' })
    const clone = await newFolder()
    await git(clone, 'clone', '-q', addressOf(stithy, token, 'ada/fresh'), '.')
    expect(await git(clone, 'branch', '--show-current')).toBe('trunk')
  })

  it('takes another branch too, which then is its default', async () => {
    const repo = await newRepo(stithy, ada, 'fresh-other')
    expect((await put(`${repo}/contents/a`, { content: '', branch: 'dev' })).status).toBe(201)
    expect((await as(ada).get(repo)).body).toMatchObject({ is_empty: false, default_branch: 'dev' })
  })

  it('begins with a README when asked to', async () => {
    const answer = await as(ada).post('user/repos', { slug: 'readme', description: 'Of use', auto_init: true })
    expect(answer.status).toBe(201)
    expect(answer.body.is_empty).toBe(false)
    expect(await show('readme', 'main:README.md')).toBe('# readme\n\nOf use')
    const commits = await as(ada).get('repos/ada/readme/commits')
    expect(commits.body.items).toHaveLength(1)
    expect(await knownRefs(stithy, 'readme')).toEqual(await gitRefs(stithy, 'ada', 'readme'))
    expect((await git(await folderOf(stithy, 'ada', 'readme'), 'fsck', '--strict')).trim()).toBe('')
  })
})

describe('many files', () => {
  it('are created, changed, moved and deleted by one commit', async () => {
    const repo = await newRepo(stithy, ada, 'batch', { auto_init: true })
    const first = await as(ada).post(`${repo}/contents`, {
      message: 'Begin',
      operations: [
        { action: 'create', path: 'a', content: base64('a') },
        { action: 'create', path: 'dir/b', content: base64('b') },
        { action: 'create', path: 'dir.x', content: base64('c') },
        { action: 'create', path: 'dir/ünï/🐢', content: base64('d') },
      ],
    })
    expect(first.status, first.text).toBe(201)
    expect(keysOf(first.body)).toEqual(['branch', 'commit', 'contents'])
    expect(first.body.contents.map((one: { path: string }) => one.path)).toEqual(['a', 'dir/b', 'dir.x', 'dir/ünï/🐢'])
    const second = await as(ada).post(`${repo}/contents`, {
      branch: 'main',
      new_branch: 'topic/one',
      message: 'Go on',
      operations: [
        { action: 'update', path: 'a', content: base64('aa'), sha: first.body.contents[0].sha },
        { action: 'move', from_path: 'dir/b', path: 'deep/er/b' },
        { action: 'delete', path: 'dir.x' },
        { action: 'delete', path: 'dir/ünï/🐢' },
        // What an operation before it has made room for.
        { action: 'create', path: 'dir', content: base64('now a file') },
      ],
    })
    expect(second.status, second.text).toBe(201)
    expect(second.body.branch).toBe('topic/one')
    expect(second.body.contents[1]).toMatchObject({ path: 'deep/er/b', size: 1 })
    const dir = await folderOf(stithy, 'ada', 'batch')
    expect(await git(dir, 'ls-tree', '-r', '--name-only', 'topic/one')).toBe('README.md\na\ndeep/er/b\ndir')
    expect(await git(dir, 'rev-parse', 'topic/one~1')).toBe(await git(dir, 'rev-parse', 'main'))
    expect((await git(dir, 'fsck', '--strict')).trim()).toBe('')
    expect(await knownRefs(stithy, 'batch')).toEqual(await gitRefs(stithy, 'ada', 'batch'))
  })

  it.each([
    ['an update of nothing', { action: 'update', path: 'none', content: '' }, 404],
    ['a deletion of nothing', { action: 'delete', path: 'a/b/c' }, 404],
    ['a move of nothing', { action: 'move', from_path: 'none', path: 'x' }, 404],
    ['a move onto a file', { action: 'move', from_path: 'README.md', path: 'f' }, 409],
    ['a creation without content', { action: 'create', path: 'x' }, 400],
    ['a move from nowhere', { action: 'move', path: 'x' }, 400],
    ['an unknown action', { action: 'chmod', path: 'x' }, 400],
    ['a deletion of a folder', { action: 'delete', path: 'd' }, 409],
    ['a file where a folder is', { action: 'create', path: 'd', content: '' }, 409],
    ['a folder where a file is', { action: 'create', path: 'f/x', content: '' }, 409],
  ])('are all left alone for %s', async (_, operation, status) => {
    const repo = 'repos/ada/batch-refused'
    if ((await as(ada).get(repo)).status === 404) {
      await newRepo(stithy, ada, 'batch-refused', { auto_init: true })
      await put(`${repo}/contents/f`, { content: '' })
      await put(`${repo}/contents/d/x`, { content: '' })
    }
    const before = await gitRefs(stithy, 'ada', 'batch-refused')
    const operations = [{ action: 'create', path: 'good', content: '' }, operation]
    const answer = await as(ada).post(`${repo}/contents`, { operations })
    expect(answer.status, answer.text).toBe(status)
    expect(await gitRefs(stithy, 'ada', 'batch-refused')).toEqual(before)
  })

  it('go to a new branch only where there is none', async () => {
    const repo = await newRepo(stithy, ada, 'batch-branch', { auto_init: true })
    const operations = [{ action: 'create', path: 'x', content: '' }]
    const taken = await as(ada, 'A').post(`${repo}/contents`, { new_branch: 'main', operations })
    expectFault(taken, 'A', 'conflict', { codeOfA: 'BRANCH_EXISTS', details: ['new_branch: taken'] })
    const inTheWay = await as(ada).post(`${repo}/contents`, { new_branch: 'main/x', operations })
    expect(inTheWay.status).toBe(409)
    expect(inTheWay.body.message).toContain('refs/heads/main is in the way')
    const unknown = await as(ada, 'A').post(`${repo}/contents`, { branch: 'none', operations })
    expectFault(unknown, 'A', 'missing', { codeOfA: 'BRANCH_NOT_FOUND' })
  })
})

describe('very many files', () => {
  it('are one commit too, the same content as often as wanted', async () => {
    const repo = await newRepo(stithy, ada, 'very-many', { auto_init: true })
    const deep = Array.from({ length: 90 }, (_, level) => `d${level}`).join('/')
    const operations = Array.from({ length: 300 }, (_, count) => ({
      action: 'create',
      path: `${deep}/f${count % 3}/${count}`,
      content: base64(`${count % 7}`),
    }))
    const answer = await as(ada).post(`${repo}/contents`, { operations })
    expect(answer.status, answer.text).toBe(201)
    const dir = await folderOf(stithy, 'ada', 'very-many')
    expect((await git(dir, 'ls-tree', '-r', '--name-only', 'main')).split('\n')).toHaveLength(301)
    expect((await git(dir, 'fsck', '--strict')).trim()).toBe('')
    const next = await put(`${repo}/contents/${deep}/f0/next`, { content: '' })
    expect(next.status, next.text).toBe(201)
    expect(await knownRefs(stithy, 'very-many')).toEqual(await gitRefs(stithy, 'ada', 'very-many'))
  })
})

describe('two writers at once', () => {
  it('one wins, the others hear of it, and nothing is lost', async () => {
    const repo = await newRepo(stithy, ada, 'race', { auto_init: true })
    const made = await put(`${repo}/contents/f`, { content: base64('0') })
    const { sha } = made.body.content
    const bodies = Array.from({ length: 8 }, (_, i) => ({ content: base64(`${i + 1}`), sha }))
    const answers = await Promise.all(bodies.map((body) => put(`${repo}/contents/f`, body)))
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect(await git(await folderOf(stithy, 'ada', 'race'), 'rev-list', '--count', 'main')).toBe('3')
    expect(await knownRefs(stithy, 'race')).toEqual(await gitRefs(stithy, 'ada', 'race'))
    const open = await stithy.app.db.selectFrom('push_journal').select('id').execute()
    expect(open).toEqual([])
  })

  it('of different files both are written, one on top of the other', async () => {
    const repo = await newRepo(stithy, ada, 'beside', { auto_init: true })
    const names = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(names.map((name) => put(`${repo}/contents/${name}`, { content: base64(name) })))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201])
    const folder = await folderOf(stithy, 'ada', 'beside')
    expect(await git(folder, 'ls-tree', '--name-only', 'main')).toBe(['README.md', ...names].join('\n'))
    expect(await git(folder, 'rev-list', '--count', 'main')).toBe('5')
  })
})

describe('who may write', () => {
  it('is decided as for a push', async () => {
    const repo = await newRepo(stithy, ada, 'rights', { auto_init: true })
    const [reader, developer, stranger] = await Promise.all(
      ['reader', 'developer', 'stranger'].map((name) => newPerson(stithy, name)),
    )
    if (reader === undefined || developer === undefined || stranger === undefined) throw new Error('nobody came')
    await grant(stithy, 'rights', reader, 'Reader')
    await grant(stithy, 'rights', developer, 'Developer')
    const readToken = await newToken(as(ada), ['repo:read'])
    const path = `${repo}/contents/x`
    expect((await put(path, { content: '' }, stithy.client())).status).toBe(401)
    expect((await put(path, { content: '' }, as(stranger))).status).toBe(404)
    expect((await put(path, { content: '' }, as(reader))).status).toBe(403)
    expect((await put(path, { content: '' }, as(readToken))).status).toBe(403)
    expect((await put(path, { content: '' }, as(developer))).status).toBe(201)
    await as(ada).send('PATCH', repo, { body: { archived: true } })
    const archived = await put(`${repo}/contents/y`, { content: '' })
    expect(archived.status).toBe(403)
    expect(archived.body.message).toContain('archived')
  })

  it('may name another author, and stays the committer', async () => {
    const repo = await newRepo(stithy, ada, 'author')
    const author = { name: 'Grace Hopper', email: 'grace@example.org' }
    expect((await put(`${repo}/contents/x`, { content: '', author })).body.commit.author).toEqual(author)
    const dir = await folderOf(stithy, 'ada', 'author')
    expect(await git(dir, 'show', '-s', '--format=%an <%ae> %cn <%ce>', 'main')).toBe(
      'Grace Hopper <grace@example.org> ada <ada@users.noreply.127.0.0.1>',
    )
    for (const bad of [
      { name: 'x\ny', email: 'a@b.c' },
      { name: 'x <y>', email: 'a@b.c' },
      { name: ' ', email: 'a@b.c' },
      { name: 'x', email: 'a> b@c' },
      { name: 'x', email: 'nothing' },
      { name: 'x', email: 'a@b\nc' },
    ]) {
      expect((await put(`${repo}/contents/y`, { content: '', author: bad })).status, JSON.stringify(bad)).toBe(400)
    }
  })
})

describe('a person', () => {
  it('whose name is no name to git writes all the same', async () => {
    const odd = await newPerson(stithy, 'odd-one')
    for (const full_name of ['<>', '<script>alert(1)</script>', 'Ünï 🐢', '.']) {
      await as(odd).send('PATCH', 'user', { body: { full_name } })
      const made = await as(odd).post('user/repos', {
        slug: `of-${Buffer.from(full_name).toString('hex')}`,
        auto_init: true,
      })
      expect(made.status, made.text).toBe(201)
      const tag = await as(odd).post(`repos/odd-one/${made.body.slug}/tags`, { name: 'v1', message: 'One' })
      expect(tag.status, tag.text).toBe(201)
      const [commit] = (await as(odd).get(`repos/odd-one/${made.body.slug}/commits`)).body.items
      expect(commit.author.name).toBe(full_name === '<>' ? 'odd-one' : full_name.replaceAll(/[<>]/g, ''))
      expect((await as(odd).get(`repos/odd-one/${made.body.slug}/tags/v1`)).body).toEqual(tag.body)
    }
  })
})

describe('a path', () => {
  it.each([
    '.git/config',
    '.GIT/hooks/x',
    'a/.git',
    'git~1/x',
    'GIT~1',
    '.git%20/x',
    '.git./x',
    '.git::$INDEX_ALLOCATION/x',
    '.g%E2%80%8Cit/x',
    'a%5C.git%5Cx',
    'a//b',
    'a/',
    '%2Fa',
    'a%2F%2e%2e%2Fb',
    '..%2F..%2Fx',
    '..%5Cx',
    'a%00b',
    'a%0Ab',
    'a'.repeat(256),
    `${'a/'.repeat(2100)}a`,
    `${'a/'.repeat(100)}a`,
  ])('may not be %s', async (path) => {
    const repo = 'repos/ada/paths'
    if ((await as(ada).get(repo)).status === 404) await newRepo(stithy, ada, 'paths', { auto_init: true })
    for (const form of forms) {
      const answer = await put(`${repo}/contents/${path}`, { content: '' }, as(ada, form))
      expect(answer.status, answer.text).toBe(form === 'A' ? 422 : 400)
    }
  })

  it.each(['git~2', '.gitignore', '.github/x', 'a b', '-rf', '--help', 'a..b', 'über/ß', 'a%2Fb'])(
    'may be %s',
    async (path) => {
      const repo = 'repos/ada/good-paths'
      if ((await as(ada).get(repo)).status === 404) await newRepo(stithy, ada, 'good-paths', { auto_init: true })
      const answer = await put(`${repo}/contents/${path}`, { content: '' })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.content.path).toBe(decodeURIComponent(path))
    },
  )
})

describe('what is not a plain file', () => {
  it('is never followed, written through or replaced; a mode is kept', async () => {
    const repo = await newRepo(stithy, ada, 'links')
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'main')
    await symlink('/tmp', join(tree, 'out'))
    await symlink('file', join(tree, 'link'))
    await mkdir(join(tree, 'dir'))
    await writeFile(join(tree, 'dir/run'), '#!/bin/sh\n', { mode: 0o755 })
    await git(tree, 'add', '.')
    await git(tree, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`)
    await git(tree, 'commit', '-qm', 'x')
    await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/links'), 'main')
    const link = await git(tree, 'rev-parse', 'HEAD:link')
    for (const [path, sha, code] of [
      ['out/evil', undefined, 'is_symlink'],
      ['out', undefined, 'is_symlink'],
      ['link', link, 'is_symlink'],
      ['link/x', undefined, 'is_symlink'],
      ['sub/x', undefined, 'is_submodule'],
      ['sub', '1'.repeat(40), 'is_submodule'],
      ['dir', undefined, 'is_folder'],
      ['dir/run/x', undefined, 'taken'],
    ] as const) {
      const answer = await put(`${repo}/contents/${path}`, { content: base64('evil'), sha }, as(ada, 'A'))
      expectFault(answer, 'A', 'conflict', { details: [`path: ${code}`] })
    }
    expectFault(await remove(`${repo}/contents/link`, { sha: link }, as(ada, 'A')), 'A', 'conflict', {
      details: ['path: is_symlink'],
    })
    const run = await git(tree, 'rev-parse', 'HEAD:dir/run')
    expect((await put(`${repo}/contents/dir/run`, { content: base64('new'), sha: run })).status).toBe(200)
    const dir = await folderOf(stithy, 'ada', 'links')
    expect(await git(dir, 'ls-tree', 'main', 'dir/run')).toMatch(/^100755 /)
    expect(await git(dir, 'ls-tree', '--name-only', 'main')).toBe('dir\nlink\nout\nsub')
  })

  it('is a .gitmodules that would be refused in a push', async () => {
    const repo = await newRepo(stithy, ada, 'modules', { auto_init: true })
    const evil = (line: string): string => base64(`[submodule "x"]\n\tpath = sub\n\turl = http://x/y\n\t${line}\n`)
    for (const line of ['path = "sub\r"', 'path = "a\\nb"', 'url = -u./payload', 'update = !evil']) {
      for (const path of ['.gitmodules', 'GITMOD~1']) {
        const answer = await put(`${repo}/contents/${path}`, { content: evil(line) })
        expect(answer.status, `${path} ${line}`).toBe(400)
      }
    }
    // Nor by the back door.
    expect((await put(`${repo}/contents/x`, { content: evil('path = "sub\r"') })).status).toBe(201)
    const operations = [{ action: 'move', from_path: 'x', path: '.gitmodules' }]
    expect((await as(ada).post(`${repo}/contents`, { operations })).status).toBe(400)
    expect((await put(`${repo}/contents/.gitmodules`, { content: evil('branch = main') })).status).toBe(201)
  })
})

describe('a body', () => {
  it('may hold a file of 5 MiB and not a byte more', async () => {
    const repo = await newRepo(stithy, ada, 'large', { auto_init: true })
    const most = Buffer.alloc(5 * 1024 * 1024, 'x')
    const made = await put(`${repo}/contents/large`, { content: most.toString('base64') })
    expect(made.status, made.text).toBe(201)
    expect(made.body.content.size).toBe(most.length)
    for (const form of forms) {
      const more = Buffer.concat([most, Buffer.from('x')]).toString('base64')
      expectFault(await put(`${repo}/contents/larger`, { content: more }, as(ada, form)), form, 'too-large')
      const far = 'A'.repeat(9 * 1024 * 1024)
      expectFault(await put(`${repo}/contents/larger`, { content: far }, as(ada, form)), form, 'too-large')
    }
    // Other routes still take a mebibyte.
    const patch = await as(ada).send('PATCH', repo, { body: { description: 'x'.repeat(1024 * 1024) } })
    expect(patch.status).toBe(413)
  })

  it.each(['*', 'YQ=', 'Y', 'YQ==YQ==', 'Y Q=='])('must be base64, not %j', async (content) => {
    const repo = 'repos/ada/encoding'
    if ((await as(ada).get(repo)).status === 404) await newRepo(stithy, ada, 'encoding', { auto_init: true })
    const answer = await put(`${repo}/contents/x`, { content })
    // Too little padding is padding all the same.
    expect(answer.status).toBe(content === 'YQ=' ? 201 : 400)
  })

  it('names a branch, an id and a message that can be ones', async () => {
    const repo = await newRepo(stithy, ada, 'odd', { auto_init: true })
    const path = `${repo}/contents/x`
    expect((await put(path, { content: '', branch: '--exec=x' })).status).toBe(400)
    expect((await put(path, { content: '', branch: 'a..b' })).status).toBe(400)
    expect((await put(path, { content: '', new_branch: 'refs/heads/x' })).status).toBe(400)
    expect((await put(path, { content: '', sha: 'HEAD' })).status).toBe(400)
    expect((await put(path, { content: '', message: 'x'.repeat(70_000) })).status).toBe(400)
    expect((await put(path, {})).status).toBe(400)
    expect((await put(path, { content: '', message: '  ' })).body.commit.message).toBe('Create x')
  })
})
