import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { isDiskFailure } from '../../core/disk-failure.ts'
import type { CopiedRef } from '../../git/copy-repository.ts'
import { packSince, presentObjects } from '../../git/pack-since.ts'
import type { Git } from '../../git/run-git.ts'
import type { FileStore } from './file-store.ts'
import { findFolder } from './find-folder.ts'
import { printOf } from './follow-refs.ts'
import type { KeptPack, KeptRepo } from './manifest.ts'

export interface BackupSource {
  readonly config: Config
  readonly git: Git
  readonly store: FileStore
}

/** What an earlier backup has of a repository. */
export interface Before {
  readonly repo: KeptRepo
  readonly refs: readonly CopiedRef[]
}

/** Many small packs make reading slow: then one of everything takes their place. */
const mostPacks = 40
/** A repository that changes hands is nowhere for a moment. */
const tries = 3
const pauseMs = 200

/**
 * Everything that a repository's refs needed at the moment of the snapshot. Git works it out from the refs of the
 * database, so both agree whatever is pushed, deleted or repacked meanwhile; what an earlier backup has is not packed again.
 */
export async function backUpRepository(
  { config, git, store }: BackupSource,
  repo: Pick<KeptRepo, 'id' | 'uuid' | 'home' | 'branch'>,
  refs: readonly CopiedRef[],
  before: Before | null,
): Promise<KeptRepo> {
  const kept = { ...repo, refsPrint: printOf(refs), damage: null }
  const usable =
    before !== null && before.repo.damage === null && (await areThere(store, before.repo.packs)) ? before : null
  if (usable?.repo.refsPrint === kept.refsPrint) return { ...kept, packs: usable.repo.packs }
  if (refs.length === 0) return { ...kept, packs: [] }
  const base = usable !== null && usable.repo.packs.length < mostPacks ? usable : null
  const wanted = refs.map(({ sha }) => sha)
  const known = base?.refs.map(({ sha }) => sha) ?? []
  const pack = async (which: 'all' | 'present'): Promise<readonly KeptPack[]> => {
    const dir = await findFolder(config, repo)
    if (dir === null) throw new Error('its folder is missing')
    const draft = join(store.incoming, randomUUID())
    const asked = which === 'all' ? wanted : await presentObjects(git, dir, wanted)
    const id = await packSince(git, dir, { wanted: asked, known }, draft)
    const packs = id === null ? [] : [await keep(store, draft, id)]
    return [...(base?.repo.packs ?? []), ...packs]
  }
  for (let count = 1; ; count++) {
    try {
      return { ...kept, packs: await pack('all') }
    } catch (error) {
      if (isDiskFailure(error)) throw error
      const damage = error instanceof Error ? error.message.trim() : String(error)
      // Better a part than nothing, and what there was than a part that cannot be had.
      if (count === tries)
        return { ...kept, packs: await pack('present').catch(() => before?.repo.packs ?? []), damage }
      await sleep(pauseMs * count)
    }
  }
}

async function areThere(store: FileStore, packs: readonly KeptPack[]): Promise<boolean> {
  for (const { pack, index } of packs) if (!(await store.has(pack)) || !(await store.has(index))) return false
  return true
}

async function keep(store: FileStore, draft: string, id: string): Promise<KeptPack> {
  return {
    id,
    pack: await store.adopt(`${draft}-${id}.pack`),
    index: await store.adopt(`${draft}-${id}.idx`),
  }
}
