import type { Tx } from '../../db/handle.ts'

/** What an owner's repositories were forked from has those forks less. */
export async function leaveForks(tx: Tx, ownerId: number): Promise<void> {
  const forked = tx.selectFrom('repos as forks').select('forks.fork_of').where('forks.owner_id', '=', ownerId)
  await tx
    .updateTable('repos')
    .set((eb) => ({
      forks_count: eb(
        'forks_count',
        '-',
        eb
          .selectFrom('repos as forks')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('forks.owner_id', '=', ownerId)
          .whereRef('forks.fork_of', '=', 'repos.id'),
      ),
    }))
    .where('id', 'in', forked.where('forks.fork_of', 'is not', null))
    .execute()
}
