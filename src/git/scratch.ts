import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { parseSha, type Sha } from '../core/sha.ts'
import type { ObjectStore } from './object-store.ts'
import { quarantineEnv } from './quarantine.ts'
import { whileThere } from './require-there.ts'
import type { RepoDir } from './run-git.ts'
import type { NewObject } from './write-objects.ts'

const squeeze = promisify(deflate)
const unsqueeze = promisify(inflate)
/** A folder with a million entries. */
const largestRead = 64 * 1024 * 1024
const mostInMemory = 32 * 1024 * 1024

/**
 * New objects beside a repository that nobody else sees: trying a merge leaves nothing behind, and making one moves over
 * only what the result needs (keep-objects.ts). Nothing in here is synced: it does not outlive the work.
 */
export class Scratch {
  readonly dir: RepoDir
  /** For a git that reads both and writes here. */
  readonly env: Readonly<Record<string, string>>
  readonly #root: string
  readonly #objects: ObjectStore
  readonly #fresh = new Map<Sha, NewObject>()
  /** Those of them that git cannot see yet. */
  readonly #unseen = new Map<Sha, NewObject>()
  #bytes = 0
  #folders = 0

  constructor(dir: RepoDir, root: string, objects: ObjectStore) {
    this.dir = dir
    this.env = quarantineEnv(dir, join(root, 'objects'))
    this.#root = root
    this.#objects = objects
  }

  /** In memory, until a git has to see it or it becomes much. */
  async put(object: NewObject): Promise<void> {
    if (this.#fresh.has(object.sha)) return
    this.#fresh.set(object.sha, object)
    this.#unseen.set(object.sha, object)
    this.#bytes += object.data.length
    if (this.#bytes < mostInMemory) return
    await this.show()
    this.#fresh.clear()
    this.#bytes = 0
  }

  /** Lets git see everything. */
  async show(): Promise<void> {
    for (const { sha, type, data } of this.#unseen.values()) {
      const path = this.#pathOf(sha)
      await mkdir(dirname(path), { recursive: true })
      const whole = Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data])
      await writeFile(path, await squeeze(whole, { level: 1 }))
    }
    this.#unseen.clear()
  }

  /** A commit or tree, whole, from here or from the repository. */
  async read(sha: Sha): Promise<Buffer> {
    const fresh = this.#fresh.get(sha)
    if (fresh !== undefined) return fresh.data
    const found = await this.#objects.read(this.dir, sha)
    if (found === null) return this.#readFile(sha)
    // The store shows only the beginning of one that is larger than anybody reads: not enough to write it anew.
    if (found.data.length !== found.size) throw new RangeError(`The object ${sha} has ${found.size} bytes`)
    return found.data
  }

  async #readFile(sha: Sha): Promise<Buffer> {
    const bytes = await unsqueeze(await readFile(this.#pathOf(sha)), { maxOutputLength: largestRead })
    return bytes.subarray(bytes.indexOf(0) + 1)
  }

  /** One that is in memory. */
  find(sha: Sha): NewObject | undefined {
    return this.#fresh.get(sha)
  }

  /** The ids of all objects in here. */
  async list(): Promise<ReadonlySet<Sha>> {
    const files = await readdir(join(this.#root, 'objects'), { recursive: true })
    const written = files.flatMap((file) => parseSha(file.replaceAll(/[/\\]/g, '')) ?? [])
    return new Set([...written, ...this.#fresh.keys()])
  }

  /** An empty folder for other things, which goes when the work is done. */
  async newFolder(): Promise<string> {
    const folder = join(this.#root, `folder-${this.#folders++}`)
    await mkdir(folder)
    return folder
  }

  #pathOf(sha: Sha): string {
    return join(this.#root, 'objects', sha.slice(0, 2), sha.slice(2))
  }
}

/** Its name is one that `sweepRepository` removes when a crash has left it behind. */
export function inScratch<T>(objects: ObjectStore, dir: RepoDir, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  return whileThere(dir, () => inNewScratch(objects, dir, work))
}

async function inNewScratch<T>(objects: ObjectStore, dir: RepoDir, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(dir, 'objects', 'tmp_objdir-merge-'))
  try {
    await mkdir(join(root, 'objects'))
    return await work(new Scratch(dir, root, objects))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
