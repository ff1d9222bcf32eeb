import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { invalidField } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseRepoPath, type RepoPath } from '../../core/repo-path.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { type Revision, requireRevision, type Trust } from '../refs/resolve-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** A repository that the gate has opened for reading, at one commit. */
export interface OpenRevision {
  readonly repo: OpenRepo
  readonly dir: RepoDir
  readonly revision: Revision
}

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** A branch, tag or commit as it was asked for; nothing stands for the default branch. */
export function openRevision(app: Needs, actor: Actor, ref: RepoRef, text: string | undefined): Promise<OpenRevision> {
  return openTrusted(app, actor, ref, { text })
}

/** The same for whoever reads the commit next. */
export async function openTrusted(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { text, ...trust }: Trust & { readonly text: string | undefined },
): Promise<OpenRevision> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const revision = await requireRevision(app, repo, text, trust)
  return { repo, dir: repoDirectory(app.config, repo), revision }
}

export function requirePath(text: string): RepoPath {
  const path = parseRepoPath(text)
  if (path === null) throw invalidField('path', 'format', 'is not a path inside a repository')
  return path
}
