import type { App } from '../../app.ts'
import { preparedList } from '../../db/prepared.ts'
import { findReaction, type ReactionContent, reactionContents } from './reaction.ts'

export interface ReactionCount {
  readonly content: ReactionContent
  readonly count: number
  /** Whether the reader is one of them. */
  readonly own: boolean
}

/** By target (`t<thread>`, `c<comment>`): what was reacted with, in the order that reactions are offered in. */
export async function countReactions(
  app: Pick<App, 'db'>,
  keys: readonly string[],
  userId: number | null,
): Promise<ReadonlyMap<string, readonly ReactionCount[]>> {
  if (keys.length === 0) return new Map()
  const rows = await countedOn(app.db, keys, { userId: userId ?? 0 })
  const found = Map.groupBy(rows, (row) => row.target_key)
  return new Map(
    [...found].map(([key, some]) => [
      key,
      some
        .flatMap(({ content, count, own }): ReactionCount[] => {
          const known = findReaction(content)
          return known === undefined ? [] : [{ content: known, count: Number(count), own: Number(own) > 0 }]
        })
        .toSorted((a, b) => reactionContents.indexOf(a.content) - reactionContents.indexOf(b.content)),
    ]),
  )
}

const countedOn = preparedList((db, keys: readonly string[], its: { userId: number }) =>
  db
    .selectFrom('reactions')
    .select(['target_key', 'content'])
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>(eb.case().when('user_id', '=', its.userId).then(1).else(0).end()).as('own'),
    ])
    .where('target_key', 'in', keys)
    .groupBy(['target_key', 'content']),
)
