import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { alreadyExists, conflict, invalidField, notFound } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { nameKey, parseRepoName, type Slug } from '../../core/slug.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/emit.ts'
import { requireRepo } from '../access/require-repo.ts'
import { record } from '../audit/record.ts'
import { alignHead } from './align-head.ts'
import { findRepoById } from './find-repo.ts'
import { holdRepo } from './hold-repo.ts'
import { parseDescription } from './parse-description.ts'
import { parseTopics } from './parse-topics.ts'
import { keepOldName, type RepoSettings, saveRepo } from './store.ts'

export interface RepoChanges {
  readonly slug?: string | undefined
  readonly description?: string | undefined
  readonly topics?: readonly string[] | undefined
  readonly isPublic?: boolean | undefined
  readonly defaultBranch?: string | undefined
  readonly isArchived?: boolean | undefined
  /** Null: whatever the deployment says. */
  readonly sbomEnabled?: boolean | null | undefined
  readonly sbomBlockOnViolation?: boolean | undefined
}

/**
 * Settings are a maintainer's; who can see the repository is its owner's to say. An old name leads on to the new.
 * What is not named stays as it is at the moment of writing, whoever changes it meanwhile.
 */
export async function updateRepo(
  app: Pick<App, 'config' | 'db' | 'keys' | 'passing'>,
  actor: Actor,
  ref: RepoRef,
  changes: RepoChanges,
): Promise<Repo> {
  const found = await requireRepo(app, actor, ref, {
    role: changes.isPublic === undefined ? 'Maintainer' : 'Owner',
    scope: 'repo:write',
    evenArchived: true,
  })
  const wanted = parseChanges(changes)
  const saved = await inTransaction(app, async (tx) => {
    const repo = await holdRepo(tx, found.id)
    if (repo === null) throw notFound('REPO')
    const differing = differingFrom(repo, wanted)
    if (Object.keys(differing).length === 0) return repo
    if (differing.slug !== undefined) {
      if (repo.slug !== found.slug) throw conflict(`It was renamed to "${repo.slug}" at the same time`)
      await rename(tx, repo, differing.slug)
    }
    if (differing.isPublic === true) await requireOpenOrigin(tx, repo)
    if (differing.defaultBranch !== undefined) await requireBranch(tx, repo, differing.defaultBranch)
    await saveRepo(tx, repo.id, differing)
    if (differing.defaultBranch !== undefined) await emit(tx, { type: 'repo.default-branch-changed', repoId: repo.id })
    if (differing.isArchived === false) await emit(tx, { type: 'repo.unarchived', repoId: repo.id })
    const target = { type: 'repository', id: repo.uuid, name: `${repo.owner}/${repo.slug}` }
    await record(app, tx, actor, { event: 'REPO_UPDATED', target, metadata: fromTo(repo, differing) })
    return { ...repo, ...differing, updatedAt: tx.now }
  })
  if (wanted.defaultBranch !== undefined) {
    await app.passing('repo.aligning')
    await alignHead(app, saved)
  }
  return saved
}

function parseChanges(changes: RepoChanges): Partial<RepoSettings> {
  return {
    ...(changes.slug === undefined ? {} : { slug: parseRepoName('slug', changes.slug) }),
    ...(changes.description === undefined ? {} : { description: parseDescription(changes.description) }),
    ...(changes.topics === undefined ? {} : { topics: parseTopics(changes.topics) }),
    ...(changes.isPublic === undefined ? {} : { isPublic: changes.isPublic }),
    ...(changes.isArchived === undefined ? {} : { isArchived: changes.isArchived }),
    ...(changes.defaultBranch === undefined ? {} : { defaultBranch: changes.defaultBranch }),
    ...(changes.sbomEnabled === undefined ? {} : { sbomEnabled: changes.sbomEnabled }),
    ...(changes.sbomBlockOnViolation === undefined ? {} : { sbomBlockOnViolation: changes.sbomBlockOnViolation }),
  }
}

function differingFrom(repo: Repo, wanted: Partial<RepoSettings>): Partial<RepoSettings> {
  const names = settingNames.filter((name) => wanted[name] !== undefined && wanted[name] !== repo[name])
  return Object.fromEntries(names.map((name) => [name, wanted[name]]))
}

function fromTo(repo: Repo, to: Partial<RepoSettings>): Record<string, unknown> {
  const names = settingNames.filter((name) => to[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, { from: repo[name], to: to[name] }]))
}

const settingNames = [
  'slug',
  'description',
  'topics',
  'isPublic',
  'isArchived',
  'defaultBranch',
  'sbomEnabled',
  'sbomBlockOnViolation',
] as const

/** Whoever was let into a private repository, and took a copy of it, does not decide who else sees what is in it. */
async function requireOpenOrigin(reader: Reader, { forkOf }: Repo): Promise<void> {
  const origin = forkOf === null ? null : await findRepoById(reader, forkOf)
  if (origin?.isPublic === false) {
    throw invalidField('is_public', 'private_origin', 'is not possible: it is a fork of a private repository')
  }
}

async function requireBranch(reader: Reader, repo: Repo, name: string): Promise<void> {
  const branch = branchRef(name)
  const known =
    branch === null
      ? undefined
      : await reader
          .selectFrom('refs')
          .select('name')
          .where('repo_id', '=', repo.id)
          .where('name', '=', branch)
          .executeTakeFirst()
  if (known === undefined && !(repo.isEmpty && branch !== null)) {
    throw invalidField('default_branch', 'unknown', 'is not a branch of this repository')
  }
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
