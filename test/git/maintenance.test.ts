import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdUpkeep } from '../../src/features/repos/hold-upkeep.ts'
import { maintainRepo } from '../../src/features/repos/maintain-repo.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let token: string
let tree: string
let dir: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await stithy.client().as(ada.access).post('user/repos', { slug: 'busy', is_public: true })
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  const { uuid } = await stithy.app.db.selectFrom('repos').select('uuid').executeTakeFirstOrThrow()
  dir = join(stithy.dataDir, 'repositories', 'ada', `${uuid}.git`)
})
afterAll(() => stithy.stop())

async function push(name: string): Promise<void> {
  await writeFile(join(tree, name), name)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', name)
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/busy'), 'main')
}

describe('a repository that is pushed to', () => {
  it('is packed in the background, with what makes reading it fast', async () => {
    for (const name of ['one', 'two', 'three']) await push(name)
    await expect
      .poll(() => readdir(join(dir, 'objects/pack')))
      .toEqual(expect.arrayContaining([expect.stringMatching(/\.bitmap$/)]))
    await expect.poll(() => readdir(join(dir, 'objects/info'))).toContain('commit-graphs')
    await git(dir, 'fsck', '--strict')
  })

  it('can be pushed to, cloned and read all the while', async () => {
    const pushes = (async () => {
      for (let number = 0; number < 8; number++) await push(`more ${number}`)
    })()
    const repacks = (async () => {
      for (let number = 0; number < 4; number++) await git(dir, 'repack', '-q', '-a', '-d')
    })()
    for (let number = 0; number < 4; number++) {
      const clone = await newFolder()
      await git(clone, 'clone', '-q', `${stithy.url}/ada/busy`, '.')
      await git(clone, 'fsck', '--strict')
      expect((await stithy.client().get('repos/ada/busy/contents/one')).status).toBe(200)
    }
    await Promise.all([pushes, repacks])
    const total = (await stithy.client('B').get('repos/ada/busy/commits')).body.total as number
    expect(total).toBe(11)
  })

  it('is packed although a git that was killed has left its locks', async () => {
    const { id } = await stithy.app.db.selectFrom('repos').select('id').executeTakeFirstOrThrow()
    await expect.poll(() => stithy.app.db.selectFrom('upkeep_leases').select('repo_id').execute()).toEqual([])
    const graphs = join(dir, 'objects/info/commit-graphs')
    await rm(graphs, { recursive: true, force: true })
    await mkdir(graphs)
    const left = ['packed-refs', 'objects/pack/multi-pack-index', 'objects/info/commit-graphs/commit-graph-chain'].map(
      (name) => join(dir, `${name}.lock`),
    )
    for (const path of left) await writeFile(path, '')
    await maintainRepo(stithy.app, id, 100)
    expect(await readdir(graphs)).toContain('commit-graph-chain')
    expect(left.filter((path) => existsSync(path))).toEqual([])
  })

  it('is packed by one process at a time: whoever finds another at it leaves it alone', async () => {
    const { id } = await stithy.app.db.selectFrom('repos').select('id').executeTakeFirstOrThrow()
    const graphs = join(dir, 'objects/info/commit-graphs')
    await expect.poll(() => stithy.app.db.selectFrom('upkeep_leases').select('repo_id').execute()).toEqual([])
    const release = await holdUpkeep(stithy.app, id)
    expect(release).not.toBeNull()
    expect(await holdUpkeep(stithy.app, id)).toBeNull()
    await rm(graphs, { recursive: true })
    await maintainRepo(stithy.app, id)
    expect(existsSync(graphs)).toBe(false)
    // Whoever died holds it no longer than a minute.
    stithy.advance(61_000)
    await maintainRepo(stithy.app, id)
    expect(existsSync(graphs)).toBe(true)
    await release?.()
  })

  it('says how much room it takes', async () => {
    await expect
      .poll(async () => {
        const row = await stithy.app.db.selectFrom('repos').select('size_bytes').executeTakeFirstOrThrow()
        return row.size_bytes
      })
      .toBeGreaterThan(0)
  })
})
