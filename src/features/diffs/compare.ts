import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { findDivergence } from '../../git/merge-base.ts'
import { requireRepo } from '../access/require-repo.ts'
import { type DiffStats, statsOf } from '../commits/get-commit.ts'
import { type Commit, readCommits } from '../commits/list-commits.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { parseRange } from './compared-range.ts'
import { type DiffOptions, diffBetween, type FileDiff } from './get-diff.ts'

export interface Comparison {
  readonly base: Sha
  readonly head: Sha
  /** Null for histories that have nothing in common: then the two states are compared as they are. */
  readonly mergeBase: Sha | null
  readonly ahead: number
  readonly behind: number
  /** What the head has and the base has not, newest first; not more than `mostCommits`. */
  readonly commits: readonly Commit[]
  readonly files: readonly FileDiff[]
  readonly stats: DiffStats
}

export const mostCommits = 250

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/**
 * What `head` would bring to `base`, since they went apart, where `range` is `base...head`. With two dots the files are
 * those in which the two differ as they are.
 */
export async function compare(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  input: DiffOptions & { readonly range: string },
): Promise<Comparison> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const range = parseRange(input.range)
  if (range === null || parseRange(range.head) !== null) {
    throw invalidField('range', 'format', 'must be base...head or base..head')
  }
  const [base, head] = await Promise.all([
    requireRevision(app, repo, range.base),
    requireRevision(app, repo, range.head),
  ])
  const dir = repoDirectory(app.config, repo)
  const divergence = await findDivergence(app, dir, base.sha, head.sha)
  const [files, shas] = await Promise.all([
    diffBetween(
      app,
      dir,
      { from: range.isDirect ? base.sha : (divergence.mergeBase ?? base.sha), to: head.sha },
      input,
    ),
    app.history.page(dir, head.sha, { notIn: base.sha }, { skip: 0, count: mostCommits }),
  ])
  const commits = await readCommits(app, dir, shas)
  return { base: base.sha, head: head.sha, ...divergence, commits, files, stats: statsOf(files) }
}
