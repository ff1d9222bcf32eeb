import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Passing } from '../../core/checkpoint.ts'
import { Fault } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Bucket } from '../../s3/bucket.ts'
import type { BlobStore, Expected, Part, StoredFile } from './blob-keeping.ts'
import { Drafts } from './drafts.ts'

export interface BucketPlace {
  readonly bucket: Bucket
  /** Goes before every name: the bucket may hold other things. */
  readonly prefix: string
  readonly dataDir: string
  /** What was stored before there was a bucket stays where it is. */
  readonly disk: BlobStore
  readonly log: Log
  readonly passing: Passing
}

/**
 * The content store in a bucket. What comes in is written down here first: only then its name, its size and whether it
 * may be kept are known, and what fails on the way to the storage can be sent again.
 */
export class BucketBlobs implements BlobStore {
  readonly #place: BucketPlace
  readonly #drafts: Drafts
  readonly #busy = new Set<string>()

  constructor(place: BucketPlace) {
    this.#place = place
    this.#drafts = new Drafts(place.dataDir, place.log, place.passing)
  }

  async receive(source: Readable, expected: Expected): Promise<StoredFile> {
    return this.#drafts.during(source, expected, async (draft) => {
      const stored = { sha256: draft.sha256, size: draft.size, file: `${draft.sha256}-${draft.name}` }
      this.#busy.add(stored.file)
      try {
        await this.#place.bucket.upload(this.#key(stored.file), draft)
      } catch (error) {
        this.#busy.delete(stored.file)
        throw this.#told(error, 'stored')
      }
      return stored
    })
  }

  settled({ file }: StoredFile): void {
    this.#busy.delete(file)
  }

  async open(file: string, part: Part | null): Promise<Readable> {
    try {
      return await this.#place.disk.open(file, part)
    } catch {
      return this.#place.bucket.open(this.#key(file), part).catch((error: unknown) => {
        throw this.#told(error, 'read')
      })
    }
  }

  async has(file: string, size: number): Promise<boolean> {
    if (await this.#place.disk.has(file, size)) return true
    try {
      return (await this.#place.bucket.sizeOf(this.#key(file))) === size
    } catch (error) {
      throw this.#told(error, 'looked for')
    }
  }

  async bringTo(folder: string, file: string): Promise<string> {
    const path = join(folder, file)
    await mkdir(folder, { recursive: true })
    const hash = createHash('sha256')
    const counted = new PassThrough()
    counted.on('data', (chunk: Buffer) => hash.update(chunk))
    await pipeline(await this.open(file, null), counted, createWriteStream(path))
    if (!file.startsWith(hash.digest('hex'))) throw this.#told(new Error(`${file} is not what it was`), 'read')
    await chmod(path, 0o644)
    return path
  }

  /** Where the storage does not want to now, the sweep comes by later. */
  async remove(file: string): Promise<void> {
    await this.#place.disk.remove(file)
    await this.#place.bucket.remove(this.#key(file)).catch((error: unknown) => {
      this.#place.log.warn({ file, error: String(error) }, 'a file was not removed from the object storage')
    })
  }

  async *oldFiles(before: number): AsyncGenerator<readonly string[]> {
    yield* this.#place.disk.oldFiles(before)
    const root = this.#key('')
    for await (const page of this.#place.bucket.list(root)) {
      const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key.slice(root.length))
      // What was put beside ours by somebody else is not ours to remove.
      const idle = old.filter((name) => /^[0-9a-f]{64}-[0-9a-f-]{36}$/.test(name) && !this.#busy.has(name))
      if (idle.length > 0) yield idle
    }
  }

  async forgetDrafts(before: number): Promise<number> {
    const drafts = await this.#drafts.forget(before)
    const uploads = await this.#place.bucket.forgetUploads(this.#key(''), before).catch((error: unknown) => {
      this.#place.log.warn({ error: String(error) }, 'uploads that were cut off were not looked for')
      return 0
    })
    return drafts + uploads
  }

  #key(file: string): string {
    return `${this.#place.prefix}blobs/${file}`
  }

  #told(error: unknown, what: string): unknown {
    if (error instanceof Fault) return error
    this.#place.log.error({ error: String(error) }, `a file could not be ${what} in the object storage`)
    const message = `The file could not be ${what}: the object storage is out of reach, or refuses`
    return new Fault('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
}
