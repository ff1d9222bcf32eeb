import type { App } from '../../app.ts'
import { type Page, type PageRequest, pageOf } from '../../core/page.ts'
import type { OpenPlace } from './open-place.ts'
import { allVariables } from './store.ts'
import type { ListedVariable } from './variable.ts'

/** By key. A repository's own, and those that the owning team lends it. */
export async function listVariables(
  app: Pick<App, 'db'>,
  { place, ownerId }: OpenPlace,
  request: PageRequest,
): Promise<Page<ListedVariable>> {
  const own = await allVariables(app.db, place)
  const lent = ownerId === null ? [] : await allVariables(app.db, { teamId: ownerId })
  const keys = new Set(own.map((one) => one.key))
  const all = [
    ...own.map((one) => ({ ...one, isOverridden: false })),
    ...lent.map((one) => ({ ...one, isOverridden: keys.has(one.key) })),
  ]
  return pageOf(
    // The sort is stable: of two with one key the repository's own, which counts, comes first.
    all.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
    request,
  )
}
