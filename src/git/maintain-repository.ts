import { access, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeStale } from './remove-stale.ts'
import { exitOf, type Git, type RepoDir } from './run-git.ts'

export type Upkeep = 'none' | 'light' | 'full'

/** Git spreads loose objects over 256 folders by their id: one of them tells how many there are. */
const sampleFolder = '17'
const manyLoose = 2000
const manyPacks = 20
const manyLooseRefs = 200
const fullEveryMs = 7 * 24 * 60 * 60 * 1000
/** Git's index of commits is one of the two. */
const graphs = ['objects/info/commit-graph', 'objects/info/commit-graphs/commit-graph-chain']
/** What git locks to write what upkeep does. One that was killed leaves its locks, and each git after it refuses. */
const locks = ['packed-refs', 'objects/pack/multi-pack-index', ...graphs]

/** Its time says when everything was last packed anew. */
const marker = 'upkeep'

/** What a repository needs, from a look at a few folders. */
export async function neededUpkeep(dir: RepoDir, now: number): Promise<Upkeep> {
  const packs = await packsIn(dir)
  const loose = await looseIn(dir)
  const hasGraph = (await Promise.all(graphs.map((name) => isThere(join(dir, name))))).includes(true)
  const lastFull = await stat(join(dir, marker)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  const little = packs <= 1 && loose === 0 && hasGraph
  if (!little && now - lastFull > fullEveryMs && packs + loose / 100 > 1) return 'full'
  const looseRefs = (await namesIn(join(dir, 'refs/heads'))).length
  return packs > manyPacks || loose > manyLoose || looseRefs > manyLooseRefs || !hasGraph ? 'light' : 'none'
}

/**
 * Packs what has come in, so that reading stays fast however often people push. Pushes and fetches go on meanwhile:
 * what is replaced is only deleted when its replacement is in place. Objects that nothing leads to are kept for two
 * weeks, because a push that is under way may need them. Whoever calls it is the only one at it: a lock that is there,
 * unchanged, for `lockMs` is nobody's.
 */
export async function maintainRepository(
  git: Git,
  dir: RepoDir,
  upkeep: 'light' | 'full',
  { now, lockMs }: { readonly now: number; readonly lockMs: number },
): Promise<void> {
  await Promise.all(locks.map((name) => removeStale(join(dir, `${name}.lock`), lockMs)))
  const repack =
    upkeep === 'full'
      ? ['repack', '-q', '-d', '-l', '--cruft', '--cruft-expiration=2.weeks.ago', '--write-bitmap-index']
      : ['repack', '-q', '-d', '-l', '--geometric=2', '--write-midx', '--write-bitmap-index']
  await quietly(git, dir, ['pack-refs', '--all'])
  await quietly(git, dir, ['-c', 'pack.threads=1', '-c', 'pack.windowMemory=256m', ...repack])
  await quietly(git, dir, ['commit-graph', 'write', '--reachable', '--changed-paths', '--split', '--no-progress'])
  // A large history that came in one push lies in one pack: to pack it anew next would take minutes and gain nothing.
  const isPacked = upkeep === 'full' || ((await packsIn(dir)) === 1 && (await looseIn(dir)) === 0)
  if (!isPacked) return
  await writeFile(join(dir, marker), '')
  await utimes(join(dir, marker), now / 1000, now / 1000)
}

/** Behind everybody who waits for an answer. */
async function quietly(git: Git, dir: RepoDir, words: readonly string[]): Promise<void> {
  const child = git.spawn(dir, { words }, ['ignore', 'ignore', 'ignore'], { priority: 15 })
  const code = await exitOf(child)
  if (code !== 0) throw new Error(`git ${words.join(' ')} ended with ${code}`)
}

async function packsIn(dir: RepoDir): Promise<number> {
  return (await namesIn(join(dir, 'objects/pack'))).filter((name) => name.endsWith('.pack')).length
}

/** About how many there are. */
async function looseIn(dir: RepoDir): Promise<number> {
  return (await namesIn(join(dir, 'objects', sampleFolder))).length * 256
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
