import { setImmediate as othersTurn } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { slicesOf } from '../../core/slices-of.ts'
import type { Tx } from '../../db/handle.ts'
import { readRefs } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { peel } from '../repos/peel.ts'
import type { JournalEntry } from './push-journal.ts'

const rowsAtOnce = 200

/** A change of a push that git has really made. */
export interface Applied extends RefChange {
  /** What git has now: somebody may have moved the ref on since. */
  readonly now: Sha
  readonly peeled: Sha
}

/** `moved` is what git said it moved; without it, a ref that is where the push wanted it counts. */
export async function findApplied(
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

/** Whether the database knows already where all of them are. */
export async function isRecorded(tx: Tx, repoId: number, applied: readonly Applied[]): Promise<boolean> {
  for (const some of slicesOf(applied, rowsAtOnce)) {
    const names = some.map(({ ref }) => ref)
    const rows = tx.selectFrom('refs').select(['name', 'sha']).where('repo_id', '=', repoId).where('name', 'in', names)
    const known = new Map((await rows.execute()).map(({ name, sha }) => [name, sha]))
    if (some.some(({ ref, now }) => (known.get(ref) ?? noSha) !== now)) return false
  }
  return true
}

export async function saveRefs(
  tx: Tx,
  { repoId, purpose, pusherId: pusher }: JournalEntry,
  applied: readonly Applied[],
): Promise<void> {
  const pusherId = purpose?.kind === 'import' ? null : pusher
  for (const some of slicesOf(applied, rowsAtOnce)) {
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
    await othersTurn()
  }
}
