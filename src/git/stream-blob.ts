import { Readable } from 'node:stream'
import type { ObjectInfo } from './object-reader.ts'
import { largestRead, type ObjectStore } from './object-store.ts'
import { readStart } from './read-start.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Enough to tell text from anything else. */
const sampleBytes = 8000

export interface BlobStream {
  readonly start: Buffer
  /** All of it is in memory; else a git unpacks it for whoever reads. */
  readonly isHeld: boolean
  readonly open: () => Readable
}

/** A blob's bytes: small ones from what is remembered, large ones as git unpacks them, never all in memory. */
export async function streamBlob(
  parts: { readonly git: Git; readonly objects: ObjectStore },
  dir: RepoDir,
  info: ObjectInfo,
): Promise<BlobStream> {
  if (info.size <= largestRead) {
    const data = (await parts.objects.read(dir, info.sha))?.data ?? Buffer.alloc(0)
    const open = (): Readable => Readable.from([data], { objectMode: false })
    return { start: data.subarray(0, sampleBytes), isHeld: true, open }
  }
  const open = (): Readable => streamLarge(parts.git, dir, info)
  return { start: await readStart(parts.git, dir, info), isHeld: false, open }
}

function streamLarge(git: Git, dir: RepoDir, info: ObjectInfo): Readable {
  const child = git.spawn(dir, { words: ['cat-file', 'blob'], revs: [info.sha] }, ['ignore', 'pipe', 'ignore'])
  const stream = child.stdout ?? Readable.from([])
  // Whoever stops reading stops git.
  stream.once('close', () => child.kill())
  return stream
}
