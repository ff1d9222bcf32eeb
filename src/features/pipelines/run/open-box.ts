import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '../../../ci/isolation/box-folder.ts'
import type { Box, BoxRequest } from '../../../ci/isolation/isolation.ts'
import type { HistoryDepth } from '../../../ci/plan.ts'
import { parseRefName } from '../../../core/ref-name.ts'
import { requireSha, type Sha } from '../../../core/sha.ts'
import { type Wanted as CheckOut, checkOut, TooMuchHistory } from '../../../git/check-out.ts'
import { type ListedFile, listFiles, mostFiles } from '../../../git/list-files.ts'
import { treeOf } from '../../contents/find-entry.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { fillLfsFiles } from './fill-lfs-files.ts'
import { Refused, type Run } from './run.ts'

/** Where all boxes of this machine have their files. */
export function workFolder(localDir: string): string {
  return join(localDir, 'ci', 'work')
}

interface Wanted extends Pick<BoxRequest, 'image' | 'packages' | 'services' | 'readOnly'> {
  /** Null where one box holds all jobs. */
  readonly position: number | null
  readonly history: HistoryDepth
}

/** Whose it is, and what for: what a worker that is gone has left behind is found by it. */
function labelOf({ app, pipeline }: Run, position: number | null): string {
  return `${app.workerName}-${pipeline.id}-${pipeline.attempts}-${position ?? 'all'}`
}

/** A folder beside that of a box, for what is brought for it from elsewhere. It goes when the work is done. */
export async function withSideFolder<T>(
  run: Run,
  position: number | null,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(workFolder(run.app.config.LOCAL_DIR), `${labelOf(run, position)}-side`)
  try {
    return await work(folder)
  } finally {
    if (existsSync(folder)) await removeTree(folder, run.app.config.ENGINE_ENV)
  }
}

/** A box with the commit's files in it. Closing it removes them too. */
export async function openBox(run: Run, wanted: Wanted): Promise<Box> {
  const { app, pipeline, log } = run
  const label = labelOf(run, wanted.position)
  const folder = join(workFolder(app.config.LOCAL_DIR), label)
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
    const files = await requireRoom(run, commit)
    await layOut(run, { commit, ref, folder, history: wanted.history })
    await fillLfsFiles(run, { files, folder, position: wanted.position })
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

async function layOut({ app, repo }: Run, wanted: Omit<CheckOut, 'mostBytes'>): Promise<void> {
  const { CI_DISK_MB: mb } = app.config
  try {
    await checkOut(app, repoDirectory(app.config, repo), { ...wanted, mostBytes: mb * 1024 * 1024 })
  } catch (error) {
    if (!(error instanceof TooMuchHistory)) throw error
    throw new Refused(
      `The files with their history are larger than the ${mb} MB that a job may write: ask for less («history»)`,
    )
  }
}

/** The files are laid out before any limit of the box holds, and a small push can make more of them than there is room. */
async function requireRoom({ app, repo }: Run, commit: Sha): Promise<readonly ListedFile[]> {
  const dir = repoDirectory(app.config, repo)
  const files = await listFiles(app, dir, await treeOf(app, dir, commit))
  if (files.length >= mostFiles) throw new Refused(`The commit has ${mostFiles} files or more: too many for a job`)
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (bytes > app.config.CI_DISK_MB * 1024 * 1024) {
    throw new Refused(`The files of the commit are larger than the ${app.config.CI_DISK_MB} MB that a job may write`)
  }
  return files
}
