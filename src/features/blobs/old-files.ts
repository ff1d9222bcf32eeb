import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of the files of a folder that were last written before a time. */
export async function olderThan(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  for (const entry of await entriesOf(folder)) {
    const found = await stat(join(folder, entry.name)).catch(() => null)
    if (found?.isFile() === true && found.mtimeMs < before) old.push(entry.name)
  }
  return old
}

export async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
