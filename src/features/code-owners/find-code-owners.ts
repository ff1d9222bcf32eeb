import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import type { Repo } from '../../core/repo.ts'
import { atLeast, type Role } from '../../core/roles.ts'
import type { Sha } from '../../core/sha.ts'
import { nameKey } from '../../core/slug.ts'
import type { User } from '../../core/user.ts'
import { findBlob } from '../../git/find-blob.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { rolesOf } from '../access/role-of.ts'
import { selectTeamsOf } from '../teams/select-teams-of.ts'
import { findUsersById, findUsersNamed } from '../users/find-users.ts'
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

const mostNames = 200
const mostMembers = 1000

/** Those of them who may review, in the order in which they are named; a team is everybody in it. */
async function resolve(app: Needs, repo: Repo, names: readonly string[]): Promise<readonly User[]> {
  const asked = names.slice(0, mostNames)
  const [people, members] = await Promise.all([findUsersNamed(app.db, asked), findMembersNamed(app, repo, asked)])
  const ids = asked.flatMap((name) => people.get(name)?.id ?? members.get(name) ?? [])
  const [known, roles] = [await findUsersById(app.db, ids), await rolesOf(app.db, ids, repo)]
  return [...new Set(ids)]
    .flatMap((id) => known.get(id) ?? [])
    .filter(({ id }) => mayReview(roles.get(id) ?? null))
    .slice(0, mostOwners)
}

function mayReview(role: Role | null): boolean {
  return role !== null && atLeast(role, 'Developer')
}

/**
 * Everybody in a team that owns the repository or has a share in it, by the name that a list of owners calls it. Of any
 * other team such a list would tell which of those who may review here belong to it.
 */
async function findMembersNamed(
  app: Needs,
  repo: Repo,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const teams = new Map((await selectTeamsOf(app.db, repo).execute()).map(({ name, id }) => [nameKey(name), id]))
  const named = names.flatMap((name) => {
    const id = teams.get(nameKey(name.slice(name.lastIndexOf('/') + 1)))
    return id === undefined ? [] : [{ name, id }]
  })
  if (named.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('team_members')
    .select(['team_id', 'user_id'])
    .where(
      'team_id',
      'in',
      named.map(({ id }) => id),
    )
    .orderBy('user_id')
    .limit(mostMembers)
    .execute()
  const byTeam = Map.groupBy(rows, ({ team_id: teamId }) => teamId)
  return new Map(named.map(({ name, id }) => [name, (byTeam.get(id) ?? []).map(({ user_id: userId }) => userId)]))
}
