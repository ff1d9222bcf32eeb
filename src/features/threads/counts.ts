import type { Reader, Tx } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import type { ThreadKind, ThreadState } from './thread.ts'

export interface CountMove {
  readonly repoId: number
  readonly kind: ThreadKind
  readonly from?: ThreadState
  readonly to?: ThreadState
}

/** A thread comes, goes, or changes its state. */
export async function moveCount(tx: Tx, { repoId, kind, from, to }: CountMove): Promise<void> {
  if (from !== undefined) await add(tx, { repoId, kind, state: from, by: -1 })
  if (to !== undefined) await add(tx, { repoId, kind, state: to, by: 1 })
}

const add = prepared((db, its: { repoId: number; kind: ThreadKind; state: ThreadState; by: number }) =>
  db
    .insertInto('thread_counts')
    .values({ repo_id: its.repoId, kind: its.kind, state: its.state, count: its.by })
    .onConflict((oc) =>
      oc.columns(['repo_id', 'kind', 'state']).doUpdateSet((eb) => ({ count: eb('thread_counts.count', '+', its.by) })),
    ),
)

/** How many of a kind a repository has in each state. */
export async function readCounts(
  reader: Reader,
  repoId: number,
  kind: ThreadKind,
): Promise<Readonly<Record<ThreadState, number>>> {
  const rows = await countsOf(reader, { repoId, kind })
  const found = new Map(rows.map((row) => [row.state, row.count]))
  return { open: found.get('open') ?? 0, closed: found.get('closed') ?? 0, merged: found.get('merged') ?? 0 }
}

const countsOf = prepared((db, its: { repoId: number; kind: ThreadKind }) =>
  db
    .selectFrom('thread_counts')
    .select(['state', 'count'])
    .where('repo_id', '=', its.repoId)
    .where('kind', '=', its.kind),
)
