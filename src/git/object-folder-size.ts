import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How many bytes the objects below a folder take: of a repository, or of what a push brings. */
export async function objectFolderSize(folder: string): Promise<number> {
  let size = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // What is still being written belongs to nobody yet, and comes and goes while we look.
    if (entry.name.startsWith('tmp_')) continue
    const path = join(folder, entry.name)
    // A pack may be replaced, and what lay in a folder packed.
    if (entry.isDirectory()) size += await objectFolderSize(path).catch(() => 0)
    else if (entry.isFile()) size += (await stat(path).catch(() => null))?.size ?? 0
  }
  return size
}
