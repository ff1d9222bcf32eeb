import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import type { CopiedRef } from '../../git/copy-repository.ts'
import { rebuildRepository } from '../../git/rebuild-repository.ts'
import { syncFolder } from '../../git/repository-folder.ts'
import type { Git } from '../../git/run-git.ts'
import { repositoriesRoot } from '../lifecycle/owner-directory.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { pathOf } from './back-up-files.ts'
import { copyHashed, type FileStore, type KeptFile } from './file-store.ts'
import { FollowRefs } from './follow-refs.ts'
import type { KeptRepo, Point } from './manifest.ts'
import { share } from './share.ts'

export interface RestoreNeeds {
  readonly config: Config
  readonly git: Git
  readonly store: FileStore
  readonly progress: (said: string) => void
}

/** Keys, stored files and mails, to where they lay. */
export async function restorePlainFiles(needs: RestoreNeeds, point: Point): Promise<void> {
  const folders = new Set<string>()
  for (const [at, { file, ...which }] of point.plain.entries()) {
    const to = pathOf(needs.config, which)
    const folder = dirname(to)
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
    await bring(needs.store, file, to)
    if (at % 100 === 99) needs.progress(`files: ${at + 1} of ${point.plain.length}`)
  }
  for (const folder of folders) await syncFolder(folder)
}

/** Repositories with exactly the refs that the database has. Returns what could not be had, by the repository's id. */
export async function restoreRepositories(
  needs: RestoreNeeds,
  point: Point,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lost = new Map<string, readonly string[]>()
  const tasks = withRefs(needs.store, point)
  let count = 0
  const work = async (): Promise<void> => {
    for await (const { repo, refs } of share(tasks)) {
      const missing = await restoreRepository(needs, repo, refs)
      if (missing.length > 0) lost.set(repo.uuid, missing)
      count += 1
      needs.progress(`repositories: ${count} of ${point.repos.size}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return lost
}

/** The refs come in the order of ids; whoever wrote the manifest was done with them in another. */
async function* withRefs(
  store: FileStore,
  point: Point,
): AsyncGenerator<{ repo: KeptRepo; refs: readonly CopiedRef[] }> {
  const all = new FollowRefs(store, point)
  for (const repo of [...point.repos.values()].toSorted((a, b) => a.id - b.id)) {
    yield { repo, refs: await all.of(repo.id) }
  }
}

async function restoreRepository(
  { config, git, store }: RestoreNeeds,
  repo: KeptRepo,
  refs: readonly CopiedRef[],
): Promise<readonly string[]> {
  await mkdir(join(repositoriesRoot(config), repo.home), { recursive: true, mode: 0o700 })
  return rebuildRepository(git, repoDirectory(config, repo), {
    refs,
    defaultBranch: repo.branch,
    bringPacks: async (folder) => {
      for (const { id, pack, index } of repo.packs) {
        await bring(store, pack, join(folder, `pack-${id}.pack`))
        await bring(store, index, join(folder, `pack-${id}.idx`))
      }
      await syncFolder(folder)
    },
  })
}

/** Looked at once more on the way: between the check and now a disk may have failed. */
async function bring(store: FileStore, file: KeptFile, to: string): Promise<void> {
  const { sha256 } = await copyHashed(store.path(file), to)
  if (sha256 !== file.sha256) throw new Error(`The file ${file.sha256} of the backup has changed while it was read`)
}
