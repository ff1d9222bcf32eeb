import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { conflict, Fault, notFound } from '../../core/errors.ts'
import { branchRef } from '../../core/ref-name.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { noSha, requireSha, type Sha } from '../../core/sha.ts'
import { bringObjects } from '../../git/bring-objects.ts'
import { readRef } from '../../git/read-ref.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { forkRepo } from '../repos/fork-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { findBranchTip } from './branch-tip.ts'

export interface OwnBranch {
  readonly fork: Repo
  readonly branch: string
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'keys' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * For who may read a repository and not push to it: a branch of their own fork, which is made if there is none, that
 * begins where a branch of the repository is now. However old the fork is, what they write is about what is there today.
 */
export async function forkToEdit(app: Needs, actor: KnownActor, ref: RepoRef, branch: string): Promise<OwnBranch> {
  const upstream = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:write' })
  const tip = await findBranchTip(app.db, upstream.id, branch)
  if (tip === null) throw notFound('BRANCH')
  const name = (await findOwnFork(app, actor, upstream)) ?? (await makeFork(app, actor, upstream))
  const fork = await requireRepo(app, actor, name, { role: 'Developer', scope: 'repo:write' })
  await bringTip(app, { upstream, fork }, tip.sha)
  return { fork, branch: await beginAt(app, actor, fork, tip.sha) }
}

async function findOwnFork(app: Needs, actor: KnownActor, upstream: Repo): Promise<RepoRef | null> {
  const row = await app.db
    .selectFrom('repos')
    .select('slug')
    .where('fork_of', '=', upstream.id)
    .where('owner_id', '=', actor.user.id)
    .where('is_archived', '=', 0)
    .orderBy('id')
    .executeTakeFirst()
  return row === undefined ? null : { owner: actor.user.username, repo: row.slug }
}

async function makeFork(app: Needs, actor: KnownActor, { owner, slug }: Repo): Promise<RepoRef> {
  const made = await forkRepo(app, actor, { owner, repo: slug }, {}).catch((error: unknown) => {
    // Something else of theirs has the name.
    if (!(error instanceof Fault) || error.code !== 'REPO_EXISTS') throw error
    return forkRepo(app, actor, { owner, repo: slug }, { slug: `${slug.slice(0, 95)}-fork` })
  })
  return { owner: made.owner, repo: made.slug }
}

const mostKnown = 200

/** A fork that was made long ago has not what came since. */
async function bringTip(
  app: Needs,
  { upstream, fork }: { readonly upstream: Repo; readonly fork: Repo },
  tip: Sha,
): Promise<void> {
  const to = repoDirectory(app.config, fork)
  if ((await app.objects.info(to, tip)) !== null) return
  const rows = await app.db
    .selectFrom('refs')
    .select('peeled')
    .where('repo_id', '=', fork.id)
    .where('name', 'like', 'refs/heads/%')
    .orderBy('updated_at', 'desc')
    .limit(mostKnown)
    .execute()
  const known = rows.map(({ peeled }) => requireSha(peeled))
  await bringObjects(app.git, { from: repoDirectory(app.config, upstream), to }, tip, known)
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
    await moveRefs(app, { actor, repo: fork, way: 'push' }, [{ ref, before: noSha, after: tip }])
    return name
  }
  throw conflict(`There are ${mostNames} branches for changes in your fork already: delete some of them first`)
}
