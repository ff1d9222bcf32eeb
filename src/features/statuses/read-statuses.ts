import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Page, PageRequest } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireCommit } from '../refs/require-commit.ts'
import { type CombinedState, type CommitStatus, combinedState } from './status.ts'
import { pageOfStatuses, readLatest } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** Everything that was said of a commit, the newest first. */
export async function listStatuses(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { commit, page }: { readonly commit: string; readonly page: PageRequest },
): Promise<Page<CommitStatus>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  return pageOfStatuses(app.db, repo.id, await requireCommit(app, repo, commit), page)
}

export interface CombinedStatus {
  readonly sha: Sha
  readonly state: CombinedState
  /** The newest of each check. */
  readonly statuses: readonly CommitStatus[]
}

export async function getCombinedStatus(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  commit: string,
): Promise<CombinedStatus> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const sha = await requireCommit(app, repo, commit)
  const statuses = await latestStatuses(app.db, repo.id, sha)
  return { sha, state: combinedState(statuses), statuses }
}

export function latestStatuses(reader: Reader, repoId: number, sha: string): Promise<readonly CommitStatus[]> {
  return readLatest(reader, repoId, sha)
}
