import type { App } from '../../app.ts'
import { Pace } from '../../core/pace.ts'
import { noSha } from '../../core/sha.ts'
import type { RefChange } from '../../git/receive-pack.ts'

/** Of more new names than this, all that there are is read at once. */
const fewNames = 20

/** Refs are paths: of `v2` and `v2/x` git keeps only one. */
export function inTheWayOf(other: string, names: string): string {
  return `${other} is in the way of ${names}: git cannot keep both`
}

/**
 * A sentence about the first new ref that cannot be made beside one that stays, or that comes with the same push; git's own
 * would say that it could not take a lock.
 */
export async function findInTheWay(
  app: Pick<App, 'db'>,
  repoId: number,
  changes: readonly RefChange[],
): Promise<string | null> {
  const fresh = changes.filter(({ before, after }) => before === noSha && after !== noSha)
  const made = new Set<string>(fresh.map(({ ref }) => ref))
  if (made.size === 0) return null
  const gone = new Set<string>(changes.filter(({ after }) => after === noSha).map(({ ref }) => ref))
  const there = (await namesNear(app, repoId, [...made])).filter((name) => !gone.has(name))
  const names = new Set([...there, ...made])
  const pace = new Pace()
  for (const name of names) {
    await pace.isOver()
    const above = foldersOf(name).find((folder) => names.has(folder) && (made.has(folder) || made.has(name)))
    if (above !== undefined) return made.has(above) ? inTheWayOf(name, above) : inTheWayOf(above, name)
  }
  return null
}

async function namesNear(app: Pick<App, 'db'>, repoId: number, made: readonly string[]): Promise<readonly string[]> {
  const all = app.db.selectFrom('refs').select('name').where('repo_id', '=', repoId)
  if (made.length > fewNames) return (await all.execute()).map(({ name }) => name)
  const near = all.where((eb) =>
    eb.or([
      eb('name', 'in', [...new Set(made.flatMap(foldersOf)), '']),
      // What lies below each of them: '0' follows '/'.
      ...made.map((ref) => eb.and([eb('name', '>', `${ref}/`), eb('name', '<', `${ref}0`)])),
    ]),
  )
  return (await near.execute()).map(({ name }) => name)
}

/** `refs/tags/v2` for `refs/tags/v2/x`. */
function foldersOf(ref: string): readonly string[] {
  const parts = ref.split('/')
  return parts.slice(2).map((_, last) => parts.slice(0, last + 2).join('/'))
}
