import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha, type Sha } from '../../core/sha.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listFiles } from '../../git/list-files.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { streamBlob } from '../../git/stream-blob.ts'
import { chooseFiles, type FileNote } from '../../sbom/choose-files.ts'
import type { FileBytes } from '../../sbom/task.ts'
import { treeOf } from '../contents/find-entry.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { turnOf } from './ask-thread.ts'
import { findInventory, findScan, insertInventory, insertScan, readersVersion, type Scan } from './store.ts'
import { takeInventory } from './take-inventory.ts'

export type ScanNeeds = Pick<App, 'config' | 'db' | 'git' | 'inventories' | 'kept' | 'log' | 'objects'>

export type { Scan }

/**
 * What a commit is built from, by its lock files: from memory, from the database, or read now. Most commits change no
 * lock file, and what the same files said before is not read again.
 */
export function scanCommit(app: ScanNeeds, repo: Repo, sha: Sha): Promise<Scan> {
  const dir = repoDirectory(app.config, repo)
  return app.kept.of(dir, ['sbom', readersVersion, sha], sizeOf, async () => {
    const known = await findScan(app.db, repo.id, sha)
    return known ?? (await scan(app, repo, dir, sha))
  })
}

async function scan(app: ScanNeeds, repo: Repo, dir: RepoDir, sha: Sha): Promise<Scan> {
  const files = await listFiles(app, dir, await treeOf(app, dir, sha))
  const { chosen, notes } = chooseFiles(files)
  const shas = new Map(files.map((file) => [file.path, requireSha(file.sha)]))
  const named = chosen.flatMap(({ path }) => {
    const id = shas.get(path)
    return id === undefined ? [] : [{ path, id }]
  })
  const digest = digestOf(named, notes)
  const same = await findInventory(app.db, repo.id, digest)
  const taken = same ?? (await takeInventory(app, turnOf(repo), { files: await readAll(app, dir, named), notes }))
  return inTransaction(app, async (tx) => {
    const inventoryId = await insertInventory(tx, repo, digest, taken)
    await insertScan(tx, repo, sha, inventoryId)
    return { packed: taken.packed, summary: taken.summary }
  })
}

async function readAll(
  app: ScanNeeds,
  dir: RepoDir,
  named: readonly { readonly path: string; readonly id: Sha }[],
): Promise<readonly FileBytes[]> {
  const read: FileBytes[] = []
  for (const { path, id } of named) {
    const info = await app.objects.info(dir, id)
    if (info === null) continue
    const blob = await streamBlob(app, dir, info)
    read.push({ path, data: await buffer(blob.open()) })
  }
  return read
}

function digestOf(named: readonly { readonly path: string; readonly id: Sha }[], notes: readonly FileNote[]): string {
  return createHash('sha256')
    .update(JSON.stringify([readersVersion, named, notes]))
    .digest('hex')
}

function sizeOf({ packed }: Scan): number {
  return packed.length + 4000
}
