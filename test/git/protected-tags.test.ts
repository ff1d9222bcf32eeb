// The same verdict through every door that makes, moves or deletes a tag.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Crew, newCrew } from '../support/crew.ts'
import { git } from '../support/git.ts'
import { gitRefs, knownRefs, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let crew: Crew

beforeAll(async () => {
  stithy = await startStithy()
  crew = await newCrew(stithy)
})
afterAll(() => stithy.stop())

/** A repository with main at the second of two commits, v0 at the first, and a work tree of it. */
async function shared(slug: string, ...protections: readonly object[]): Promise<{ repo: string; tree: string }> {
  const repo = await crew.newRepo(slug)
  const tree = await workTree()
  await git(tree, 'tag', 'v0')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'two')
  expect((await crew.push(tree, 'Owner', slug, 'main', 'v0')).code).toBe(0)
  for (const body of protections) {
    expect((await crew.client('Owner').post(`${repo}/tag-protections`, body)).status).toBe(201)
  }
  return { repo, tree }
}

describe('a protected tag', () => {
  it('is pushed by those who may create it, and refused to others with a sentence', async () => {
    const { tree } = await shared('roles', { pattern: 'v*' })
    const before = await gitRefs(stithy, 'owner', 'roles')
    const refused = await crew.push(tree, 'Developer', 'roles', 'main:refs/tags/v1', 'main:refs/heads/beside')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('v1 is a protected tag: creating it needs the role Maintainer')
    expect(await gitRefs(stithy, 'owner', 'roles')).toEqual(before)
    expect((await crew.push(tree, 'Developer', 'roles', 'main:refs/tags/nightly')).code).toBe(0)
    expect((await crew.push(tree, 'Maintainer', 'roles', 'main:refs/tags/v1')).code).toBe(0)
    expect(await knownRefs(stithy, 'roles')).toEqual(await gitRefs(stithy, 'owner', 'roles'))
  })

  it('is moved by nobody, not even by force', async () => {
    const { tree } = await shared('moved', { pattern: 'v*', create_role: 'Developer' })
    for (const role of ['Developer', 'Maintainer', 'Owner'] as const) {
      const moved = await crew.push(tree, role, 'moved', '+main:refs/tags/v0')
      expect(moved.code).toBe(1)
      expect(moved.stderr).toContain('v0 is a protected tag and cannot be moved to another commit')
    }
    await git(tree, 'tag', '-f', '-a', 'v0', 'v0^{}', '-m', 'The same commit, told otherwise')
    expect((await crew.push(tree, 'Owner', 'moved', '+v0')).code).toBe(1)
    expect((await crew.push(tree, 'Developer', 'moved', 'main:refs/tags/nightly')).code).toBe(0)
    expect((await crew.push(tree, 'Developer', 'moved', '+main~1:refs/tags/nightly')).code).toBe(0)
  })

  it('has its place kept from names that git could not keep beside it, through every door', async () => {
    const { repo, tree } = await shared('places', { pattern: 'v*' }, { pattern: 'release/*', create_role: 'Nobody' })
    const refused = await crew.push(tree, 'Developer', 'places', 'main:refs/tags/v2.0/x')
    const why = 'v2.0/x would leave no room for the protected tag v2.0: creating that needs the role Maintainer'
    expect(refused.stderr).toContain(why)
    for (const [path, body] of [
      ['tags', { name: 'v2.0/x' }],
      ['releases', { tag_name: 'v2.0/x' }],
    ] as const) {
      const answer = await crew.client('Developer').post(`${repo}/${path}`, body)
      expect([answer.status, answer.body.message]).toEqual([403, why])
    }
    const above = await crew.push(tree, 'Owner', 'places', 'main:refs/tags/release')
    expect(above.stderr).toContain(
      'release would leave no room for the protected tag release/*: nobody may create that',
    )
    expect((await crew.push(tree, 'Developer', 'places', 'main:refs/tags/nightly/v2.0')).code).toBe(0)
    expect((await crew.push(tree, 'Maintainer', 'places', 'main:refs/tags/v2.0/x')).code).toBe(0)
    expect((await crew.push(tree, 'Developer', 'places', ':refs/tags/v2.0/x')).code).toBe(0)
    expect((await crew.push(tree, 'Maintainer', 'places', 'main:refs/tags/v2.0')).code).toBe(0)
  })

  it('is deleted by those whom the rule names, through every door', async () => {
    const { repo, tree } = await shared('deleted', { pattern: 'v*' })
    expect((await crew.push(tree, 'Maintainer', 'deleted', 'main:refs/tags/v1')).code).toBe(0)
    const refused = await crew.push(tree, 'Developer', 'deleted', ':refs/tags/v0')
    expect(refused.stderr).toContain('v0 is a protected tag: deleting it needs the role Maintainer')
    const byApi = await crew.client('Developer').send('DELETE', `${repo}/tags/v0`)
    expect(byApi.status).toBe(403)
    expect(byApi.body.message).toBe('v0 is a protected tag: deleting it needs the role Maintainer')
    expect((await crew.push(tree, 'Maintainer', 'deleted', ':refs/tags/v0')).code).toBe(0)
    const { id } = (await crew.client('Owner').get(`${repo}/tag-protections`)).body.items[0]
    await crew.client('Owner').send('PATCH', `${repo}/tag-protections/${id}`, { body: { delete_role: 'Nobody' } })
    const kept = await crew.push(tree, 'Owner', 'deleted', ':refs/tags/v1')
    expect(kept.stderr).toContain('v1 is a protected tag and nobody may delete it')
  })

  it('obeys the strictest of several patterns', async () => {
    const { tree } = await shared(
      'several',
      { pattern: 'v*', create_role: 'Developer' },
      { pattern: '*.0', create_role: 'Owner' },
      { pattern: 'v9*', create_role: 'Nobody' },
    )
    expect((await crew.push(tree, 'Developer', 'several', 'main:refs/tags/v1.1')).code).toBe(0)
    expect((await crew.push(tree, 'Maintainer', 'several', 'main:refs/tags/v2.0')).stderr).toContain(
      'needs the role Owner',
    )
    expect((await crew.push(tree, 'Owner', 'several', 'main:refs/tags/v2.0')).code).toBe(0)
    const frozen = await crew.push(tree, 'Owner', 'several', 'main:refs/tags/v9.0')
    expect(frozen.stderr).toContain('v9.0 is a protected tag and nobody may create it')
  })

  it('and a branch of the same name know nothing of each other', async () => {
    const { repo, tree } = await shared('alike', { pattern: '**' })
    expect((await crew.push(tree, 'Developer', 'alike', 'main:refs/heads/v1', '+main~1:main')).code).toBe(0)
    await crew.client('Owner').post(`${repo}/branch-protections`, { pattern: '**', push_role: 'Nobody' })
    expect((await crew.push(tree, 'Maintainer', 'alike', 'main:refs/tags/v1')).code).toBe(0)
  })
})

describe('a protected tag through the API', () => {
  it('is made by those who may, says that it is protected, and is then as open as it was', async () => {
    const { repo } = await shared('by-api', { pattern: 'v*' })
    for (const message of ['', 'Annotated']) {
      const refused = await crew.client('Developer').post(`${repo}/tags`, { name: 'v1', message })
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'v1 is a protected tag: creating it needs the role Maintainer',
      ])
    }
    const made = await crew.client('Maintainer').post(`${repo}/tags`, { name: 'v1', message: 'One' })
    expect([made.status, made.body.protected]).toEqual([201, true])
    await crew.client('Developer').post(`${repo}/tags`, { name: 'nightly' })
    const list = await crew.client('Developer').get(`${repo}/tags`)
    const shown = list.body.items.map((tag: { name: string; protected: boolean }) => [tag.name, tag.protected])
    expect(Object.fromEntries(shown)).toEqual({ v0: true, v1: true, nightly: false })
    const { id } = (await crew.client('Owner').get(`${repo}/tag-protections`)).body.items[0]
    expect((await crew.client('Maintainer').send('DELETE', `${repo}/tag-protections/${id}`)).status).toBe(204)
    expect((await crew.client('Developer').get(`${repo}/tags/v1`)).body.protected).toBe(false)
    expect((await crew.client('Developer').send('DELETE', `${repo}/tags/v1`)).status).toBe(204)
  })

  it('is not made by a release of somebody who may not: nothing is made', async () => {
    const { repo } = await shared('released', { pattern: 'v*' })
    const refs = await gitRefs(stithy, 'owner', 'released')
    const refused = await crew.client('Developer').post(`${repo}/releases`, { tag_name: 'v1', name: 'One' })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'v1 is a protected tag: creating it needs the role Maintainer',
    ])
    expect(await gitRefs(stithy, 'owner', 'released')).toEqual(refs)
    expect((await crew.client('Developer').get(`${repo}/releases`)).body.total).toBe(0)
    // A draft makes no tag. Publishing it does.
    const draft = await crew.client('Developer').post(`${repo}/releases`, { tag_name: 'v1', draft: true })
    expect(draft.status, draft.text).toBe(201)
    const one = `${repo}/releases/${draft.body.id}`
    const early = await crew.client('Developer').send('PATCH', one, { body: { draft: false } })
    expect([early.status, (await crew.client('Developer').get(one)).body.draft]).toEqual([403, true])
    expect(await gitRefs(stithy, 'owner', 'released')).toEqual(refs)
    expect((await crew.client('Maintainer').send('PATCH', one, { body: { draft: false } })).status).toBe(200)
    expect((await crew.client('Developer').get(`${repo}/tags/v1`)).body.protected).toBe(true)
    // One that is there already is not made, so a release may stand on it.
    expect((await crew.client('Developer').post(`${repo}/releases`, { tag_name: 'v0' })).status).toBe(201)
  })
})
