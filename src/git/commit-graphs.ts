import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { CommitGraph } from './commit-graph.ts'
import type { RepoDir } from './run-git.ts'

const mostBytes = 64 * 1024 * 1024
/** Of one repository, with some 300,000 commits. */
const largest = 32 * 1024 * 1024
/** What is kept of each commit besides what stands in the files. */
const bytesBeside = 32
const lookEveryMs = 2000
/** A repository's first is written moments after its first push, when everybody comes to look. */
const lookForFirstMs = 50
const chain = 'objects/info/commit-graphs/commit-graph-chain'
const single = 'objects/info/commit-graph'

interface Loaded {
  readonly graph: CommitGraph | null
  readonly bytes: number
  /** Changes with the files; '' where there are none. */
  readonly version: string
  lookedAt: number
}

/** Git's indexes of commits, in memory. One that is older than its file is as true, it only knows less. */
export class CommitGraphs {
  readonly #loaded = new LRUCache<RepoDir, Loaded>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes + 300 })
  readonly #looking = new Map<RepoDir, Promise<CommitGraph | null>>()

  of(dir: RepoDir): Promise<CommitGraph | null> {
    const known = this.#loaded.get(dir)
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.lookedAt
    if (known !== undefined && age < (known.version === '' ? lookForFirstMs : lookEveryMs)) {
      return Promise.resolve(known.graph)
    }
    const under = this.#looking.get(dir)
    if (under !== undefined) return under
    const look = this.#look(dir, known).finally(() => this.#looking.delete(dir))
    this.#looking.set(dir, look)
    return look
  }

  async #look(dir: RepoDir, known: Loaded | undefined): Promise<CommitGraph | null> {
    const lookedAt = performance.now()
    const version = await versionOf(dir)
    if (known?.version === version) {
      known.lookedAt = lookedAt
      return known.graph
    }
    const files = version === '' ? [] : await readFiles(dir)
    const graph = parse(files)
    const bytes = files.reduce((sum, file) => sum + file.length, (graph?.size ?? 0) * bytesBeside)
    this.#loaded.set(dir, { version, graph, bytes, lookedAt })
    return graph
  }
}

async function versionOf(dir: RepoDir): Promise<string> {
  const found = await Promise.all([chain, single].map((name) => stat(join(dir, name)).catch(() => null)))
  return found.flatMap((file) => (file === null ? [] : `${file.ino} ${file.mtimeMs} ${file.size}`)).join(', ')
}

/** As git looks for them: one file, else a chain of them. Nothing while they are being replaced, or are too large. */
async function readFiles(dir: RepoDir): Promise<readonly Buffer[]> {
  try {
    const names = await readFile(join(dir, chain), 'latin1').catch(() => null)
    const alone = join(dir, single)
    const layers = (names ?? '').split('\n').filter((name) => /^[0-9a-f]{40}$/.test(name))
    const paths = names === null ? [alone] : layers.map((name) => join(dir, chain, `../graph-${name}.graph`))
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    if (sizes.reduce((sum, size) => sum + size, 0) > largest) return []
    return await Promise.all(paths.map((path) => readFile(path)))
  } catch {
    return []
  }
}

/** A file that is broken is as good as none: git says what there is to say. */
function parse(files: readonly Buffer[]): CommitGraph | null {
  try {
    return files.length === 0 ? null : new CommitGraph(files)
  } catch {
    return null
  }
}
