import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sha } from '../../src/core/sha.ts'
import { checkMerge } from '../../src/git/check-merge.ts'
import { History } from '../../src/git/history.ts'
import { Kept } from '../../src/git/kept.ts'
import type { Made } from '../../src/git/made.ts'
import { makeMerge } from '../../src/git/make-merge.ts'
import { makeRebase } from '../../src/git/make-rebase.ts'
import { makeSquash } from '../../src/git/make-squash.ts'
import { findDivergence } from '../../src/git/merge-base.ts'
import { ObjectStore } from '../../src/git/object-store.ts'
import { type CommitData, parseCommit } from '../../src/git/parse-commit.ts'
import { initRepository } from '../../src/git/repository-folder.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { git, newFolder } from '../support/git.ts'
import { Histories, type Mark } from '../support/histories.ts'
import { allCases, unrelated } from '../support/merge-cases.ts'
import { inTurns } from '../support/thorough.ts'
import { commitsOf, type Outcome, type Rebased, WorkTree } from '../support/work-tree.ts'

const runner = new Git(process.env['PATH'] ?? '')
const [objects, kept] = [new ObjectStore(runner), new Kept()]
const parts = { git: runner, objects, kept, history: new History(runner, kept, objects) }
const person = { name: 'Merge Bö', email: 'm@example.org', at: 1_750_000_000_000 }
const histories = new Histories()
const cases = allCases(histories)
const [left, right] = unrelated(histories)

let parent: string
let dir: RepoDir
let tree: WorkTree
let idOf: (mark: Mark) => Sha

beforeAll(async () => {
  parent = await newFolder()
  dir = join(parent, 'all.git') as RepoDir
  await initRepository(runner, dir, 'main')
  idOf = histories.write(dir)
  tree = await WorkTree.of(dir)
})

afterAll(async () => {
  parts.objects.close()
  await tree.remove()
  await rm(parent, { recursive: true })
})

const request = (target: Sha, head: Sha) => ({ target, head, message: 'Merged', author: person, committer: person })

async function commitOf(sha: Sha): Promise<CommitData> {
  return parseCommit((await parts.objects.read(dir, sha))?.data ?? Buffer.alloc(0))
}

/** A folder that went to two places is a conflict without a file to put right: git's index is silent about it. */
function pathsOf({ files }: Extract<Made, { kind: 'conflict' }>): readonly string[] {
  return files
    .filter(({ reason }) => reason !== 'directory split')
    .map(({ path }) => path)
    .toSorted()
}

/** In the words of the work tree; `parents` is what the new commit has to be made of. */
async function outcomeOf(made: Made, parents: readonly Sha[]): Promise<Outcome> {
  if (made.kind === 'conflict') return { kind: 'conflict', files: pathsOf(made) }
  if (made.kind === 'nothing') return { kind: 'nothing' }
  if (made.kind !== 'made') throw new Error(`${made.kind} was not expected`)
  const commit = await commitOf(made.head)
  if (commit.parents.join() !== parents.join()) throw new Error(`${made.head} has the parents ${commit.parents.join()}`)
  return { kind: 'clean', tree: commit.tree }
}

async function seriesOf(made: Made, target: Sha): Promise<Rebased> {
  if (made.kind === 'conflict') return { kind: 'conflict', commit: made.commit ?? '', files: pathsOf(made) }
  if (made.kind === 'nothing') return { kind: 'nothing' }
  if (made.kind !== 'made') throw new Error(`${made.kind} was not expected`)
  return { kind: 'made', commits: await commitsOf(dir, target, made.head) }
}

/** Where the target has nothing new there is nothing to rebase, and merges may stay. */
async function wantedSeries(target: Sha, head: Sha): Promise<Rebased> {
  const { ahead, behind } = await findDivergence(parts, dir, target, head)
  if (behind === 0 && ahead > 0) return { kind: 'made', commits: await commitsOf(dir, target, head) }
  return tree.rebase(target, head)
}

/** All are merged; the other ways, which end in the same merge of trees, take turns. */
const squashed = inTurns(cases, 2, 0)
const rebased = inTurns(cases, 2, 1)

describe.each(cases)('$name', (one) => {
  const { target: t, head: h } = one
  const ends = (): [Sha, Sha] => [idOf(t), idOf(h)]

  it('is merged as git merges it', async () => {
    const [target, head] = ends()
    const wanted = await tree.merge(target, head)
    const checked = await checkMerge(parts, dir, { target, head })
    const made = await makeMerge(parts, dir, request(target, head))
    expect(await outcomeOf(made, [target, head])).toEqual(wanted)
    expect(checked.kind).toBe(wanted.kind === 'conflict' ? 'conflict' : 'clean')
  })

  it.runIf(squashed.includes(one))('is squashed as git squashes it', async () => {
    const [target, head] = ends()
    const made = await makeSquash(parts, dir, request(target, head))
    expect(await outcomeOf(made, [target])).toEqual(await tree.squash(target, head))
  })

  it.runIf(rebased.includes(one))('is rebased as git rebases it', async () => {
    const [target, head] = ends()
    const made = await makeRebase(parts, dir, request(target, head))
    expect(await seriesOf(made, target)).toEqual(await wantedSeries(target, head))
  })
})

describe('whatever was made', () => {
  it('is whole, and leaves nothing beside it', async () => {
    await git(dir, 'fsck', '--strict')
    expect((await readdir(join(dir, 'objects'))).filter((name) => name.startsWith('tmp'))).toEqual([])
  })

  it('is refused of histories that have nothing in common', async () => {
    const both = request(idOf(left), idOf(right))
    for (const make of [makeMerge, makeSquash, makeRebase])
      expect(await make(parts, dir, both)).toEqual({ kind: 'unrelated' })
    expect(await checkMerge(parts, dir, both)).toEqual({ kind: 'unrelated' })
  })
})
