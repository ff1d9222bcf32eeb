import { constants } from 'node:fs'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Passing } from '../../core/checkpoint.ts'
import type { Log } from '../../core/log.ts'
import type { BlobStore, Expected, Part, StoredFile } from './blob-keeping.ts'
import { Drafts } from './drafts.ts'
import { entriesOf, olderThan } from './old-files.ts'

/** The content store on this machine: `blobs/ab/<sha-256>-<random>`, and `blobs/incoming/` while files come in. */
export class BlobFiles implements BlobStore {
  readonly #root: string
  readonly #drafts: Drafts
  readonly #passing: Passing
  /** What this process is busy with, which no sweep may touch, however wrong the clock goes. */
  readonly #busy = new Set<string>()

  constructor(dataDir: string, log: Log, passing: Passing) {
    this.#root = join(dataDir, 'blobs')
    this.#drafts = new Drafts(dataDir, log, passing)
    this.#passing = passing
  }

  async receive(source: Readable, expected: Expected): Promise<StoredFile> {
    return this.#drafts.during(source, expected, async ({ name, path, sha256, size }) => {
      const file = `${sha256}-${name}`
      await this.#place(path, file)
      return { sha256, size, file }
    })
  }

  settled({ file }: StoredFile): void {
    this.#busy.delete(file)
  }

  async open(file: string, part: Part | null): Promise<Readable> {
    const handle = await open(this.#path(file), constants.O_RDONLY)
    return handle.createReadStream(part === null ? {} : { start: part.start, end: part.end })
  }

  async has(file: string, size: number): Promise<boolean> {
    const found = await stat(this.#path(file)).catch(() => null)
    return found?.size === size
  }

  /** Where it lies: the folders around it keep everybody else out. */
  async bringTo(_folder: string, file: string): Promise<string> {
    const path = this.#path(file)
    await chmod(path, 0o644)
    return path
  }

  async remove(file: string): Promise<void> {
    await rm(this.#path(file), { force: true })
  }

  async *oldFiles(before: number): AsyncGenerator<readonly string[]> {
    for (const folder of await entriesOf(this.#root)) {
      if (!folder.isDirectory() || folder.name === 'incoming') continue
      const found = await olderThan(join(this.#root, folder.name), before)
      const idle = found.filter((name) => !this.#busy.has(name))
      if (idle.length > 0) yield idle
    }
  }

  forgetDrafts(before: number): Promise<number> {
    return this.#drafts.forget(before)
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

  #path(file: string): string {
    return join(this.#root, file.slice(0, 2), file)
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
