import { type Actor, userOf } from '../../core/actor.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import type { ThreadsSchema } from '../../db/threads-schema.ts'
import { findMilestoneNamed } from './set-milestone.ts'
import type { Exclusion, ThreadFilter } from './thread-filter.ts'

/** One thing that threads are looked for by. */
export type Facet = Pick<ThreadsSchema['thread_facets'], 'facet' | 'value'>

const nobody = 0

/** Names to ids; null when one of them means nothing, so that nothing can be found. */
export async function resolveFilter(
  reader: Reader,
  actor: Actor,
  repoId: number,
  filter: ThreadFilter,
): Promise<readonly Facet[] | null> {
  const facets: Facet[] = []
  if (filter.author !== undefined) {
    const author = await personNamed(reader, actor, filter.author)
    if (author === null) return null
    facets.push({ facet: 'author', value: author })
  }
  if (filter.assignee !== undefined) {
    const assignee = filter.assignee === 'none' ? nobody : await personNamed(reader, actor, filter.assignee)
    if (assignee === null) return null
    facets.push({ facet: 'assignee', value: assignee })
  }
  if (filter.mentions !== undefined) {
    const called = await personNamed(reader, actor, filter.mentions)
    if (called === null) return null
    facets.push({ facet: 'mention', value: called })
  }
  if (filter.isBare === true) facets.push({ facet: 'label', value: nobody })
  if (filter.milestone !== undefined) {
    const milestone =
      filter.milestone === 'none' ? { id: nobody } : await findMilestoneNamed(reader, repoId, filter.milestone)
    if (milestone === null) return null
    facets.push({ facet: 'milestone', value: milestone.id })
  }
  const labels = await labelsNamed(reader, repoId, filter.labels ?? [])
  return labels === null ? null : [...facets, ...labels]
}

/** What threads must not have. A name that means nothing is had by none. */
export async function resolveExclusions(
  reader: Reader,
  actor: Actor,
  repoId: number,
  exclusions: readonly Exclusion[],
): Promise<readonly Facet[]> {
  const valueOf = async ({ by, name }: Exclusion): Promise<number | null> => {
    if (by === 'label') return (await labelsNamed(reader, repoId, [name]))?.[0]?.value ?? null
    if (by === 'milestone') return (await findMilestoneNamed(reader, repoId, name))?.id ?? null
    return personNamed(reader, actor, name)
  }
  const values = await Promise.all(exclusions.map(valueOf))
  return exclusions.flatMap(({ by }, at) => {
    const value = values[at] ?? null
    return value === null ? [] : [{ facet: by, value }]
  })
}

async function personNamed(reader: Reader, actor: Actor, name: string): Promise<number | null> {
  if (name === '@me') return userOf(actor)?.id ?? null
  const owner = await reader
    .selectFrom('owners')
    .select('id')
    .where('name_key', '=', nameKey(name))
    .where('kind', '=', 'user')
    .executeTakeFirst()
  return owner?.id ?? null
}

async function labelsNamed(reader: Reader, repoId: number, names: readonly string[]): Promise<readonly Facet[] | null> {
  const keys = new Set(names.map(nameKey))
  if (keys.size === 0) return []
  const rows = await reader
    .selectFrom('labels')
    .select('id')
    .where('repo_id', '=', repoId)
    .where('name_key', 'in', [...keys])
    .execute()
  return rows.length < keys.size ? null : rows.map(({ id }) => ({ facet: 'label', value: id }))
}
