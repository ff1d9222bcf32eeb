import type { ObjectInfo } from './object-reader.ts'
import type { Git, RepoDir } from './run-git.ts'

const startBytes = 64 * 1024

/** The beginning of an object that is too large to be read as a whole. */
export async function readStart(git: Git, dir: RepoDir, { type, sha }: ObjectInfo): Promise<Buffer> {
  const call = { words: ['cat-file', type], revs: [sha] }
  return (await git.try(dir, call, { maxBytes: startBytes, cut: true })).stdout
}
