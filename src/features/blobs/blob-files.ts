import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Passing } from '../../core/checkpoint.ts'
import { Fault, invalidField } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Sha256 } from '../../core/sha256.ts'
import { writeDraft } from './write-draft.ts'

/** What a file has to turn out to be; it is not kept otherwise. */
export interface Expected {
  readonly sha256?: Sha256 | undefined
  readonly size?: number | undefined
  /** How large it may be at most, and what is said to who sends more. */
  readonly room?: { readonly bytes: number; readonly refuse: (wanted: number) => Fault } | undefined
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
  readonly #passing: Passing
  /** What this process is busy with, which no sweep may touch, however wrong the clock goes. */
  readonly #busy = new Set<string>()

  constructor(dataDir: string, log: Log, passing: Passing) {
    this.#root = join(dataDir, 'blobs')
    this.#incoming = join(this.#root, 'incoming')
    this.#log = log
    this.#passing = passing
  }

  /**
   * Streams to disk. When this returns the file is there, whatever crashes, until `settled` is called for it; when it
   * throws nothing is left of it.
   */
  async receive(source: Readable, expected: Expected): Promise<StoredFile> {
    const name = randomUUID()
    const draft = join(this.#incoming, name)
    this.#busy.add(name)
    try {
      await mkdir(this.#incoming, { recursive: true })
      const { sha256, size } = await writeDraft(source, draft, expected)
      await this.#passing('blob.received')
      if (expected.sha256 !== undefined && sha256 !== expected.sha256) {
        throw invalidField('oid', 'mismatch', 'is not the SHA-256 of what was sent')
      }
      const file = `${sha256}-${name}`
      await this.#place(draft, file)
      return { sha256, size, file }
    } catch (error) {
      // Where even that fails, the sweep comes by later; what the caller hears of is why it failed in the first place.
      await rm(draft, { force: true }).catch(() => undefined)
      throw this.#told(error)
    } finally {
      this.#busy.delete(name)
    }
  }

  /** It is known by now whether anything refers to the file: from here on it goes if nothing does. */
  settled({ file }: StoredFile): void {
    this.#busy.delete(file)
  }

  async open(file: string, part: Part | null): Promise<Readable> {
    const handle = await open(this.path(file), constants.O_RDONLY)
    return handle.createReadStream(part === null ? {} : { start: part.start, end: part.end })
  }

  async has(file: string, size: number): Promise<boolean> {
    const found = await stat(this.path(file)).catch(() => null)
    return found?.size === size
  }

  async remove(file: string): Promise<void> {
    await rm(this.path(file), { force: true })
  }

  /** Everything that was last written before a time, a folder at a time: whoever asks says what of it may go. */
  async *oldFiles(before: number): AsyncGenerator<readonly string[]> {
    for (const folder of await entriesOf(this.#root)) {
      if (!folder.isDirectory() || folder.name === 'incoming') continue
      const found = await olderThan(join(this.#root, folder.name), before)
      const idle = found.filter((name) => !this.#busy.has(name))
      if (idle.length > 0) yield idle
    }
  }

  /** Uploads whose end nobody saw. Returns how many there were. */
  async forgetDrafts(before: number): Promise<number> {
    const found = await olderThan(this.#incoming, before)
    const drafts = found.filter((name) => !this.#busy.has(name))
    for (const draft of drafts) await rm(join(this.#incoming, draft), { force: true })
    return drafts.length
  }

  async #place(draft: string, file: string): Promise<void> {
    const folder = join(this.#root, file.slice(0, 2))
    const isNew = (await mkdir(folder, { recursive: true })) !== undefined
    this.#busy.add(file)
    try {
      await rename(draft, join(folder, file))
      // Its name has to outlast a crash as well as its bytes.
      await syncFolder(folder)
      if (isNew) await syncFolder(this.#root)
      await this.#passing('blob.placed')
    } catch (error) {
      this.#busy.delete(file)
      await this.remove(file).catch(() => undefined)
      throw error
    }
  }

  /** For a program that reads the file itself. */
  path(file: string): string {
    return join(this.#root, file.slice(0, 2), file)
  }

  /** A disk that is full or failing is no fault of the caller, and none of the program: it is told, and logged. */
  #told(error: unknown): unknown {
    if (!(error instanceof Error && 'syscall' in error)) return error
    this.#log.error({ error: String(error) }, 'a file could not be stored')
    return new Fault('unavailable', 'The file could not be stored: the disk is full or failing', {
      code: 'INTERNAL_ERROR',
    })
  }
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
