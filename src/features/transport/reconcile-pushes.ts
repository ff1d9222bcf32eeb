import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { minute } from '../../core/clock.ts'
import { noSha } from '../../core/sha.ts'
import { awaitEnd } from '../../git/live-process.ts'
import { readRef } from '../../git/read-ref.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type JournalEntry, openEntries } from './push-journal.ts'
import { settlePush } from './settle-push.ts'

/** On PostgreSQL another process may be in the middle of a push: only what is certainly abandoned is taken up. */
const abandonedAfter = 30 * minute

/** A git that goes on without us mostly needs a moment; nobody waits for one that hangs. */
const orphanMs = 5000

/**
 * At the start: pushes that were let through and not brought to their end. What moved gets its effects, what did not is
 * forgotten; locks that their git left behind are removed, so that the next push finds the way free. One that cannot be
 * brought to its end stays in the journal and stands in nobody's way. Returns how many were.
 */
export async function reconcilePushes(app: Pick<App, 'clock' | 'config' | 'db' | 'log' | 'objects'>): Promise<number> {
  const before = app.db.dialect === 'sqlite' ? Number.MAX_SAFE_INTEGER : app.clock.now() - abandonedAfter
  const entries = await openEntries(app, before)
  const orphans = entries.flatMap(({ gitProcess }) => gitProcess ?? [])
  await Promise.all(orphans.map((name) => awaitEnd(name, orphanMs)))
  let ended = 0
  for (const entry of entries) {
    try {
      await removeLocks(app, entry)
      await settlePush(app, entry, await whatMoved(app, entry, entries))
      ended++
    } catch (error) {
      app.log.error(
        { error: String(error), journal: entry.id },
        'a push that was cut off could not be brought to its end',
      )
    }
  }
  return ended
}

/** A ref is where the push wanted it, or a later push found it there and took it further. */
async function whatMoved(
  app: Pick<App, 'config' | 'db'>,
  entry: JournalEntry,
  all: readonly JournalEntry[],
): Promise<ReadonlySet<string>> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return new Set()
  const later = all.filter((one) => one.repoId === entry.repoId && one.id > entry.id).flatMap((one) => one.changes)
  const moved = new Set<string>()
  for (const { ref, after } of entry.changes) {
    const now = (await readRef(repoDirectory(app.config, repo), ref)) ?? noSha
    if (now === after || later.some((one) => one.ref === ref && one.before === after)) moved.add(ref)
  }
  return moved
}

async function removeLocks(app: Pick<App, 'config' | 'db'>, entry: JournalEntry): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  const dir = repoDirectory(app.config, repo)
  const locked = ['HEAD', 'packed-refs', ...entry.changes.map((change) => change.ref)]
  await Promise.all(locked.map((name) => rm(join(dir, `${name}.lock`), { force: true })))
}
