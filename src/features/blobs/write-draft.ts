import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Fault, invalidField } from '../../core/errors.ts'
import { requireSha256, type Sha256 } from '../../core/sha256.ts'
import type { Expected } from './blob-keeping.ts'

/** Writes what comes, chunk by chunk, to a new file and to the disk below it. Stops where it is longer than announced. */
export async function writeDraft(
  source: Readable,
  path: string,
  { size, room }: Pick<Expected, 'size' | 'room'>,
): Promise<{ sha256: Sha256; size: number }> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let seen = 0
    for await (const chunk of source) {
      const bytes = chunk as Buffer
      seen += bytes.length
      if (size !== undefined && seen > size) throw wrongSize(size)
      await room?.take(bytes.length)
      hash.update(bytes)
      await handle.appendFile(bytes)
    }
    if (size !== undefined && seen !== size) throw wrongSize(size)
    await handle.sync()
    return { sha256: requireSha256(hash.digest('hex')), size: seen }
  } finally {
    await handle.close()
  }
}

function wrongSize(size: number): Fault {
  return invalidField('size', 'mismatch', `is not what was sent: ${size} bytes were announced`)
}
