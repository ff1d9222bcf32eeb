import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireSha256, type Sha256 } from '../../core/sha256.ts'
import { syncFolder } from '../../git/repository-folder.ts'

/** What a file of the backup has to be. */
export interface KeptFile {
  readonly sha256: Sha256
  readonly size: number
}

/**
 * The files of a backup: `files/ab/<sha-256>`, each content once, whichever points and repositories need it; `incoming/`
 * while they are written. A name that is there is whole: it was written elsewhere, synced, and moved.
 */
export class FileStore {
  readonly #root: string
  readonly incoming: string
  readonly #folders = new Set<string>()
  /** How much was written that was not there. */
  newBytes = 0

  constructor(directory: string) {
    this.#root = join(directory, 'files')
    this.incoming = join(directory, 'incoming')
  }

  path({ sha256 }: Pick<KeptFile, 'sha256'>): string {
    return join(this.#root, sha256.slice(0, 2), sha256)
  }

  async has(file: KeptFile): Promise<boolean> {
    const found = await stat(this.path(file)).catch(() => null)
    return found?.size === file.size
  }

  async put(bytes: Buffer): Promise<KeptFile> {
    const file = { sha256: requireSha256(createHash('sha256').update(bytes).digest('hex')), size: bytes.length }
    if (await this.has(file)) return file
    const draft = join(this.incoming, randomUUID())
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await this.#place(draft, file)
    return file
  }

  /** Of a file that others may be about to remove. */
  async copy(from: string): Promise<KeptFile> {
    const draft = join(this.incoming, randomUUID())
    try {
      const file = await copyHashed(from, draft)
      await this.#place(draft, file)
      return file
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** A file of our own, written and synced already: it is moved. */
  async adopt(draft: string): Promise<KeptFile> {
    const file = await hashFile(draft)
    await chmod(draft, 0o600)
    await this.#place(draft, file)
    return file
  }

  async read(file: KeptFile): Promise<Buffer> {
    return readFile(this.path(file))
  }

  /** Before anything says that they are there: their names too outlast a crash. */
  async sync(): Promise<void> {
    for (const folder of this.#folders) await syncFolder(folder)
    this.#folders.clear()
  }

  /** What no point needs any more. Returns how much room that makes. */
  async keepOnly(needed: ReadonlySet<string>): Promise<number> {
    let freed = 0
    for (const folder of await readdir(this.#root).catch(() => [])) {
      for (const name of await readdir(join(this.#root, folder))) {
        if (needed.has(name)) continue
        const path = join(this.#root, folder, name)
        freed += (await stat(path)).size
        await rm(path, { force: true })
      }
    }
    return freed
  }

  async #place(draft: string, file: KeptFile): Promise<void> {
    if (await this.has(file)) {
      await rm(draft, { force: true })
      return
    }
    const path = this.path(file)
    const folder = dirname(path)
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) this.#folders.add(this.#root)
    await rename(draft, path)
    this.#folders.add(folder)
    this.newBytes += file.size
  }
}

/** Reads a file to its end. */
export async function hashFile(path: string): Promise<KeptFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
  }
  return { sha256: requireSha256(hash.digest('hex')), size }
}

/** Copies to the disk, and says what it was. */
export async function copyHashed(from: string, to: string): Promise<KeptFile> {
  const hash = createHash('sha256')
  let size = 0
  const look = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const output = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(createReadStream(from, { highWaterMark: 1 << 20 }), look, output)
  return { sha256: requireSha256(hash.digest('hex')), size }
}
