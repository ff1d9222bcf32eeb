import { Fault } from '../core/errors.ts'
import { RepositoryAway } from '../core/repository-away.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Of Debian 12, which is what everything is tried with. */
const oldest = [2, 39] as const
/** It is asked who it is: any folder will do. */
const anywhere = '/' as RepoDir

/** Without git there is nothing to serve, and every request would fail in a way of its own. */
export async function requireGit(git: Git): Promise<void> {
  const found = await git.run(anywhere, { words: ['--version'] }).catch((error: unknown) => {
    if (error instanceof RepositoryAway) return null
    throw error
  })
  if (found === null) throw missing('git is not there: install it, and look at PATH')
  const version = /\d+(?:\.\d+)+/.exec(found.toString('utf8'))?.[0]
  if (version === undefined)
    throw missing(`the git on PATH does not tell its version: ${found.toString('utf8').trim()}`)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw missing(`git ${version} is too old: Stithy needs ${oldest.join('.')} or newer`)
  }
}

function missing(message: string): Fault {
  return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
}
