import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { branchOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { RepositoryAway } from '../../core/repository-away.ts'
import { noSha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { pointHead } from '../../git/repository-folder.ts'
import { emit } from '../../outbox/emit.ts'
import { recordArrival } from '../imports/record-arrival.ts'
import { type PushPlan, planPush } from '../pipelines/plan-push.ts'
import { recordPlan } from '../pipelines/record-plan.ts'
import { recordMerge } from '../pulls/record-merge.ts'
import { recordPush } from '../pulls/record-push.ts'
import { alignHead } from '../repos/align-head.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type Applied, findApplied, isRecorded, saveRefs } from './applied-refs.ts'
import type { Purpose } from './purpose.ts'
import type { JournalEntry } from './push-journal.ts'
import { followRefs, type RefNow } from './tell-refs.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'objects' | 'passing'>

/** One that changes hands is found under its new owner in a moment, and what git was told to do is done by now. */
const mostLooks = 20
const lookAgainMs = 100

/** Another push was settled after we had looked at the refs: what we saw may be old. */
class Overtaken extends Error {
  /** Where we have pointed HEAD for nothing. */
  readonly beheaded: Repo | null

  constructor(beheaded: Repo | null) {
    super()
    this.beheaded = beheaded
  }
}

/**
 * Writes everything that follows from the refs that really moved, together with the end of the journal entry, in one
 * transaction: once, whether it runs right after the push or after a crash.
 */
export async function settlePush(
  app: Needs,
  entry: JournalEntry,
  moved: ReadonlySet<string> | null = null,
): Promise<void> {
  let looks = 0
  for (;;) {
    try {
      await settleOnce(app, entry, moved)
      return
    } catch (error) {
      if (error instanceof RepositoryAway && ++looks < mostLooks) {
        await sleep(lookAgainMs)
        continue
      }
      if (!(error instanceof Overtaken)) throw error
      // Of two first pushes, each of which wanted to be the default branch, one was.
      if (error.beheaded !== null) await alignHead(app, error.beheaded)
    }
  }
}

/** The repository's row is read before its refs: if its version still holds when we write, nobody has written anything newer. */
async function settleOnce(app: Needs, entry: JournalEntry, moved: ReadonlySet<string> | null): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  const dir = repoDirectory(app.config, repo)
  const applied = await findApplied(app, dir, entry.changes, moved)
  const defaultBranch = newDefaultBranch(repo, applied)
  if (defaultBranch !== null) {
    await pointHead(dir, defaultBranch)
    await app.passing('head.pointed')
  }
  const headed = { ...repo, defaultBranch: defaultBranch ?? repo.defaultBranch }
  const plan = await planPush(app, headed, entry.pusherId, applied)
  await app.passing('push.settling')
  const isWritten = await inTransaction(app, (tx) => writeAll(app, tx, entry, { repo, applied, defaultBranch, plan }))
  if (isWritten) followRefs(app, repo, applied.map(whereIsNow))
  await app.passing('push.settled')
}

interface Settled {
  readonly repo: Repo
  readonly applied: readonly Applied[]
  /** Null where it stays. */
  readonly defaultBranch: string | null
  readonly plan: PushPlan
}

/** What others write elsewhere runs here only when somebody here says so: it would run with the secrets of this repository. */
const nothingToRun: PushPlan = { pipelines: [], schedules: [] }

/** False where there was nothing to write. */
async function writeAll(app: Needs, tx: Tx, entry: JournalEntry, settled: Settled): Promise<boolean> {
  const { repo, applied, plan } = settled
  const { purpose, pusherId } = entry
  const closed = await tx.deleteFrom('push_journal').where('id', '=', entry.id).executeTakeFirst()
  // Somebody thought us dead and has settled it: before the refs moved, if the database does not know where they are.
  if (closed.numDeletedRows === 0n && (await isRecorded(tx, repo.id, applied))) return false
  if (applied.length === 0) {
    await emit(tx, { type: 'push.came-to-nothing', repoId: repo.id })
    return false
  }
  await saveRepo(tx, purpose, settled)
  await saveRefs(tx, entry, applied)
  if (purpose?.kind === 'keep') return true
  const isMirrored = purpose?.kind === 'mirror'
  if (purpose?.kind === 'import' || (isMirrored && repo.isEmpty)) {
    await recordPlan(app, tx, repo, isMirrored ? nothingToRun : { ...plan, pipelines: [] })
    await emit(tx, { type: 'repo.imported', repoId: repo.id, changes: changesOf(applied) })
    if (!isMirrored) await recordArrival(tx, repo.id)
    return true
  }
  if (purpose?.kind === 'merge') await recordMerge(tx, purpose, pusherId, applied)
  await recordPush(tx, repo, { pusherId, update: purpose?.kind === 'update' ? purpose : null }, applied)
  await recordPlan(app, tx, repo, isMirrored ? nothingToRun : plan)
  const changes = changesOf(applied)
  await emit(tx, { type: 'repo.pushed', repoId: repo.id, pusherId, changes, ...(isMirrored ? { isMirrored } : {}) })
  return true
}

async function saveRepo(tx: Tx, purpose: Purpose | null, { repo, applied, defaultBranch }: Settled): Promise<void> {
  const isFilled = applied.some((change) => change.after !== noSha)
  const written = await tx
    .updateTable('repos')
    .set({
      refs_version: repo.refsVersion + 1,
      ...(purpose?.kind === 'keep' ? {} : { pushed_at: tx.now, updated_at: tx.now }),
      ...(isFilled ? { is_empty: 0 } : {}),
      ...(defaultBranch === null ? {} : { default_branch: defaultBranch }),
    })
    .where('id', '=', repo.id)
    .where('refs_version', '=', repo.refsVersion)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) throw new Overtaken(defaultBranch === null ? null : repo)
}

function changesOf(applied: readonly Applied[]): readonly RefChange[] {
  return applied.map(({ ref, before, after }) => ({ ref, before, after }))
}

function whereIsNow({ ref, now, peeled }: Applied): RefNow {
  return { name: ref, now: now === noSha ? null : { sha: now, peeled } }
}

const usualNames = ['main', 'master', 'trunk', 'develop']

/** The first push decides: people push `master` into a repository that was made with `main`, or all that they had. */
function newDefaultBranch(repo: Repo, applied: readonly Applied[]): string | null {
  if (!repo.isEmpty) return null
  const branches = applied.flatMap((change) => (change.after === noSha ? [] : (branchOf(change.ref) ?? [])))
  if (branches.length === 0 || branches.includes(repo.defaultBranch)) return null
  return usualNames.find((name) => branches.includes(name)) ?? branches[0] ?? null
}
