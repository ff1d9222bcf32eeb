import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import type { Git, RepoDir } from './run-git.ts'

const mostBytes = 2 * 1024 * 1024
const longestMs = 5000

interface Asked {
  readonly head: Sha
  /** Literally, as it stands between the angle brackets. */
  readonly email: string
  readonly sinceMs: number
}

/** When somebody's commits of a history were written, in milliseconds; as many as could be found in a few seconds. */
export async function commitTimes(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  { head, email, sinceMs }: Asked,
): Promise<readonly number[]> {
  const since = Math.floor(sinceMs / 1000)
  const { times } = await parts.kept.of(dir, ['times', head, email, since], sizeOf, async () => {
    const author = ['--fixed-strings', '--regexp-ignore-case', `--author=<${email}>`]
    const words = ['log', '--format=%at', '--no-merges', `--since=@${since} +0000`, ...author]
    const { stdout } = await parts.git.try(
      dir,
      { words, revs: [head] },
      { maxBytes: mostBytes, cut: true, timeoutMs: longestMs },
    )
    const seconds = stdout.toString('latin1').split('\n').map(Number)
    return { times: seconds.filter((at) => at >= since).map((at) => at * 1000) }
  })
  return times
}

function sizeOf({ times }: { readonly times: readonly number[] }): number {
  return times.length * 8
}
