import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, Fault, notFound } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { readRef } from '../../git/read-ref.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { forkRepo } from '../repos/fork-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { bringCommit } from '../transport/bring-commit.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { findBranchTip } from './branch-tip.ts'

export interface OwnBranch {
  readonly fork: Repo
  readonly branch: string
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'keys' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * For those who may read a repository and not push to it: a branch of their own fork, which is made if there is none, that
 * begins where a branch of the repository is now. However old the fork is, what they write is about what is there today.
 */
export async function forkToEdit(app: Needs, actor: KnownActor, ref: RepoRef, branch: string): Promise<OwnBranch> {
  const upstream = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:write' })
  const tip = await findBranchTip(app.db, upstream.id, branch)
  if (tip === null) throw notFound('BRANCH')
  const name = (await findOwnFork(app, actor, upstream)) ?? (await makeFork(app, actor, upstream))
  const fork = await requireRepo(app, actor, name, { role: 'Developer', scope: 'repo:write' })
  // A fork that was made long ago has not what came since.
  await bringCommit(app, { from: upstream, to: fork }, tip.sha)
  return { fork, branch: await beginAt(app, actor, fork, tip.sha) }
}

async function findOwnFork(app: Needs, actor: KnownActor, upstream: Repo): Promise<RepoRef | null> {
  const forks = app.db
    .selectFrom('repos')
    .select('slug')
    .where('fork_of', '=', upstream.id)
    .where('owner_id', '=', actor.user.id)
    .where('is_archived', '=', 0)
    .orderBy('id')
  // One from when everybody could see it would show them what is there today.
  const row = await (upstream.isPublic ? forks : forks.where('is_public', '=', 0)).executeTakeFirst()
  return row === undefined ? null : { owner: actor.user.username, repo: row.slug }
}

async function makeFork(app: Needs, actor: KnownActor, upstream: Repo): Promise<RepoRef> {
  const from = { owner: upstream.owner, repo: upstream.slug }
  try {
    return refOf(await forkRepo(app, actor, from, {}))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'REPO_EXISTS') throw error
    // Pressed twice: it was made meanwhile. Else something else of theirs has the name.
    const made = await findOwnFork(app, actor, upstream)
    return made ?? refOf(await forkRepo(app, actor, from, { slug: `${upstream.slug.slice(0, 95)}-fork` }))
  }
}

function refOf({ owner, slug }: Repo): RepoRef {
  return { owner, repo: slug }
}

const mostNames = 100

/** One that was begun and left as it was is taken again. */
async function beginAt(app: Needs, actor: KnownActor, fork: OpenRepo, tip: Sha): Promise<string> {
  const dir = repoDirectory(app.config, fork)
  for (let count = 1; count <= mostNames; count++) {
    const name = `${actor.user.username}-patch-${count}`
    const ref = branchRef(name)
    const at = ref === null ? null : await readRef(dir, ref)
    if (at === tip) return name
    if (ref === null || at !== null) continue
    try {
      await moveRefs(app, { actor, repo: fork, way: 'push' }, [{ ref, before: noSha, after: tip }])
    } catch (error) {
      // Pressed twice: it was begun meanwhile.
      if (!(error instanceof Fault) || error.kind !== 'conflict' || (await readRef(dir, ref)) !== tip) throw error
    }
    return name
  }
  throw conflict(`There are ${mostNames} branches for changes in your fork already: delete some of them first`)
}
