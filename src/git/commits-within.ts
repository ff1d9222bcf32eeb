import type { Sha } from '../core/sha.ts'
import type { ObjectStore } from './object-store.ts'
import { parseCommit } from './parse-commit.ts'
import type { RepoDir } from './run-git.ts'

/** Merges can make a few steps back reach far. */
const mostCommits = 20_000

export interface CommitsWithin {
  readonly all: ReadonlySet<Sha>
  /** Those whose parents are not among them: for git they are where history begins. */
  readonly last: readonly Sha[]
}

/** The commits that are at most so many steps away, the first one included; of very many, those of fewer steps. */
export async function commitsWithin(
  objects: ObjectStore,
  dir: RepoDir,
  first: Sha,
  depth: number,
): Promise<CommitsWithin> {
  const all = new Set([first])
  let level: readonly Sha[] = [first]
  for (let step = 1; step < depth && all.size < mostCommits; step += 1) {
    const parents = new Set((await Promise.all(level.map((commit) => parentsOf(objects, dir, commit)))).flat())
    level = [...parents].filter((parent) => !all.has(parent))
    for (const one of level) all.add(one)
    if (level.length === 0) break
  }
  return { all, last: level }
}

async function parentsOf(objects: ObjectStore, dir: RepoDir, commit: Sha): Promise<readonly Sha[]> {
  const read = await objects.read(dir, commit)
  return read?.type === 'commit' ? parseCommit(read.data).parents : []
}
