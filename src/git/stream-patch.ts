import { Readable } from 'node:stream'
import type { Sha } from '../core/sha.ts'
import { patchWords } from './read-patches.ts'
import type { Git, GitCall, RepoDir } from './run-git.ts'

/** Of a processor: how long it takes to be read is up to whoever reads. */
const mostSeconds = 60

/** A commit with all that it says and changes, as `git am` takes it; a merge against its first parent. */
export function streamPatch(git: Git, dir: RepoDir, commit: Sha): Readable {
  const words = [
    'log',
    '--max-count=1',
    '--pretty=email',
    '--stat',
    '--patch',
    '--binary',
    '--diff-merges=first-parent',
  ]
  return stream(git, dir, { words: [...words, ...patchWords], revs: [commit] })
}

/** The commits that `head` has and `base` has not, the oldest first, as `git am` takes them. Merges have no patch. */
export function streamSeries(
  git: Git,
  dir: RepoDir,
  { base, head }: { readonly base: Sha; readonly head: Sha },
): Readable {
  const order = ['log', '--reverse', '--topo-order', '--no-merges', `^${base}`]
  return stream(git, dir, {
    words: [...order, '--pretty=email', '--stat', '--patch', '--binary', ...patchWords],
    revs: [head],
  })
}

/** What lies between two states, as `git apply` takes it. */
export function streamDiff(git: Git, dir: RepoDir, { from, to }: { readonly from: Sha; readonly to: Sha }): Readable {
  return stream(git, dir, { words: ['diff-tree', '-r', '-p', '--binary', ...patchWords], revs: [from, to] })
}

/** As it is made. Whoever hangs up ends it, and so does too much work: then the answer breaks off. */
function stream(git: Git, dir: RepoDir, call: GitCall): Readable {
  const child = git.spawn(dir, { ...call, mostSeconds }, ['ignore', 'pipe', 'ignore'])
  const output = child.stdout ?? Readable.from([])
  output.once('close', () => child.kill())
  child.once('close', (code) => {
    if (code !== 0 && !output.destroyed)
      output.destroy(new Error(`git ${call.words[0]} ended with ${code ?? 'a signal'}`))
  })
  return output
}
