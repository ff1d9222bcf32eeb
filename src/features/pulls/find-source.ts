import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault, forbidden, invalid, invalidField } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { visibleTo } from '../repos/visible-to.ts'
import { type BranchTip, findBranchTip } from './branch-tip.ts'

export interface Source {
  readonly repo: OpenRepo
  readonly branch: string
}

/** Forks of forks of forks: nobody has this many. */
const mostGenerations = 50

/**
 * Where a pull request comes from: `branch`, `owner:branch` for a fork of that owner, `owner/repo:branch`, or a repository
 * by name. Whoever opens it must be one who could have pushed there.
 */
export async function findSource(
  app: Pick<App, 'db'>,
  actor: Actor,
  target: OpenRepo,
  input: { readonly sourceBranch: string; readonly sourceRepo?: string | undefined },
): Promise<Source> {
  const colon = input.sourceBranch.indexOf(':')
  const branch = input.sourceBranch.slice(colon + 1)
  const owner = input.sourceBranch.slice(0, Math.max(0, colon))
  const name = input.sourceRepo || (owner.includes('/') ? owner : '')
  const named = name === '' ? null : parseRepo(name)
  const ref = named ?? (await forkOf(app.db, actor, target, { owner, branch }))
  // Of a fork that was not named, whoever may not read it does not hear the name.
  const missing =
    named === null ? `${owner} has no fork of this repository` : `there is no ${named.owner}/${named.repo}`
  const repo = ref === null ? target : await openSource(app, actor, ref, missing)
  if (repo.id !== target.id && (await rootOf(app.db, repo)) !== (await rootOf(app.db, target))) {
    throw invalidField('source_repo', 'unrelated', 'is not a fork of this repository')
  }
  await requireTip(app.db, repo, branch, 'source_branch')
  if (!atLeast(repo.role, 'Developer')) {
    const elsewhere = repo.id === target.id ? ': fork the repository, and open it from there' : ''
    throw forbidden(`Opening it from this branch needs the role Developer; you are ${repo.role} here${elsewhere}`)
  }
  return { repo, branch }
}

function parseRepo(text: string): RepoRef {
  const [owner = '', repo = '', ...rest] = text.split('/')
  if (repo === '' || rest.length > 0) throw invalidField('source_repo', 'format', 'must be owner/repository')
  return { owner, repo }
}

/**
 * The fork that somebody has; null where the repository itself is meant. Of several it is one that has the branch, and
 * rather one that is in use, and as private as the repository is.
 */
async function forkOf(
  reader: Reader,
  actor: Actor,
  target: Repo,
  { owner, branch }: { readonly owner: string; readonly branch: string },
): Promise<RepoRef | null> {
  if (owner === '' || nameKey(owner) === nameKey(target.owner)) return null
  const fork = await reader
    .selectFrom('repos')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .leftJoin('refs', (join) =>
      join.onRef('refs.repo_id', '=', 'repos.id').on('refs.name', '=', `refs/heads/${branch}`),
    )
    .select('repos.slug')
    .where('owners.name_key', '=', nameKey(owner))
    .where(visibleTo(actor))
    .where((eb) =>
      eb.or([
        eb('repos.fork_of', '=', target.id),
        ...(target.forkOf === null
          ? []
          : [eb('repos.id', '=', target.forkOf), eb('repos.fork_of', '=', target.forkOf)]),
      ]),
    )
    .orderBy((eb) => eb('refs.name', 'is', null))
    .orderBy('repos.is_archived')
    .orderBy('repos.is_public', target.isPublic ? 'desc' : 'asc')
    .orderBy('repos.id')
    .executeTakeFirst()
  return { owner, repo: fork?.slug ?? target.slug }
}

async function openSource(app: Pick<App, 'db'>, actor: Actor, ref: RepoRef, missing: string): Promise<OpenRepo> {
  try {
    return await requireRepo(app, actor, ref, { role: 'Reader', scope: 'pulls:write', evenArchived: true })
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not-found') throw error
    throw invalidField('source_repo', 'unknown', missing)
  }
}

async function rootOf(reader: Reader, repo: Repo): Promise<number> {
  let at = repo
  for (let step = 0; step < mostGenerations && at.forkOf !== null; step++) {
    const above = await findRepoById(reader, at.forkOf)
    if (above === null) break
    at = above
  }
  return at.id
}

export async function requireTip(
  reader: Reader,
  repo: Repo,
  branch: string,
  field: 'source_branch' | 'target_branch',
): Promise<BranchTip> {
  const tip = await findBranchTip(reader, repo.id, branch)
  if (tip !== null) return tip
  const message = `is not a branch of ${repo.owner}/${repo.slug}`
  throw invalid([{ field, code: 'unknown', message }], 'BRANCH_NOT_FOUND')
}
