import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '../../../ci/isolation/box-folder.ts'
import { workFolder } from './open-box.ts'
import type { RunnerApp } from './runner-app.ts'
import { isWorkerAlive } from './worker-name.ts'

/** What a worker that is gone has left: processes, containers, mounts, files. Those of one that lives are not touched. */
export async function clearLeftovers(app: RunnerApp): Promise<void> {
  const root = workFolder(app.config.LOCAL_DIR)
  const labels = await readdir(root).catch(() => [])
  const dead = labels.filter((label) => !isWorkerAlive(label))
  if (dead.length === 0) return
  const reaped = await app.boxes.reap(isWorkerAlive)
  for (const label of dead) await removeTree(join(root, label), app.config.ENGINE_ENV)
  app.log.warn({ boxes: reaped, folders: dead.length }, 'what a lost worker had left of its jobs was removed')
}
