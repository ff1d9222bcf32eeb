import { existsSync } from 'node:fs'
import { FileStore, hashFile } from './file-store.ts'
import { filesOf, type Point } from './manifest.ts'

export interface BadFile {
  readonly sha256: string
  readonly why: 'missing' | 'changed'
}

/** Reads every file that a point needs, and says which are not what they were. */
export async function verifyPoint(
  directory: string,
  point: Pick<Point, 'tables' | 'repos' | 'plain'>,
  progress: (said: string) => void,
): Promise<readonly BadFile[]> {
  const store = new FileStore(directory)
  const files = filesOf(point)
  const bad: BadFile[] = []
  let count = 0
  for (const file of files.values()) {
    const path = store.path(file)
    if (!existsSync(path)) bad.push({ sha256: file.sha256, why: 'missing' })
    else if ((await hashFile(path)).sha256 !== file.sha256) bad.push({ sha256: file.sha256, why: 'changed' })
    count += 1
    if (count % 50 === 0) progress(`checked: ${count} of ${files.size} files`)
  }
  return bad
}
