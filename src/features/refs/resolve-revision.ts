import type { App } from '../../app.ts'
import { notFound } from '../../core/errors.ts'
import { branchRef, type RefName, tagRef } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, parseShaPrefix, requireSha, type Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

export interface Revision {
  /** The commit. */
  readonly sha: Sha
  /** As it was asked for: a branch, a tag, or the id. */
  readonly name: string
  readonly kind: 'branch' | 'tag' | 'commit'
}

type Needs = Pick<App, 'config' | 'db' | 'objects'>

/** A branch, a tag, or the id of a commit or its beginning, in this order; nothing stands for the default branch. */
async function findRevision(app: Needs, repo: Repo, text: string | undefined): Promise<Revision | null> {
  const name = text === undefined || text === '' || text === 'HEAD' ? repo.defaultBranch : text
  const branch = await findRef(app, repo, branchRef(name))
  if (branch !== null) return { sha: branch, name, kind: 'branch' }
  const tag = await findRef(app, repo, tagRef(name))
  const dir = repoDirectory(app.config, repo)
  // A tag may name anything, a single file even: there is no history to show of that.
  if (tag !== null) return (await isCommit(app, dir, tag)) ? { sha: tag, name, kind: 'tag' } : null
  const id = parseSha(name.toLowerCase()) ?? (await expand(app, dir, name.toLowerCase()))
  if (id === null) return null
  const commit = await peel(app, dir, id)
  return (await isCommit(app, dir, commit)) ? { sha: commit, name: commit, kind: 'commit' } : null
}

async function isCommit(app: Needs, dir: RepoDir, sha: Sha): Promise<boolean> {
  return (await app.objects.info(dir, sha))?.type === 'commit'
}

async function expand(app: Needs, dir: RepoDir, text: string): Promise<Sha | null> {
  const prefix = parseShaPrefix(text)
  return prefix === null ? null : ((await app.objects.expand(dir, prefix))?.sha ?? null)
}

export async function requireRevision(app: Needs, repo: Repo, text: string | undefined): Promise<Revision> {
  const found = await findRevision(app, repo, text)
  if (found === null) throw notFound('COMMIT')
  return found
}

async function findRef(app: Needs, repo: Repo, ref: RefName | null): Promise<Sha | null> {
  if (ref === null) return null
  const row = await app.db
    .selectFrom('refs')
    .select('peeled')
    .where('repo_id', '=', repo.id)
    .where('name', '=', ref)
    .executeTakeFirst()
  return row === undefined ? null : requireSha(row.peeled)
}
