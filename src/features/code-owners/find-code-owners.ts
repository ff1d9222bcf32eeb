import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Repo } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import type { Sha } from '../../core/sha.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import { findBlob } from '../../git/find-blob.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { roleOfUser } from '../reviews/role-of-user.ts'
import { selectMembersOf } from '../teams/select-members-of.ts'
import { selectTeamsOf } from '../teams/select-teams-of.ts'
import { findUserByEmail, findUserById, findUserByName } from '../users/find-user.ts'
import { CodeOwnerRules, parseOwnerLine } from './code-owner-rules.ts'

/** Ours first; then where other forges have it. */
const places = ['.svc', '', 'docs', '.forgejo', '.gitea', '.github', '.gitlab'].map(
  (folder) => `${folder}${folder === '' ? '' : '/'}CODEOWNERS`,
)
const largest = 1024 * 1024
/** After so long it is enough. */
const patienceMs = 2000
const mostFiles = 3000
const mostOwners = 20

type Needs = Pick<App, 'db' | 'objects'>

/** Who looks after these files, by the CODEOWNERS file of a commit: people who may review. */
export async function findCodeOwners(
  app: Needs,
  { repo, dir, commit }: { readonly repo: Repo; readonly dir: RepoDir; readonly commit: Sha },
  paths: readonly string[],
): Promise<readonly User[]> {
  const text = await readOwnersFile(app, dir, commit)
  if (text === null) return []
  const pace = new Pace(patienceMs)
  const rules = new CodeOwnerRules()
  for (const [at, line] of text.split('\n').entries()) {
    const rule = parseOwnerLine(line)
    if (rule !== null) rules.add(rule.pattern, rule.owners, at)
    if (await pace.isOver()) return []
  }
  const names = new Set<string>()
  for (const path of paths.slice(0, mostFiles)) {
    for (const name of rules.ownersOf(path)) names.add(name)
    if (await pace.isOver()) break
  }
  return resolve(app, repo, [...names])
}

async function readOwnersFile(app: Needs, dir: RepoDir, commit: Sha): Promise<string | null> {
  for (const place of places) {
    const sha = await findBlob(app.objects, dir, commit, place)
    const info = sha === null ? null : await app.objects.info(dir, sha)
    if (sha === null || info === null) continue
    return info.size > largest ? null : ((await app.objects.read(dir, sha))?.data.toString('utf8') ?? null)
  }
  return null
}

async function resolve(app: Needs, repo: Repo, names: readonly string[]): Promise<readonly User[]> {
  const found = new Map<number, User>()
  for (const name of names.slice(0, 200)) {
    for (const user of await named(app, repo, name)) {
      const role = await roleOfUser(app.db, user, repo)
      if (role !== null && atLeast(role, 'Developer')) found.set(user.id, user)
      if (found.size >= mostOwners) return [...found.values()]
    }
  }
  return [...found.values()]
}

/**
 * A person, by name or address; or everybody in a team that owns the repository or has a share in it. Of any other team a
 * list of owners would tell who of those who may review here belongs to it.
 */
async function named(app: Needs, repo: Repo, name: string): Promise<readonly User[]> {
  const user = name.includes('@') ? await findUserByEmail(app.db, name) : await findUserByName(app.db, name)
  if (user !== null) return [user]
  const key = nameKey(name.slice(name.lastIndexOf('/') + 1))
  const team = await selectTeamsOf(app.db, repo).where('owners.name_key', '=', key).executeTakeFirst()
  if (team === undefined) return []
  const members = await selectMembersOf(app.db, [team.id]).execute()
  const users = await Promise.all(members.map((row) => findUserById(app.db, row.user_id)))
  return users.filter((one) => one !== null)
}
