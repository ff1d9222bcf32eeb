import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, invalidField } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey, parseSlug, type Slug } from '../../core/slug.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pointHead } from '../../git/repository-folder.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { parseDescription } from './parse-description.ts'
import { repoDirectory } from './repo-directory.ts'
import { keepOldName, saveRepo } from './store.ts'

export interface RepoChanges {
  readonly slug?: string | undefined
  readonly description?: string | undefined
  readonly isPublic?: boolean | undefined
  readonly defaultBranch?: string | undefined
  readonly isArchived?: boolean | undefined
}

/** Settings are a maintainer's; who can see the repository is its owner's to say. An old name leads on to the new. */
export async function updateRepo(
  app: Pick<App, 'config' | 'db' | 'keys'>,
  actor: Actor,
  ref: RepoRef,
  changes: RepoChanges,
): Promise<Repo> {
  const opens = changes.isPublic !== undefined
  const repo = await requireRepo(app, actor, ref, {
    role: opens ? 'Owner' : 'Maintainer',
    scope: 'repo:write',
    evenArchived: true,
  })
  const slug = changes.slug === undefined ? null : parseSlug('slug', changes.slug)
  const next: Repo = {
    ...repo,
    slug: slug ?? repo.slug,
    description: changes.description === undefined ? repo.description : parseDescription(changes.description),
    isPublic: changes.isPublic ?? repo.isPublic,
    isArchived: changes.isArchived ?? repo.isArchived,
    defaultBranch: await chosenBranch(app, repo, changes.defaultBranch),
  }
  if (next.defaultBranch !== repo.defaultBranch) await pointHead(repoDirectory(app.config, repo), next.defaultBranch)
  return inTransaction(app, async (tx) => {
    if (slug !== null) await rename(tx, repo, slug)
    await saveRepo(tx, next)
    const target = { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` }
    const changed = differing(repo, next)
    await record(app, tx, actor, { event: 'REPO_UPDATED', target, metadata: changed })
    return { ...next, updatedAt: tx.now }
  })
}

async function chosenBranch(app: Pick<App, 'db'>, repo: OpenRepo, name: string | undefined): Promise<string> {
  if (name === undefined || name === repo.defaultBranch) return repo.defaultBranch
  const branch = branchRef(name)
  const found =
    branch === null
      ? undefined
      : await app.db
          .selectFrom('refs')
          .select('name')
          .where('repo_id', '=', repo.id)
          .where('name', '=', branch)
          .executeTakeFirst()
  if (found === undefined && !(repo.isEmpty && branch !== null)) {
    throw invalidField('default_branch', 'unknown', 'is not a branch of this repository')
  }
  return name
}

async function rename(tx: Tx, repo: Repo, slug: Slug): Promise<void> {
  if (nameKey(slug) === nameKey(repo.slug)) return
  const taken = await tx
    .selectFrom('repos')
    .select('id')
    .where('owner_id', '=', repo.ownerId)
    .where('slug_key', '=', nameKey(slug))
    .executeTakeFirst()
  if (taken !== undefined) throw alreadyExists('REPO', 'slug', `${repo.owner}/${slug} exists already`)
  await keepOldName(tx, repo, slug)
}

function differing(before: Repo, after: Repo): Record<string, unknown> {
  const names = ['slug', 'description', 'isPublic', 'isArchived', 'defaultBranch'] as const
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, { from: before[name], to: after[name] }]),
  )
}
