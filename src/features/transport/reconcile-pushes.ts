import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { noSha } from '../../core/sha.ts'
import { awaitEnd } from '../../git/live-process.ts'
import { mendTornRefs } from '../../git/mend-torn-refs.ts'
import { readRefs } from '../../git/read-ref.ts'
import { longestPackedLockMs, removeStale } from '../../git/remove-stale.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { abandonedEntries, holdEntry, type JournalEntry, takeUp } from './push-journal.ts'
import { settlePush } from './settle-push.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** A git that goes on without us mostly needs a moment; nobody waits for one that hangs. */
const orphanMs = 5000
const eachMs = 10
/** Nobody holds the lock of a single ref for so long. */
const staleMs = 3000

/**
 * Pushes that were let through and not brought to their end. What moved gets its effects, what did not is forgotten;
 * locks that their git left behind are removed, so that the next push finds the way free. At the start on SQLite nobody
 * else can be at work: everything is taken up. Otherwise what nobody holds any more. One that cannot be brought to its
 * end stays in the journal and stands in nobody's way. Returns how many were.
 */
export async function reconcilePushes(app: Needs, when: 'starting' | 'serving'): Promise<number> {
  const all = when === 'starting' && app.db.dialect === 'sqlite'
  const now = all ? Number.MAX_SAFE_INTEGER : app.clock.now()
  const entries = await abandonedEntries(app, now)
  let ended = 0
  for (const entry of entries) {
    if (!(await takeUp(app, entry, now))) continue
    const release = holdEntry(app, entry)
    try {
      if (entry.gitProcess !== null) await awaitEnd(entry.gitProcess, orphanMs + entry.changes.length * eachMs)
      await removeLocks(app, entry, all)
      await mendRefs(app, entry)
      await settlePush(app, entry, await whatMoved(app, entry, entries))
      ended++
    } catch (error) {
      app.log.error({ error: String(error), journal: entry.id }, 'a push that was cut off could not be ended')
    } finally {
      release()
    }
  }
  return ended
}

/** Longer than it takes anybody to take one up. */
const patienceMs = 30_000

/** How many were cut off, and nobody could bring to their end. */
export async function lapsedEntries(app: Pick<App, 'clock' | 'db'>): Promise<number> {
  return (await abandonedEntries(app, app.clock.now() - patienceMs)).length
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
  const takenOn = new Set(later.map(({ ref, before }) => `${before} ${ref}`))
  const names = entry.changes.map(({ ref }) => ref)
  const now = await readRefs(repoDirectory(app.config, repo), names)
  const moved = entry.changes.filter(
    ({ ref, after }) => (now.get(ref) ?? noSha) === after || takenOn.has(`${after} ${ref}`),
  )
  return new Set(moved.map(({ ref }) => ref))
}

/** Many refs are written without waiting for the disk for each: where it lost power, some are empty. */
async function mendRefs(app: Pick<App, 'config' | 'db' | 'git' | 'log'>, entry: JournalEntry): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  const mended = await mendTornRefs(app.git, repoDirectory(app.config, repo), entry.changes)
  if (mended > 0) app.log.warn({ mended, repo: repo.id }, 'refs that a push had not written to the end were put back')
}

/**
 * Where others are at work, a lock may be theirs: one goes only when it is there, unchanged, for longer than git holds
 * one. The others are left to whoever comes next.
 */
async function removeLocks(app: Pick<App, 'config' | 'db'>, entry: JournalEntry, alone: boolean): Promise<void> {
  const repo = await findRepoById(app.db, entry.repoId)
  if (repo === null) return
  const dir = repoDirectory(app.config, repo)
  const locked = ['HEAD', 'packed-refs', ...entry.changes.map((change) => change.ref)]
  const remove = (name: string): Promise<void> => {
    const path = join(dir, `${name}.lock`)
    if (alone) return rm(path, { force: true })
    return removeStale(path, name === 'packed-refs' ? longestPackedLockMs : staleMs)
  }
  await Promise.all(locked.map(remove))
}
