import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '../../../ci/isolation/box-folder.ts'
import type { Box, BoxRequest } from '../../../ci/isolation/isolation.ts'
import { parseRefName } from '../../../core/ref-name.ts'
import { requireSha } from '../../../core/sha.ts'
import { checkOut } from '../../../git/check-out.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import type { Run } from './run.ts'

/** Where all boxes of this data directory have their files. */
export function workFolder(dataDir: string): string {
  return join(dataDir, 'ci', 'work')
}

interface Wanted extends Pick<BoxRequest, 'image' | 'packages' | 'services' | 'readOnly'> {
  /** Null where one box holds all jobs. */
  readonly position: number | null
}

/** A box with the commit's files in it. Closing it removes them too. */
export async function openBox(run: Run, wanted: Wanted): Promise<Box> {
  const { app, repo, pipeline, log } = run
  const label = `${app.workerName}-${pipeline.id}-${pipeline.attempts}-${wanted.position ?? 'all'}`
  const folder = join(workFolder(app.config.DATA_DIR), label)
  const { CI_MEMORY_MB: memoryMb, CI_CPUS: cpus, CI_PIDS: pids } = app.config
  const request: BoxRequest = {
    label,
    workspace: folder,
    image: wanted.image,
    packages: wanted.packages,
    services: wanted.services,
    readOnly: wanted.readOnly,
    signal: run.signal,
    limits: { memoryMb, cpus, pids, diskMb: app.config.CI_DISK_MB, network: app.config.CI_NETWORK_ENABLED },
  }
  const isolation = await app.boxes.isolation()
  log.say(isolation.describe(request), wanted.position)
  await mkdir(folder, { recursive: true })
  const clear = () => removeTree(folder, app.config.ENGINE_ENV)
  try {
    const ref = parseRefName(pipeline.ref)
    if (ref === null) throw new Error(`${pipeline.ref} is no ref`)
    const commit = requireSha(pipeline.commit_sha)
    await checkOut(app.git, repoDirectory(app.config, repo), { commit, ref, folder })
    const box = await isolation.open(request)
    return {
      run: (command) => box.run(command),
      close: async () => {
        await box.close()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}
