import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { User } from '../../core/user.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { findUsersById } from '../users/find-users.ts'
import { findOwnersNamed } from './owners-named.ts'
import { readOwnerRules } from './read-owner-rules.ts'

/** After so long it is enough. */
const patienceMs = 2000
const mostGlobs = 100
const mostFiles = 3000
const mostNames = 200
const mostOwners = 20

type Needs = Pick<App, 'db' | 'objects'>

/** Who looks after these files, by the CODEOWNERS file of a commit: people who may review, to be asked. */
export async function findCodeOwners(
  app: Needs,
  { repo, dir, commit }: { readonly repo: Repo; readonly dir: RepoDir; readonly commit: Sha },
  paths: readonly string[],
): Promise<readonly User[]> {
  const pace = new Pace(patienceMs)
  const rules = await readOwnerRules(app, dir, commit, { pace, mostGlobs })
  if (rules === null || rules === 'late' || rules === 'too-large') return []
  const names = new Set<string>()
  for (const path of paths.slice(0, mostFiles)) {
    for (const { owners } of rules.demandsOf(path)) for (const name of owners) names.add(name)
    if (await pace.isOver()) break
  }
  const named = await findOwnersNamed(app.db, repo, [...names].slice(0, mostNames))
  const ids = [...new Set([...named.values()].flat())].slice(0, mostOwners)
  const known = await findUsersById(app.db, ids)
  return ids.flatMap((id) => known.get(id) ?? [])
}
