import type { App } from '../../app.ts'
import { notFound } from '../../core/errors.ts'
import { exactTag, type RefName, refsMeantBy } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, parseShaPrefix, requireSha, type Sha } from '../../core/sha.ts'
import { prepared } from '../../db/prepared.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { expandPrefixes } from './expand-prefixes.ts'

export interface Revision {
  /** The commit. */
  readonly sha: Sha
  /** As people call it: a branch, a tag, or the id. */
  readonly name: string
  /** What always leads here: a tag in full, because a branch of its name would go before it. */
  readonly address: string
  readonly kind: 'branch' | 'tag' | 'commit'
}

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** Whoever reads the commit next finds out whether it is still there: where git's index names it, it is not asked for twice. */
export interface Trust {
  readonly mayBeGone?: boolean
}

/**
 * A branch, a tag, or the id of a commit or its beginning, in this order; nothing stands for the default branch. A name
 * goes before the beginning of an id: commits can be made to begin with a few digits, so a name that gave way to them
 * could be taken away from whoever has it.
 */
export async function findRevision(
  app: Needs,
  repo: Repo,
  text: string | undefined,
  { mayBeGone = false }: Trust = {},
): Promise<Revision | null> {
  const asked = text === undefined || text === '' || text === 'HEAD' ? `refs/heads/${repo.defaultBranch}` : text
  const { name, branch, tag } = await findRefs(app, repo, asked)
  if (branch !== null) return { sha: branch, name, address: name, kind: 'branch' }
  const dir = repoDirectory(app.config, repo)
  // A tag may stand on a file or a folder, which has no history.
  if (tag !== null) {
    return (await isCommit(app, dir, tag)) ? { sha: tag, name, address: exactTag(name), kind: 'tag' } : null
  }
  const whole = parseSha(asked.toLowerCase())
  if (whole !== null && mayBeGone && (await app.history.names(dir, whole))) return commitAt(whole)
  const id = whole ?? (await expand(app, repo, asked.toLowerCase()))
  if (id === null) return null
  const commit = await peel(app, dir, id)
  return (await isCommit(app, dir, commit)) ? commitAt(commit) : null
}

function commitAt(sha: Sha): Revision {
  return { sha, name: sha, address: sha, kind: 'commit' }
}

async function isCommit(app: Needs, dir: RepoDir, sha: Sha): Promise<boolean> {
  return (await app.objects.info(dir, sha))?.type === 'commit'
}

async function expand(app: Needs, repo: Repo, text: string): Promise<Sha | null> {
  const prefix = parseShaPrefix(text)
  return prefix === null ? null : ((await expandPrefixes(app, repo, [prefix])).get(prefix) ?? null)
}

export async function requireRevision(
  app: Needs,
  repo: Repo,
  text: string | undefined,
  trust: Trust = {},
): Promise<Revision> {
  const found = await findRevision(app, repo, text, trust)
  if (found === null) throw notFound('COMMIT')
  return found
}

interface FoundRefs {
  readonly name: string
  readonly branch: Sha | null
  readonly tag: Sha | null
}

const named = prepared((db, its: { repoId: number; branch: string; tag: string }) =>
  db
    .selectFrom('refs')
    .select(['name', 'peeled'])
    .where('repo_id', '=', its.repoId)
    .where('name', 'in', [its.branch, its.tag]),
)

/** Asked several times for one page: remembered for as long as nothing changes. */
async function findRefs(app: Needs, repo: Repo, asked: string): Promise<FoundRefs> {
  const read = async (): Promise<FoundRefs> => {
    const { name, branch, tag } = refsMeantBy(asked)
    if (branch === null && tag === null) return { name, branch: null, tag: null }
    // Nothing has no name.
    const rows = await named(app.db, { repoId: repo.id, branch: branch ?? '', tag: tag ?? '' })
    const at = (ref: RefName | null): Sha | null => {
      const row = rows.find((one) => one.name === ref)
      return row === undefined ? null : requireSha(row.peeled)
    }
    return { name, branch: at(branch), tag: at(tag) }
  }
  return (await app.db.recall(`refs ${repo.id} ${asked}`, read)) ?? read()
}
