import { availableParallelism } from 'node:os'
import type { CopiedRef } from '../../git/copy-repository.ts'
import { type BackupSource, type Before, backUpRepository } from './back-up-repository.ts'
import { FollowRefs } from './follow-refs.ts'
import type { KeptRepo, KeptTable, Point } from './manifest.ts'
import type { PointWriter } from './points.ts'
import { readRecords } from './read-dump.ts'
import { share } from './share.ts'

interface RepositoryWork {
  /** The database of this backup, which says what repositories there are and where their refs stand. */
  readonly tables: ReadonlyMap<string, KeptTable>
  readonly earlier: readonly Point[]
  readonly writer: PointWriter
}

interface Task {
  readonly repo: Pick<KeptRepo, 'id' | 'uuid' | 'home' | 'branch'>
  readonly refs: readonly CopiedRef[]
  readonly before: Before | null
}

/** Rows and refs are read one repository after the other; git works on several at once. */
export async function backUpRepositories(
  source: BackupSource & { readonly progress: (said: string) => void },
  { tables, earlier, writer }: RepositoryWork,
): Promise<ReadonlyMap<string, KeptRepo>> {
  const repos = new Map<string, KeptRepo>()
  const total = tables.get('repos')?.rows ?? 0
  const tasks = listTasks(source, tables, earlier)
  const work = async (): Promise<void> => {
    for await (const { repo, refs, before } of share(tasks)) {
      const kept = await backUpRepository(source, repo, refs, before)
      repos.set(kept.uuid, kept)
      await writer.add({ repo: kept })
      source.progress(`repositories: ${repos.size} of ${total}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return repos
}

async function* listTasks(
  { store }: BackupSource,
  tables: ReadonlyMap<string, KeptTable>,
  earlier: readonly Point[],
): AsyncGenerator<Task> {
  const homes = new Map<unknown, string>()
  for await (const { id, directory, kind } of readRecords(store, { tables }, 'owners')) {
    if (kind !== 'deleted') homes.set(id, String(directory))
  }
  const refs = new FollowRefs(store, { tables })
  const older = earlier.map((point) => ({ point, refs: new FollowRefs(store, point) }))
  for await (const row of readRecords(store, { tables }, 'repos')) {
    const id = Number(row['id'])
    const uuid = String(row['uuid'])
    let before: Before | null = null
    for (const { point, refs: theirs } of older) {
      const known = point.repos.get(uuid)
      // One that could not be saved as a whole is no better than an older one that was.
      if (known !== undefined && (known.damage === null || before === null))
        before = { repo: known, refs: await theirs.of(id) }
    }
    const home = homes.get(row['owner_id'])
    // One that was deleted, and of which rows are left for a while.
    if (home === undefined) continue
    yield { repo: { id, uuid, home, branch: String(row['default_branch']) }, refs: await refs.of(id), before }
  }
}
