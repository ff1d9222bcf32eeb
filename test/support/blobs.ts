// What the content store has on disk.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that are kept, and those that are coming in. */
export async function filesOfStore(dataDir: string): Promise<{ kept: string[]; incoming: string[] }> {
  const entries = await readdir(join(dataDir, 'blobs'), { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const isIncoming = (path: string): boolean => path.endsWith('incoming')
  return {
    kept: files.filter((one) => !isIncoming(one.parentPath)).map((one) => one.name),
    incoming: files.filter((one) => isIncoming(one.parentPath)).map((one) => one.name),
  }
}
