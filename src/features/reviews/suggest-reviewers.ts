import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { parseRepoPath } from '../../core/repo-path.ts'
import { atLeast } from '../../core/roles.ts'
import type { Sha } from '../../core/sha.ts'
import type { User } from '../../core/user.ts'
import { findRecentAuthors } from '../../git/recent-authors.ts'
import { findCodeOwners } from '../code-owners/find-code-owners.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { findUserByAddress } from '../users/find-user-by-address.ts'
import { roleOfUser } from './role-of-user.ts'

export interface SuggestedReviewer {
  readonly username: string
  readonly fullName: string
  readonly why: 'owner' | 'author'
}

interface Changes {
  /** The commit that it is to be merged into, and what is offered. */
  readonly target: Sha
  readonly head: Sha
  readonly files: readonly { readonly path: string; readonly oldPath: string }[]
  /** Who is not to be named: the author, and whoever was asked already. */
  readonly without: readonly number[]
}

const most = 3
const mostLookedUp = 8

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects'>

/** Who knows these files best: those who look after them, then those who last wrote them. All may approve. */
export async function suggestReviewers(
  app: Needs,
  repo: Repo,
  { target, head, files, without }: Changes,
): Promise<readonly SuggestedReviewer[]> {
  const dir = repoDirectory(app.config, repo)
  const before = [...new Set(files.map(({ oldPath }) => oldPath))]
  const paths = before.flatMap((path) => parseRepoPath(path) ?? [])
  const [owners, addresses] = await Promise.all([
    findCodeOwners(app, { repo, dir, commit: target }, [...new Set([...before, ...files.map(({ path }) => path)])]),
    findRecentAuthors(app, dir, { from: target, head, paths }),
  ])
  const found = new Map<number, SuggestedReviewer>()
  const add = ({ id, username, fullName }: User, why: SuggestedReviewer['why']): void => {
    if (!without.includes(id) && !found.has(id)) found.set(id, { username, fullName, why })
  }
  for (const owner of owners) add(owner, 'owner')
  for (const address of addresses.slice(0, mostLookedUp)) {
    if (found.size >= most) break
    const user = await findUserByAddress(app, address)
    const role = user === null ? null : await roleOfUser(app.db, user, repo)
    if (user !== null && role !== null && atLeast(role, 'Developer')) add(user, 'author')
  }
  return [...found.values()].slice(0, most)
}
