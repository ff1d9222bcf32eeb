import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type NewCommits, smallNewBlobs } from '../../git/small-new-blobs.ts'
import { parseLfsPointer } from '../contents/lfs-pointer.ts'
import { claimRoom, ownerOf } from '../quota/claim-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

interface Way {
  readonly from: Repo
  readonly to: Repo
}

/**
 * Commits that came from a relative bring the large files along that they point to, and no others: what else lies there
 * may be private, and the quota of the one is not for the things of the other.
 */
export async function takePointedFiles(
  app: Pick<App, 'config' | 'db' | 'git' | 'objects'>,
  way: Way,
  commits: NewCommits,
): Promise<void> {
  if (!(await isAnyMissing(app.db, way))) return
  const dir = repoDirectory(app.config, way.to)
  const oids = new Set<string>()
  for (const sha of await smallNewBlobs(app.git, dir, commits)) {
    const object = await app.objects.read(dir, sha)
    const pointer = object === null ? null : parseLfsPointer(object.data)
    if (pointer !== null) oids.add(pointer.oid)
  }
  if (oids.size > 0) await inTransaction(app, (tx) => take(app, tx, way, [...oids]))
}

function missing(reader: Reader, { from, to }: Way) {
  return reader
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
}

async function isAnyMissing(reader: Reader, way: Way): Promise<boolean> {
  return (await missing(reader, way).select('there.oid').limit(1).executeTakeFirst()) !== undefined
}

/** As many as a statement may name. */
const atOnce = 500

async function take(app: Pick<App, 'config'>, tx: Tx, way: Way, oids: readonly string[]): Promise<void> {
  for (let first = 0; first < oids.length; first += atOnce) {
    const those = missing(tx, way).where('there.oid', 'in', oids.slice(first, first + atOnce))
    const { bytes } = await those
      .innerJoin('blobs', 'blobs.id', 'there.blob_id')
      .select((eb) => eb.fn.sum<number | null>('blobs.size').as('bytes'))
      .executeTakeFirstOrThrow()
    if (bytes === null) continue
    await claimRoom(app, tx, ownerOf(way.to), Number(bytes))
    await tx
      .insertInto('lfs_objects')
      .columns(['oid', 'blob_id', 'repo_id', 'created_at'])
      .expression((eb) =>
        those
          .select(['there.oid', 'there.blob_id'])
          .select([eb.val(way.to.id).as('repo_id'), eb.val(tx.now).as('created_at')]),
      )
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
}
