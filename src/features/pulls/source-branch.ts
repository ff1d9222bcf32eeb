import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { branchRef, type RefName } from '../../core/ref-name.ts'
import { atLeast } from '../../core/roles.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { roleOf } from '../access/role-of.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { judgePush } from '../transport/judge-push.ts'
import { findBranchTip } from './branch-tip.ts'
import type { Pull } from './pull.ts'

/** What is left to do about the branch of a pull request that is over. */
export type BranchFate =
  | { readonly kind: 'delete' | 'restore' | 'in-use' }
  /** It was added to since. */
  | { readonly kind: 'moved'; readonly sha: Sha }

export interface SourceSight {
  readonly isThere: boolean
  readonly mayPush: boolean
  readonly mayDelete: boolean
  /** Null where somebody can do nothing about it. */
  readonly fate: BranchFate | null
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'objects'>

const nothing: SourceSight = { isThere: false, mayPush: false, mayDelete: false, fate: null }

/** The branch that a pull request comes from: whether it is there, and what somebody may do with it. */
export async function lookAtSource(app: Needs, actor: Actor, pull: Pull): Promise<SourceSight> {
  const source = pull.sourceRepo === null ? null : await findRepoById(app.db, pull.sourceRepo.id)
  const ref = branchRef(pull.sourceBranch)
  if (source === null || ref === null) return nothing
  const [role, tip] = await Promise.all([
    roleOf(app.db, actor, source),
    findBranchTip(app.db, source.id, pull.sourceBranch),
  ])
  const isThere = tip !== null
  if (role === null || !atLeast(role, 'Developer') || source.isArchived) return { ...nothing, isThere }
  const place = { actor, source: { ...source, role }, ref }
  const mayDelete = isThere && (await mayMove(app, place, { before: tip.sha, after: noSha }))
  const isOver = pull.state !== 'open'
  return { isThere, mayPush: true, mayDelete, fate: isOver ? await fateOf(app, pull, place, tip?.sha) : null }
}

interface Place {
  readonly actor: Actor
  readonly source: OpenRepo
  readonly ref: RefName
}

async function fateOf(app: Needs, pull: Pull, place: Place, tip: Sha | undefined): Promise<BranchFate | null> {
  const { headSha } = pull
  if (tip === undefined) {
    const isLeft = (await app.objects.info(repoDirectory(app.config, place.source), headSha)) !== null
    const may = isLeft && (await mayMove(app, place, { before: noSha, after: headSha }))
    return may ? { kind: 'restore' } : null
  }
  if (!(await mayMove(app, place, { before: tip, after: noSha }))) return null
  if (tip !== headSha) return { kind: 'moved', sha: tip }
  return { kind: (await isInUse(app.db, pull)) ? 'in-use' : 'delete' }
}

/** As the gate for refs will say. */
async function mayMove(
  app: Needs,
  { actor, source, ref }: Place,
  change: { readonly before: Sha; readonly after: Sha },
): Promise<boolean> {
  const proposal = { changes: [{ ref, ...change }], unusable: [], quarantine: null, gitProcess: null }
  return (await judgePush(app, { actor, repo: source, way: 'push' }, proposal)) === null
}

/** Another pull request is open for the same branch, which deleting it would close. */
export async function isInUse(reader: Reader, { sourceRepo, sourceBranch }: Pull): Promise<boolean> {
  const open = await reader
    .selectFrom('pulls')
    .select('thread_id')
    .where('source_repo_id', '=', sourceRepo?.id ?? 0)
    .where('source_branch', '=', sourceBranch)
    .where('open_key', 'is not', null)
    .executeTakeFirst()
  return open !== undefined
}
