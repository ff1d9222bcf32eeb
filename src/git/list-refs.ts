import { parseRefName, type RefName } from '../core/ref-name.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Every ref that git has, as git itself reads them. */
export async function listAllRefs(git: Git, dir: RepoDir): Promise<ReadonlyMap<RefName, Sha>> {
  const text = (await git.run(dir, { words: ['for-each-ref', '--format=%(objectname) %(refname)'] })).toString('utf8')
  const refs = new Map<RefName, Sha>()
  for (const line of text.split('\n')) {
    const ref = parseRefName(line.slice(41))
    if (ref !== null) refs.set(ref, requireSha(line.slice(0, 40)))
  }
  return refs
}
