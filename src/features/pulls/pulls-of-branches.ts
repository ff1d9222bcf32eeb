import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { visibleAmong } from '../repos/visible-to.ts'

export interface BranchPull {
  /** The repository that it is offered to. */
  readonly owner: string
  readonly slug: string
  readonly number: number
  readonly state: 'open' | 'merged'
}

/**
 * What was made of branches of a repository, there or in the one that it was forked from: the open pull request, or else the one
 * that brought the branch, as it is now, into the default branch, if only by a squash or a rebase. The newest of several.
 */
export async function pullsOfBranches(
  app: Pick<App, 'db'>,
  actor: Actor,
  repoId: number,
  branches: readonly { readonly name: string; readonly sha: string }[],
): Promise<ReadonlyMap<string, BranchPull>> {
  if (branches.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .innerJoin('repos', 'repos.id', 'pulls.repo_id')
    .innerJoin('owners', 'owners.id', 'repos.owner_id')
    .select(['pulls.source_branch', 'pulls.head_sha', 'pulls.open_key'])
    .select(['threads.number', 'owners.name as owner', 'repos.slug'])
    .where('pulls.source_repo_id', '=', repoId)
    .where(
      'pulls.source_branch',
      'in',
      branches.map(({ name }) => name),
    )
    .where((eb) =>
      eb.or([
        eb('pulls.open_key', 'is not', null),
        eb.and([
          eb('pulls.merged_at', 'is not', null),
          eb('pulls.target_branch', '=', eb.ref('repos.default_branch')),
          eb(
            'pulls.head_sha',
            'in',
            branches.map(({ sha }) => sha),
          ),
        ]),
      ]),
    )
    .where(visibleAmong(actor))
    .orderBy('pulls.thread_id')
    .execute()
  const tips = new Map(branches.map(({ name, sha }) => [name, sha]))
  const found = new Map<string, BranchPull>()
  for (const { source_branch: name, head_sha: head, open_key: openKey, ...pull } of rows) {
    const state = openKey === null ? 'merged' : 'open'
    if (state === 'merged' && (tips.get(name) !== head || found.get(name)?.state === 'open')) continue
    found.set(name, { ...pull, state })
  }
  return found
}
