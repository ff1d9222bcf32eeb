import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { branchOf } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { RepositoryAway } from '../../core/repository-away.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readRefs } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { pointHead } from '../../git/repository-folder.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { emit } from '../../outbox/emit.ts'
import { planPush } from '../pipelines/plan-push.ts'
import { recordPlan } from '../pipelines/record-plan.ts'
import { recordMerge } from '../pulls/record-merge.ts'
import { recordPush } from '../pulls/record-push.ts'
import { alignHead } from '../repos/align-head.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { peel } from '../repos/peel.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { JournalEntry } from './push-journal.ts'
import { followRefs, type RefNow } from './tell-refs.ts'

interface Applied extends RefChange {
  /** What git has now: somebody may have moved the ref on since. */
  readonly now: Sha
  readonly peeled: Sha
}

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
 * transaction: once, whether it runs right after the push or after a crash. `moved` is what git said it moved; without
 * it, a ref that is where the push wanted it counts.
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

async function settleOnce(app: Needs, entry: JournalEntry, moved: ReadonlySet<string> | null): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  // Taken before the refs are looked at: if it still holds when we write, nobody has written anything newer.
  const version = repo.refsVersion
  const dir = repoDirectory(app.config, repo)
  const applied = await findApplied(app, dir, entry.changes, moved)
  const defaultBranch = newDefaultBranch(repo, applied)
  if (defaultBranch !== null) {
    await pointHead(dir, defaultBranch)
    await app.passing('head.pointed')
  }
  const plan = await planPush(
    app,
    { ...repo, defaultBranch: defaultBranch ?? repo.defaultBranch },
    entry.pusherId,
    applied,
  )
  await app.passing('push.settling')
  const isWritten = await inTransaction(app, async (tx) => {
    const closed = await tx.deleteFrom('push_journal').where('id', '=', entry.id).executeTakeFirst()
    // Somebody thought us dead and has settled it: before the refs moved, if the database does not know where they are.
    if (closed.numDeletedRows === 0n && (await isRecorded(tx, repo.id, applied))) return false
    if (applied.length === 0) {
      await emit(tx, { type: 'push.came-to-nothing', repoId: repo.id })
      return false
    }
    const filled = applied.some((change) => change.after !== noSha)
    const written = await tx
      .updateTable('repos')
      .set({
        refs_version: version + 1,
        ...(entry.purpose?.kind === 'keep' ? {} : { pushed_at: tx.now, updated_at: tx.now }),
        ...(filled ? { is_empty: 0 } : {}),
        ...(defaultBranch === null ? {} : { default_branch: defaultBranch }),
      })
      .where('id', '=', repo.id)
      .where('refs_version', '=', version)
      .executeTakeFirst()
    if (written.numUpdatedRows === 0n) throw new Overtaken(defaultBranch === null ? null : repo)
    await saveRefs(tx, entry, applied)
    if (entry.purpose?.kind === 'keep') return true
    if (entry.purpose?.kind === 'import') {
      await recordPlan(app, tx, repo, { ...plan, pipelines: [] })
      await emit(tx, { type: 'repo.imported', repoId: repo.id, changes: changesOf(applied) })
      return true
    }
    if (entry.purpose?.kind === 'merge') await recordMerge(tx, entry.purpose, entry.pusherId, applied)
    await recordPush(tx, repo, entry.pusherId, applied)
    await recordPlan(app, tx, repo, plan)
    const changes = changesOf(applied)
    await emit(tx, { type: 'repo.pushed', repoId: repo.id, pusherId: entry.pusherId, changes })
    return true
  })
  if (isWritten) followRefs(app, repo, applied.map(whereIsNow))
  await app.passing('push.settled')
}

function changesOf(applied: readonly Applied[]): readonly RefChange[] {
  return applied.map(({ ref, before, after }) => ({ ref, before, after }))
}

function whereIsNow({ ref, now, peeled }: Applied): RefNow {
  return { name: ref, now: now === noSha ? null : { sha: now, peeled } }
}

async function isRecorded(tx: Tx, repoId: number, applied: readonly Applied[]): Promise<boolean> {
  for (let at = 0; at < applied.length; at += rowsAtOnce) {
    const some = applied.slice(at, at + rowsAtOnce)
    const names = some.map(({ ref }) => ref)
    const rows = tx.selectFrom('refs').select(['name', 'sha']).where('repo_id', '=', repoId).where('name', 'in', names)
    const known = new Map((await rows.execute()).map(({ name, sha }) => [name, sha]))
    if (some.some(({ ref, now }) => (known.get(ref) ?? noSha) !== now)) return false
  }
  return true
}

async function findApplied(
  app: Pick<App, 'objects'>,
  dir: RepoDir,
  changes: readonly RefChange[],
  moved: ReadonlySet<string> | null,
): Promise<readonly Applied[]> {
  const now = await readRefs(
    dir,
    changes.map((change) => change.ref),
  )
  const applied = changes.filter(({ ref, before, after }) => {
    if (before === after) return false
    return moved === null ? (now.get(ref) ?? noSha) === after : moved.has(ref)
  })
  return Promise.all(
    applied.map(async (change) => {
      const sha = now.get(change.ref) ?? noSha
      return { ...change, now: sha, peeled: sha === noSha ? noSha : await peel(app, dir, sha) }
    }),
  )
}

const usualNames = ['main', 'master', 'trunk', 'develop']

/** The first push decides: people push `master` into a repository that was made with `main`, or all that they had. */
function newDefaultBranch(repo: Repo, applied: readonly Applied[]): string | null {
  if (!repo.isEmpty) return null
  const branches = applied.flatMap((change) => (change.after === noSha ? [] : (branchOf(change.ref) ?? [])))
  if (branches.length === 0 || branches.includes(repo.defaultBranch)) return null
  return usualNames.find((name) => branches.includes(name)) ?? branches[0] ?? null
}

const rowsAtOnce = 200

async function saveRefs(tx: Tx, { repoId, ...entry }: JournalEntry, applied: readonly Applied[]): Promise<void> {
  const pusherId = entry.purpose?.kind === 'import' ? null : entry.pusherId
  for (let at = 0; at < applied.length; at += rowsAtOnce) {
    const some = applied.slice(at, at + rowsAtOnce)
    const gone = some.filter((change) => change.now === noSha).map((change) => change.ref)
    const rows = some
      .filter((change) => change.now !== noSha)
      .map(({ ref, now, peeled }) => ({
        repo_id: repoId,
        name: ref,
        sha: now,
        peeled,
        updated_at: tx.now,
        pusher_id: pusherId,
      }))
    if (gone.length > 0) await tx.deleteFrom('refs').where('repo_id', '=', repoId).where('name', 'in', gone).execute()
    if (rows.length === 0) continue
    await tx
      .insertInto('refs')
      .values(rows)
      .onConflict((oc) =>
        oc.columns(['repo_id', 'name']).doUpdateSet((eb) => ({
          sha: eb.ref('excluded.sha'),
          peeled: eb.ref('excluded.peeled'),
          updated_at: tx.now,
          pusher_id: pusherId,
        })),
      )
      .execute()
    // Each statement keeps the thread busy for a while: others get their turn in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
