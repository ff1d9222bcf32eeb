import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { Summary } from '../../sbom/inventory.ts'
import type { PackedInventory } from '../../sbom/task.ts'

/** Grows when readers learn something new: what older ones read is read again. */
export const readersVersion = 1

/** How many commits of a repository are remembered: any other is read again when somebody asks. */
const mostScans = 100

/** What a commit is built from. */
export interface Scan {
  readonly packed: PackedInventory
  readonly summary: Summary
}

export async function findScan(reader: Reader, repoId: number, sha: Sha): Promise<Scan | null> {
  const row = await reader
    .selectFrom('sbom_scans')
    .innerJoin('sbom_inventories', 'sbom_inventories.id', 'sbom_scans.inventory_id')
    .select(['sbom_inventories.packed', 'sbom_inventories.summary'])
    .where('sbom_scans.repo_id', '=', repoId)
    .where('sbom_scans.sha', '=', sha)
    .where('sbom_scans.readers', '=', readersVersion)
    .executeTakeFirst()
  return row === undefined ? null : { packed: row.packed, summary: toSummary(row.summary) }
}

/** What the same files said at another commit. */
export async function findInventory(
  reader: Reader,
  repoId: number,
  digest: string,
): Promise<(Scan & { readonly id: number }) | null> {
  const row = await reader
    .selectFrom('sbom_inventories')
    .select(['id', 'packed', 'summary'])
    .where('repo_id', '=', repoId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, packed: row.packed, summary: toSummary(row.summary) }
}

/** Returns its id. Two who read the same files at once keep one. */
export async function insertInventory(tx: Tx, repo: Repo, digest: string, scan: Scan): Promise<number> {
  const row = await tx
    .insertInto('sbom_inventories')
    .values({
      repo_id: repo.id,
      digest,
      packed: Buffer.from(scan.packed),
      summary: JSON.stringify(scan.summary),
      created_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['repo_id', 'digest']).doUpdateSet({ created_at: tx.now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The oldest make room, and with them what no other commit is built from. */
export async function insertScan(tx: Tx, repo: Repo, sha: Sha, inventoryId: number): Promise<void> {
  const values = { inventory_id: inventoryId, readers: readersVersion, created_at: tx.now }
  await tx
    .insertInto('sbom_scans')
    .values({ repo_id: repo.id, sha, ...values })
    .onConflict((oc) => oc.columns(['repo_id', 'sha']).doUpdateSet(values))
    .execute()
  const last = await tx
    .selectFrom('sbom_scans')
    .select('id')
    .where('repo_id', '=', repo.id)
    .orderBy('id', 'desc')
    .offset(mostScans)
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined) {
    await tx.deleteFrom('sbom_scans').where('repo_id', '=', repo.id).where('id', '<=', last.id).execute()
  }
  await tx
    .deleteFrom('sbom_inventories')
    .where('repo_id', '=', repo.id)
    .where('id', 'not in', tx.selectFrom('sbom_scans').select('inventory_id').where('repo_id', '=', repo.id))
    .execute()
}

/** Written by ourselves, in `insertInventory`. */
function toSummary(text: string): Summary {
  return JSON.parse(text) as Summary
}
