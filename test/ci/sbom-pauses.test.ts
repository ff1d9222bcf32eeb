// One thread serves everybody: the largest lock files are nobody else's business.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Repo } from '../../src/core/repo.ts'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { findRepo } from '../../src/features/repos/find-repo.ts'
import { askThread } from '../../src/features/sbom/ask-thread.ts'
import { writeSbom } from '../../src/features/sbom/write-sbom.ts'
import { InventoryFailed } from '../../src/sbom/inventory-thread.ts'
import { addressOf, git } from '../support/git.ts'
import { expectNoPause } from '../support/pauses.ts'
import { newPerson, newToken } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const count = 8000
let stithy: TestStithy
let repo: Repo
let sha: Sha
let lock = ''

beforeAll(async () => {
  stithy = await startStithy()
  const ada = await newPerson(stithy, 'ada')
  await newRepo(stithy, ada, 'huge')
  const tree = await workTree()
  const packages = Array.from({ length: count }, (_, at) => [
    `node_modules/package-${at}`,
    { version: `1.${at}.0`, license: 'MIT', dependencies: { [`package-${(at * 7) % count}`]: '1' } },
  ])
  lock = JSON.stringify({ packages: Object.fromEntries(packages) }, null, 1)
  await writeFile(join(tree, 'package-lock.json'), lock)
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Much')
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/huge'), 'main')
  const found = await findRepo(stithy.app.db, { owner: 'ada', repo: 'huge' })
  if (found === null) throw new Error('It is gone')
  repo = found
  sha = requireSha(await git(tree, 'rev-parse', 'HEAD'))
})
afterAll(() => stithy.stop())

it('reading eight thousand components, listing and writing them holds nobody up', async () => {
  const files = [{ path: 'package-lock.json', data: Buffer.from(lock) }]
  await expectNoPause(async () => {
    const { packed, summary } = await askThread(stithy.app, repo, 'take', { files, notes: [] })
    expect(summary.components).toBe(count)
    const asks = { packed, filter: { q: 'PACKAGE-7' }, page: { page: 3, perPage: 100 } }
    expect((await askThread(stithy.app, repo, 'search', asks)).total).toBe(1111)
    expect((await writeSbom(stithy.app, repo, sha)).document.length).toBeGreaterThan(2_000_000)
  })
})

it('what takes too long is given up, and the next is served', async () => {
  const files = [{ path: 'package-lock.json', data: Buffer.from(lock) }]
  const asks = { files, notes: [] }
  await expect(stithy.app.inventories.run('x', 'take', asks, 1)).rejects.toThrow(InventoryFailed)
  expect((await stithy.app.inventories.run('x', 'take', asks)).summary.components).toBe(count)
})
