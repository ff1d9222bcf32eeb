import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { notedCgroups, removeTree } from './box-folder.ts'
import { removeCgroup } from './cgroup.ts'
import type { IsolationSettings } from './settings.ts'

/** Removes what boxes of workers that are gone have left on disk, with their control groups. Says whose they were. */
export async function reapFolders(
  { folder, env }: Pick<IsolationSettings, 'folder' | 'env'>,
  isAlive: (label: string) => boolean,
): Promise<string[]> {
  const labels = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.') && !isAlive(name))
  for (const label of labels) {
    await removeCgroup(await notedCgroups(join(folder, label)))
    await removeTree(join(folder, label), env)
  }
  return labels
}
