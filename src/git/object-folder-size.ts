import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How many bytes the objects below a folder take: of a repository, or of what a push brings. */
export async function objectFolderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  let size = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    // What is still being written belongs to nobody yet.
    if (!entry.isFile() || path.slice(folder.length).includes('/tmp_')) continue
    // A pack may be replaced while we look.
    const found = await stat(path).catch(() => null)
    size += found?.size ?? 0
  }
  return size
}
