import { createHash, randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Fault, invalidField } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { requireSha256, type Sha256 } from '../../core/sha256.ts'

/** What a file has to turn out to be; it is not kept otherwise. */
export interface Expected {
  readonly sha256: Sha256
  readonly size?: number | undefined
}

export interface StoredFile {
  readonly sha256: Sha256
  readonly size: number
  /** Its name on disk: no two uploads share one, so that removing an old file can never hit a new one. */
  readonly file: string
}

/** Which bytes, both ends included. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** The files of the content store: `blobs/ab/<sha-256>-<random>`, and `blobs/incoming/` while they come in. */
export class BlobFiles {
  readonly #root: string
  readonly #incoming: string
  readonly #log: Log

  constructor(dataDir: string, log: Log) {
    this.#root = join(dataDir, 'blobs')
    this.#incoming = join(this.#root, 'incoming')
    this.#log = log
  }

  /** Streams to disk. When this returns the file is there, whatever crashes; when it throws nothing is left of it. */
  async receive(source: Readable, expected: Expected | null): Promise<StoredFile> {
    const draft = join(this.#incoming, randomUUID())
    try {
      await mkdir(this.#incoming, { recursive: true })
      const { sha256, size } = await writeDraft(source, draft, expected?.size)
      if (expected !== null && sha256 !== expected.sha256) {
        throw invalidField('oid', 'mismatch', 'is not the SHA-256 of what was sent')
      }
      const file = `${sha256}-${randomUUID()}`
      await this.#place(draft, file)
      return { sha256, size, file }
    } catch (error) {
      await rm(draft, { force: true })
      throw this.#told(error)
    }
  }

  async open(file: string, part: Part | null): Promise<Readable> {
    const handle = await open(this.#path(file), constants.O_RDONLY)
    return handle.createReadStream(part === null ? {} : { start: part.start, end: part.end })
  }

  async has(file: string, size: number): Promise<boolean> {
    const found = await stat(this.#path(file)).catch(() => null)
    return found?.size === size
  }

  async remove(file: string): Promise<void> {
    await rm(this.#path(file), { force: true })
  }

  /** Everything that was last written before a time, a folder at a time: whoever asks says what of it may go. */
  async *oldFiles(before: number): AsyncGenerator<readonly string[]> {
    for (const folder of await entriesOf(this.#root)) {
      if (!folder.isDirectory() || folder.name === 'incoming') continue
      const found = await olderThan(join(this.#root, folder.name), before)
      if (found.length > 0) yield found
    }
  }

  /** Uploads whose end nobody saw. Returns how many there were. */
  async forgetDrafts(before: number): Promise<number> {
    const drafts = await olderThan(this.#incoming, before)
    for (const draft of drafts) await rm(join(this.#incoming, draft), { force: true })
    return drafts.length
  }

  async #place(draft: string, file: string): Promise<void> {
    const folder = join(this.#root, file.slice(0, 2))
    const isNew = (await mkdir(folder, { recursive: true })) !== undefined
    await rename(draft, join(folder, file))
    // Its name has to outlast a crash as well as its bytes.
    await syncFolder(folder)
    if (isNew) await syncFolder(this.#root)
  }

  #path(file: string): string {
    return join(this.#root, file.slice(0, 2), file)
  }

  /** A disk that is full or failing is no fault of the caller, and none of the program: it is told, and logged. */
  #told(error: unknown): unknown {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)) return error
    this.#log.error({ error: String(error) }, 'a file could not be stored')
    return new Fault('unavailable', 'The file could not be stored: the disk is full or failing', {
      code: 'INTERNAL_ERROR',
    })
  }
}

async function writeDraft(
  source: Readable,
  path: string,
  size: number | undefined,
): Promise<{ sha256: Sha256; size: number }> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let seen = 0
    for await (const chunk of source) {
      const bytes = chunk as Buffer
      seen += bytes.length
      if (size !== undefined && seen > size) throw wrongSize(size)
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function olderThan(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  for (const entry of await entriesOf(folder)) {
    const found = await stat(join(folder, entry.name)).catch(() => null)
    if (found?.isFile() === true && found.mtimeMs < before) old.push(entry.name)
  }
  return old
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
