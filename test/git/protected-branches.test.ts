// The same verdict through every door: git over HTTP here; the API's own doors are tried beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Crew, newCrew } from '../support/crew.ts'
import { git } from '../support/git.ts'
import { base64, gitRefs, knownRefs, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let crew: Crew

beforeAll(async () => {
  stithy = await startStithy()
  crew = await newCrew(stithy)
})
afterAll(() => stithy.stop())

/** A repository with main and dev, both at one commit, and a work tree of it. */
async function shared(slug: string, ...protections: readonly object[]): Promise<{ repo: string; tree: string }> {
  const repo = await crew.newRepo(slug)
  const tree = await workTree()
  expect((await crew.push(tree, 'Owner', slug, 'main', 'main:dev')).code).toBe(0)
  for (const body of protections) {
    expect((await crew.client('Owner').post(`${repo}/branch-protections`, body)).status).toBe(201)
  }
  return { repo, tree }
}

async function commit(tree: string, text: string): Promise<void> {
  await git(tree, 'commit', '-q', '--allow-empty', '-m', text)
}

describe('a protected branch', () => {
  it('takes a maintainer’s push and refuses a developer’s, with a sentence', async () => {
    const { tree } = await shared('roles', { pattern: 'main' })
    await commit(tree, 'two')
    const refused = await crew.push(tree, 'Developer', 'roles', 'main')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('main is protected: pushing to it needs the role Maintainer')
    expect((await crew.push(tree, 'Developer', 'roles', 'main:dev')).code).toBe(0)
    expect((await crew.push(tree, 'Maintainer', 'roles', 'main')).code).toBe(0)
    expect(await knownRefs(stithy, 'roles')).toEqual(await gitRefs(stithy, 'owner', 'roles'))
  })

  it('is named when it is one of many, and then none of them moves', async () => {
    const { tree } = await shared('many', { pattern: 'main' })
    const before = await gitRefs(stithy, 'owner', 'many')
    await commit(tree, 'two')
    const refused = await crew.push(tree, 'Developer', 'many', 'main:a', 'main:main', 'main:z')
    expect(refused.stderr).toContain('main is protected')
    expect(await gitRefs(stithy, 'owner', 'many')).toEqual(before)
    expect(await knownRefs(stithy, 'many')).toEqual(before)
  })

  it('cannot be rewritten or deleted by anybody, through any door, unless it says so', async () => {
    const { repo, tree } = await shared('rewritten', { pattern: 'dev' })
    await commit(tree, 'two')
    expect((await crew.push(tree, 'Owner', 'rewritten', 'main:dev')).code).toBe(0)
    await git(tree, 'commit', '-q', '--amend', '--allow-empty', '-m', 'another two')
    for (const what of ['+main:dev', '+main~1:dev']) {
      const forced = await crew.push(tree, 'Owner', 'rewritten', what)
      expect(forced.code).toBe(1)
      expect(forced.stderr).toContain('dev is protected against force pushes')
    }
    const deleted = await crew.push(tree, 'Owner', 'rewritten', ':dev')
    expect(deleted.stderr).toContain('dev is protected and cannot be deleted')
    const byApi = await crew.client('Owner').send('DELETE', `${repo}/branches/dev`)
    expect(byApi.status).toBe(403)
    expect(byApi.body.message).toBe('dev is protected and cannot be deleted')
    const { id } = (await crew.client('Owner').get(`${repo}/branch-protections`)).body.items[0]
    const body = { allow_force_push: true, allow_delete: true }
    await crew.client('Owner').send('PATCH', `${repo}/branch-protections/${id}`, { body })
    expect((await crew.push(tree, 'Maintainer', 'rewritten', '+main:dev')).code).toBe(0)
    expect((await crew.push(tree, 'Developer', 'rewritten', ':dev')).code).toBe(1)
    expect((await crew.push(tree, 'Maintainer', 'rewritten', ':dev')).code).toBe(0)
  })

  it('that nobody may push to lets in whom it names, and an unprotected one can be forced', async () => {
    const { repo, tree } = await shared('named', {
      pattern: 'main',
      push_role: 'Nobody',
      allowed_pushers: ['developer'],
    })
    await commit(tree, 'two')
    expect((await crew.push(tree, 'Owner', 'named', 'main')).stderr).toContain('changes come in by pull request')
    const byApi = await crew.client('Owner').send('PUT', `${repo}/contents/x`, { body: { content: base64('x') } })
    expect(byApi.status).toBe(403)
    expect((await crew.push(tree, 'Developer', 'named', 'main')).code).toBe(0)
    await git(tree, 'commit', '-q', '--amend', '--allow-empty', '-m', 'another two')
    expect((await crew.push(tree, 'Developer', 'named', '+main:dev')).code).toBe(0)
  })

  it('is protected before it exists', async () => {
    const { tree } = await shared('not-yet', { pattern: 'release/**' })
    const refused = await crew.push(tree, 'Developer', 'not-yet', 'main:release/1/2')
    expect(refused.stderr).toContain('release/1/2 is protected')
    expect((await crew.push(tree, 'Maintainer', 'not-yet', 'main:release/1/2')).code).toBe(0)
  })
})

describe('a name that a push brings', () => {
  it.each([
    ['refs/heads/HEAD', 'is what git calls'],
    ['refs/heads/-x', 'begins with a dash'],
    ['refs/heads/refs/heads/x', 'leave that out'],
    [`refs/heads/${'a'.repeat(40)}`, 'looks like the id of a commit'],
    [`refs/tags/${'b'.repeat(40)}`, 'looks like the id of a commit'],
    ['refs/replace/x', 'is reserved'],
    [`refs/heads/${'x'.repeat(120)}/${'y'.repeat(140)}`, 'at most 255 bytes'],
  ])('is refused with a sentence: %s', async (ref, sentence) => {
    const repo = (await crew.client('Owner').get('repos/owner/names')).status
    if (repo === 404) await crew.newRepo('names')
    const tree = await workTree()
    const { code, stderr } = await crew.push(tree, 'Owner', 'names', 'main:refs/heads/fine', `main:${ref}`)
    expect(code).toBe(1)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(sentence)
    expect((await crew.client('Owner').get('repos/owner/names')).body.is_empty).toBe(true)
  })

  it('may differ from another in case only, and may be as long as it may', async () => {
    const { tree } = await shared('fine-names')
    const long = `a${'é'.repeat(50)}/${'b'.repeat(100)}`
    expect((await crew.push(tree, 'Owner', 'fine-names', 'main:Main', 'main:MAIN', `main:${long}`)).code).toBe(0)
    expect(await knownRefs(stithy, 'fine-names')).toEqual(await gitRefs(stithy, 'owner', 'fine-names'))
  })
})

describe('many pushes at once', () => {
  it('to one repository all arrive, and the database ends where git does', async () => {
    const { tree } = await shared('crowd')
    const commits: string[] = []
    for (let count = 0; count < 6; count++) {
      await commit(tree, `c${count}`)
      commits.push(await git(tree, 'rev-parse', 'HEAD'))
    }
    // Forced to one branch, so that each moves it whatever the others did; and each to one of its own.
    const results = await Promise.all(
      commits.map((sha, count) =>
        crew.push(tree, 'Owner', 'crowd', `+${sha}:refs/heads/shared`, `${sha}:refs/heads/b${count}`),
      ),
    )
    expect(results.some((result) => result.code === 0)).toBe(true)
    const refs = await gitRefs(stithy, 'owner', 'crowd')
    expect(await knownRefs(stithy, 'crowd')).toEqual(refs)
    for (const count of commits.keys()) expect(refs[`refs/heads/b${count}`]).toBe(commits[count])
    expect(await stithy.app.db.selectFrom('push_journal').select('id').execute()).toEqual([])
  })
})
