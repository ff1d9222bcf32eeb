import { type Actor, userOf } from '../../core/actor.ts'
import { nameKey } from '../../core/slug.ts'
import type { Reader } from '../../db/handle.ts'
import type { ThreadsSchema } from '../../db/threads-schema.ts'
import { bare } from './add-facets.ts'
import { findMilestoneNamed } from './set-milestone.ts'
import type { Exclusion, ThreadFilter } from './thread-filter.ts'

type Row = ThreadsSchema['facet_counts']

/** One thing that threads are looked for by: any of the values will do. */
export interface Facet {
  readonly facet: Row['facet']
  readonly values: readonly Row['value'][]
}

const everyBareness = [1, 2, 3, 4, 5, 6, 7]

/** Names to ids; null when one of them means nothing, so that nothing can be found. What has fewest threads comes first. */
export async function resolveFilter(
  reader: Reader,
  actor: Actor,
  repoId: number,
  filter: ThreadFilter,
): Promise<readonly Facet[] | null> {
  const { assignee, milestone, labels: names = [] } = filter
  const facets: Facet[] = []
  const people = [
    ['author', filter.author],
    ['assignee', assignee === 'none' ? undefined : assignee],
    ['mention', filter.mentions],
  ] as const
  for (const [facet, name] of people) {
    if (name === undefined) continue
    const id = await personNamed(reader, actor, name)
    if (id === null) return null
    facets.push({ facet, values: [id] })
  }
  if (milestone !== undefined && milestone !== 'none') {
    const found = await findMilestoneNamed(reader, repoId, milestone)
    if (found === null) return null
    facets.push({ facet: 'milestone', values: [found.id] })
  }
  const labels = await labelsNamed(reader, repoId, names)
  return labels && [...facets, ...labels, ...lacking(filter)]
}

function lacking({ isBare, assignee, milestone }: ThreadFilter): readonly Facet[] {
  const least =
    (isBare === true ? bare.label : 0) +
    (assignee === 'none' ? bare.assignee : 0) +
    (milestone === 'none' ? bare.milestone : 0)
  return least === 0 ? [] : [{ facet: 'bare', values: everyBareness.filter((sum) => (sum & least) === least) }]
}

/** What threads must not have. A name that means nothing is had by none. */
export async function resolveExclusions(
  reader: Reader,
  actor: Actor,
  repoId: number,
  exclusions: readonly Exclusion[],
): Promise<readonly Facet[]> {
  const valueOf = async ({ by, name }: Exclusion): Promise<number | null> => {
    if (by === 'label') return (await labelsNamed(reader, repoId, [name]))?.[0]?.values[0] ?? null
    if (by === 'milestone') return (await findMilestoneNamed(reader, repoId, name))?.id ?? null
    return personNamed(reader, actor, name)
  }
  const values = await Promise.all(exclusions.map(valueOf))
  return exclusions.flatMap(({ by }, at) => {
    const value = values[at] ?? null
    return value === null ? [] : [{ facet: by, values: [value] }]
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
  return rows.length < keys.size ? null : rows.map(({ id }) => ({ facet: 'label', values: [id] }))
}
