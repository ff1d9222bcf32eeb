import { setImmediate as othersTurn } from 'node:timers/promises'
import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type NewCommits, readSmallNewBlobs } from '../../git/small-new-blobs.ts'
import { parseLfsPointer } from '../contents/lfs-pointer.ts'
import { claimRoom, ownerOf, requireRoom } from '../quota/claim-room.ts'
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
  app: Pick<App, 'config' | 'db' | 'git'>,
  way: Way,
  commits: NewCommits,
): Promise<void> {
  const lacking = await listLacking(app.db, way)
  if (lacking.size === 0) return
  // Commits may name a million files that nobody has: only those count that somebody has sent.
  const pointed = new Map<string, number>()
  await readSmallNewBlobs(app.git, repoDirectory(app.config, way.to), commits, (content) => {
    const oid = parseLfsPointer(content)?.oid ?? ''
    const size = lacking.get(oid)
    if (size !== undefined) pointed.set(oid, size)
  })
  const bytes = [...pointed.values()].reduce((sum, size) => sum + size, 0)
  await requireRoom(app, ownerOf(way.to), bytes)
  const oids = [...pointed.keys()]
  // A transaction for each slice: others write in between.
  for (let first = 0; first < oids.length; first += atOnce) {
    await inTransaction(app, (tx) => take(app, tx, way, oids.slice(first, first + atOnce)))
  }
}

/** As many as a statement may name. */
const atOnce = 500

function missing(reader: Reader, { from, to }: Way) {
  return reader
    .selectFrom('lfs_objects as there')
    .innerJoin('blobs', 'blobs.id', 'there.blob_id')
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

/** How large each is that the one has and the other has not. */
async function listLacking(reader: Reader, way: Way): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (let last = ''; ; ) {
    const rows = await missing(reader, way)
      .select(['there.oid', 'blobs.size'])
      .where('there.oid', '>', last)
      .orderBy('there.oid')
      .limit(atOnce)
      .execute()
    for (const { oid, size } of rows) sizes.set(oid, size)
    if (rows.length < atOnce) return sizes
    last = rows.at(-1)?.oid ?? last
    await othersTurn()
  }
}

async function take(app: Pick<App, 'config'>, tx: Tx, way: Way, oids: readonly string[]): Promise<void> {
  const those = missing(tx, way).where('there.oid', 'in', oids)
  const { bytes } = await those
    .select((eb) => eb.fn.sum<number | null>('blobs.size').as('bytes'))
    .executeTakeFirstOrThrow()
  if (bytes === null) return
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
