import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import type { CommitPlace } from '../contents/find-start.ts'
import { requireCommit } from '../refs/require-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type ChangeCommit, type ChangeNeeds, commitChange } from './commit-change.ts'
import { type Commit, readCommit } from './list-commits.ts'

export const carryWays = ['cherry-pick', 'revert'] as const
/** The change of a commit is made once more, or taken back. */
export type CarryWay = (typeof carryWays)[number]

export interface CarriedCommit {
  readonly repo: OpenRepo
  readonly commit: Commit
  /** What the new commit says unless said otherwise. */
  readonly message: string
}

/** A commit that somebody is about to bring to a branch, or to take back there. */
export async function openCarry(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  { way, commit: named }: { readonly way: CarryWay; readonly commit: string },
): Promise<CarriedCommit> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const sha = await requireCommit(app, repo, named)
  const commit = await readCommit(app, repoDirectory(app.config, repo), sha)
  return { repo, commit, message: way === 'revert' ? revertMessage(commit) : pickMessage(commit) }
}

/** Of a merge, what it brought to its first parent. Who wrote a change stays its author wherever it goes. */
export async function carryCommit(
  app: ChangeNeeds,
  actor: KnownActor,
  ref: RepoRef,
  input: CommitPlace & { readonly way: CarryWay; readonly commit: string; readonly message?: string | undefined },
): Promise<ChangeCommit> {
  const { repo, commit, message: usual } = await openCarry(app, actor, ref, input)
  const { way, branch, newBranch, message } = input
  const before = commit.parents[0] ?? null
  const common = { branch, newBranch, message: message || usual }
  return way === 'revert'
    ? commitChange(app, actor, repo, { ...common, from: commit.sha, to: before })
    : commitChange(app, actor, repo, { ...common, from: before, to: commit.sha, author: commit.author })
}

/** A pushed message may have megabytes: what is offered here must be one that could be typed. */
const longestKept = 60_000

/** As git itself says it. */
function revertMessage({ sha, message }: Commit): string {
  const title = message.split('\n', 1)[0] ?? ''
  return `Revert "${title.slice(0, longestKept)}"\n\nThis reverts commit ${sha}.`
}

function pickMessage({ sha, message }: Commit): string {
  return `${message.trim().slice(0, longestKept)}\n\n(cherry picked from commit ${sha})`
}
