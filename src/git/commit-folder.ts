import { join } from 'node:path'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

const somebody = { NAME: 'stithy', EMAIL: 'stithy@localhost' }

/** A folder of files as they are, what .gitignore names left out, as one commit in a repository of ours. */
export async function commitFolder(git: Git, dir: RepoDir, folder: string): Promise<Sha> {
  const env = {
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(dir, 'folder.index'),
    ...Object.fromEntries(
      Object.entries(somebody).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  }
  await git.run(dir, { words: ['-c', 'core.fsync=none', 'add', '--all'], env })
  const tree = requireSha((await git.run(dir, { words: ['write-tree'], env })).toString('utf8').trim())
  const words = ['commit-tree', '-m', 'The working directory as it is']
  return requireSha((await git.run(dir, { words, revs: [tree], env })).toString('utf8').trim())
}
