import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { parseSha, type Sha } from '../core/sha.ts'
import type { ObjectStore } from './object-store.ts'
import { quarantineEnv } from './quarantine.ts'
import type { RepoDir } from './run-git.ts'
import type { NewObject } from './write-objects.ts'

const squeeze = promisify(deflate)
const unsqueeze = promisify(inflate)
/** A folder with a million entries. */
const largestRead = 64 * 1024 * 1024

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
  #folders = 0

  constructor(dir: RepoDir, root: string, objects: ObjectStore) {
    this.dir = dir
    this.env = quarantineEnv(dir, join(root, 'objects'))
    this.#root = root
    this.#objects = objects
  }

  async put(object: NewObject): Promise<void> {
    const path = this.#pathOf(object.sha)
    await mkdir(dirname(path), { recursive: true })
    const head = Buffer.from(`${object.type} ${object.data.length}\0`)
    await writeFile(path, await squeeze(Buffer.concat([head, object.data]), { level: 1 }))
  }

  /** A commit or tree, whole, from here or from the repository. */
  async read(sha: Sha): Promise<Buffer> {
    const own = await readFile(this.#pathOf(sha)).catch(() => null)
    if (own !== null) {
      const bytes = await unsqueeze(own, { maxOutputLength: largestRead })
      return bytes.subarray(bytes.indexOf(0) + 1)
    }
    const found = await this.#objects.read(this.dir, sha)
    if (found === null) throw new Error(`${sha} is not in ${this.dir}`)
    // The store shows only the beginning of one that is larger than anybody reads: not enough to write it anew.
    if (found.data.length !== found.size) throw new RangeError(`The object ${sha} has ${found.size} bytes`)
    return found.data
  }

  /** The ids of all objects in here. */
  async list(): Promise<ReadonlySet<Sha>> {
    const folder = join(this.#root, 'objects')
    const files = await readdir(folder, { recursive: true })
    return new Set(files.flatMap((file) => parseSha(file.replaceAll(/[/\\]/g, '')) ?? []))
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
export async function inScratch<T>(
  objects: ObjectStore,
  dir: RepoDir,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(dir, 'objects', 'tmp_objdir-merge-'))
  try {
    await mkdir(join(root, 'objects'))
    return await work(new Scratch(dir, root, objects))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
