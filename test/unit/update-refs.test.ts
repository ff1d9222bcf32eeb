import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RefName } from '../../src/core/ref-name.ts'
import { noSha, requireSha, type Sha } from '../../src/core/sha.ts'
import { initRepository } from '../../src/git/repository-folder.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { updateRefs } from '../../src/git/update-refs.ts'
import { git, newFolder } from '../support/git.ts'

const runner = new Git(process.env['PATH'] ?? '')

let parent: string
let dir: RepoDir
let commit: Sha

beforeAll(async () => {
  parent = await newFolder()
  dir = join(parent, 'refs.git') as RepoDir
  await initRepository(runner, dir, 'main')
  const tree = await git(dir, 'hash-object', '-w', '-t', 'tree', '/dev/null')
  commit = requireSha(await git(dir, 'commit-tree', '-m', 'One', tree))
})

afterAll(() => rm(parent, { recursive: true }))

it('of branches that leave no room for each other, made at the same moment, some come and the others are told', async () => {
  const make = (name: string) =>
    updateRefs(runner, dir, [{ ref: `refs/heads/${name}` as RefName, before: noSha, after: commit }])
  for (let round = 0; round < 20; round++) {
    const names = [1, 2, 3, 4].flatMap((at) => [`${round}-${at}`, `${round}-${at}/e`, `${round}-${at}/e/f`])
    const updates = await Promise.all(names.map(make))
    const made = names.filter((_, at) => updates[at]?.moved === true)
    const here = await git(
      dir,
      'for-each-ref',
      '--format=%(refname:lstrip=2)',
      `refs/heads/${round}-*`,
      `refs/heads/${round}-*/**`,
    )
    expect(here.split('\n').toSorted()).toEqual(made.toSorted())
    expect(made.length).toBeGreaterThanOrEqual(1)
  }
})
