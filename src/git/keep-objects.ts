import { requireSha, type Sha } from '../core/sha.ts'
import { parseCommit } from './parse-commit.ts'
import { pipeGit } from './pipe-git.ts'
import type { Git } from './run-git.ts'
import type { Scratch } from './scratch.ts'
import { strictly } from './tolerated.ts'
import { treeEntries } from './tree-entries.ts'
import { mostLoose, writeObjects } from './write-objects.ts'

/**
 * Moves new commits and all that they need from a scratch into its repository, durably, in one go and checked as a push
 * is. What else was tried out in the scratch stays there.
 */
export async function keepObjects(git: Git, scratch: Scratch, commits: readonly Sha[]): Promise<void> {
  const ids = await reachable(scratch, commits)
  const known = [...ids].flatMap((id) => scratch.find(id) ?? [])
  if (known.length === ids.size) return writeObjects(git, scratch.dir, known)
  await scratch.show()
  const input = [...ids].map((id) => `${id}\n`).join('')
  const loose = ids.size <= mostLoose
  // Few objects are written one by one, and comparing them with each other would be for nothing.
  const from = ['pack-objects', '-q', '--stdout', '--threads=1', ...(loose ? ['--window=0'] : [])]
  const to = loose ? ['unpack-objects', '-q', strictly] : ['index-pack', '--stdin', strictly]
  await pipeGit(git, scratch.dir, [{ words: from, env: scratch.env }, { words: to }], { input })
}

/** What the repository has already needs no second look: all below it is there too. */
async function reachable(scratch: Scratch, commits: readonly Sha[]): Promise<ReadonlySet<Sha>> {
  const fresh = await scratch.list()
  const found = new Set<Sha>()
  const trees: Sha[] = []
  for (const commit of commits) {
    if (!fresh.has(commit)) continue
    found.add(commit)
    trees.push(parseCommit(await scratch.read(commit)).tree)
  }
  for (let tree = trees.pop(); tree !== undefined; tree = trees.pop()) {
    if (found.has(tree) || !fresh.has(tree)) continue
    found.add(tree)
    for (const { mode, sha } of treeEntries(await scratch.read(tree))) {
      const id = requireSha(sha())
      if (mode === '40000') trees.push(id)
      else if (mode !== '160000' && fresh.has(id)) found.add(id)
    }
  }
  return found
}
