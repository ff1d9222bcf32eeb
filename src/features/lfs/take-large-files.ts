import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { claimRoom, ownerOf } from '../quota/claim-room.ts'

/** A fork gets the large files that came since it was made: whoever may read the one may have those too. */
export async function takeLargeFiles(
  app: Pick<App, 'config' | 'db'>,
  { from, to }: { readonly from: Repo; readonly to: Repo },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const missing = tx
      .selectFrom('lfs_objects as there')
      .where('there.repo_id', '=', from.id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('lfs_objects as own')
              .select('own.oid')
              .where('own.repo_id', '=', to.id)
              .whereRef('own.oid', '=', 'there.oid'),
          ),
        ),
      )
    const { bytes } = await missing
      .innerJoin('blobs', 'blobs.id', 'there.blob_id')
      .select((eb) => eb.fn.sum<number | null>('blobs.size').as('bytes'))
      .executeTakeFirstOrThrow()
    if (bytes === null) return
    await claimRoom(app, tx, ownerOf(to), Number(bytes))
    await tx
      .insertInto('lfs_objects')
      .columns(['oid', 'blob_id', 'repo_id', 'created_at'])
      .expression((eb) =>
        missing
          .select(['there.oid', 'there.blob_id'])
          .select([eb.val(to.id).as('repo_id'), eb.val(tx.now).as('created_at')]),
      )
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
}
