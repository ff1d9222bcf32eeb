import type { App } from '../../app.ts'
import { hour } from '../../core/clock.ts'
import { maintainRepository, neededUpkeep } from '../../git/maintain-repository.ts'
import { longestPackedLockMs } from '../../git/remove-stale.ts'
import { sweepRepository } from '../../git/sweep-repository.ts'
import { isDeletionHeld } from '../backup/deletion-hold.ts'
import { findRepoById } from './find-repo.ts'
import { holdUpkeep } from './hold-upkeep.ts'
import { measureRepo } from './measure-repo.ts'
import { repoDirectory } from './repo-directory.ts'

/** No push takes longer. */
const longestWork = 6 * hour

/** A push has counted what it brings: of many small ones not each has everything measured. */
const measuredEvery = 16

/** The job after a push: packs a repository when it has become untidy, one repository after the other. */
export async function maintainRepo(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'log' | 'turns'>,
  repoId: number,
  lockMs = longestPackedLockMs,
): Promise<void> {
  await app.turns.upkeep.run('upkeep', async () => {
    const repo = await findRepoById(app.db, repoId)
    if (repo === null) return
    const dir = repoDirectory(app.config, repo)
    const upkeep = await neededUpkeep(dir, app.clock.now())
    if (upkeep === 'none') {
      if (repo.refsVersion < measuredEvery || repo.refsVersion % measuredEvery === 0) await measureRepo(app, repoId)
      return
    }
    // Packing everything anew drops what no ref leads to; a backup goes by the refs of a moment ago. Another push asks again.
    if (upkeep === 'full' && (await isDeletionHeld(app.config))) return
    // Two gits that pack the same delete each other's packs. Whoever is at it does what there is to do; the next push asks again.
    const release = await holdUpkeep(app, repoId)
    if (release === null) return
    try {
      await maintainRepository(app.git, dir, upkeep, { now: app.clock.now(), lockMs })
      if (upkeep === 'full') await sweepRepository(dir, app.clock.now() - longestWork)
    } finally {
      await release()
    }
    await measureRepo(app, repoId)
  })
}
