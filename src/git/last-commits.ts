import { parseRepoPath, type RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { fieldsOf } from './read-fields.ts'
import type { Git, RepoDir } from './run-git.ts'
import { itself } from './touched-names.ts'
import type { History } from './walk-history.ts'

export interface LastCommits {
  /** The last commit that touched each entry of a folder; an entry is missing when it was not found in time. */
  readonly entries: ReadonlyMap<string, Sha>
  /** The last one that touched the folder; null where that was not found in time. */
  readonly newest: Sha | null
}

type Parts = { readonly git: Git; readonly history: History; readonly kept: Kept }

interface Folder {
  readonly commit: Sha
  readonly path: RepoPath
  readonly names: readonly string[]
}

/** How far one walk goes that looks at all entries at once. What is older is looked for entry by entry. */
const longestWalk = 3000
const walkMs = 4000
const singleMs = 8000
const singlesAtOnce = 2
/** Of hundreds that nobody has touched for long, each by a git of its own: the rest is left open. */
const singlesMs = 5000

/**
 * Walks back from a commit until every entry has been touched. Most have been touched lately; for the few that have
 * not, git's index of changed paths answers faster than looking at every commit would.
 */
export function findLastCommits(parts: Parts, dir: RepoDir, folder: Folder): Promise<LastCommits> {
  const sizeOf = ({ entries }: LastCommits): number => entries.size * 120
  // A long folder is asked about in parts: which one is told by where it begins.
  const questionAt = (commit: Sha) => ['last', commit, folder.path, folder.names[0] ?? null, folder.names.length]
  return parts.kept.of(dir, questionAt(folder.commit), sizeOf, async () => {
    const traced = await trace(parts, dir, folder, questionAt)
    if (traced?.isWhole === true) return traced
    const known = traced?.entries ?? new Map<string, Sha>()
    const left = folder.names.filter((name) => !known.has(name))
    const { found, newest } = await walk(parts.git, dir, { ...folder, names: left })
    for (const [name, sha] of known) found.set(name, sha)
    const missing = left.filter((name) => !found.has(name))
    const until = performance.now() + singlesMs
    const look = async (): Promise<void> => {
      for (let name = missing.pop(); name !== undefined && performance.now() < until; name = missing.pop()) {
        const sha = await findOne(parts.git, dir, folder, name)
        if (sha !== null) found.set(name, sha)
      }
    }
    await Promise.all(Array.from({ length: singlesAtOnce }, look))
    return { entries: found, newest: traced?.newest ?? newest }
  })
}

type QuestionAt = (commit: Sha) => readonly (string | number | null)[]

/** Without a git, where the entries were touched lately or it is known by paths what was changed. */
async function trace(
  { history, kept }: Parts,
  dir: RepoDir,
  { commit, path, names }: Folder,
  questionAt: QuestionAt,
): Promise<(LastCommits & { readonly isWhole: boolean }) | null> {
  const knownAt = (older: Sha) =>
    kept.find<LastCommits>(dir, questionAt(older))?.then(withItself, () => new Map<string, Sha>()) ?? null
  const traced = await history.trace(dir, { commit, path, names: path === '' ? names : [...names, itself], knownAt })
  if (traced === null) return null
  const entries = new Map(traced.found)
  entries.delete(itself)
  const newest = path === '' ? commit : (traced.found.get(itself) ?? null)
  return { entries, newest, isWhole: traced.isWhole }
}

function withItself({ entries, newest }: LastCommits): ReadonlyMap<string, Sha> {
  return newest === null ? entries : new Map([...entries, [itself, newest]])
}

async function walk(git: Git, dir: RepoDir, folder: Folder) {
  const words = ['log', '-z', '--format=%x01%H', '--name-only', '--no-renames', `--max-count=${longestWalk}`]
  const paths = folder.path === '' ? {} : { paths: [folder.path] }
  const child = git.spawn(dir, { words, revs: [folder.commit], ...paths }, ['ignore', 'pipe', 'ignore'])
  const timer = setTimeout(() => child.kill(), walkMs)
  const wanted = new Set(folder.names)
  const found = new Map<string, Sha>()
  const above = folder.path === '' ? 0 : folder.path.length + 1
  let commit: Sha | null = null
  let newest: Sha | null = null
  try {
    for await (const field of fieldsOf(child.stdout)) {
      const text = field.replace(/^\n/, '')
      if (text.startsWith('\x01')) {
        commit = requireSha(text.slice(1, 41))
        newest ??= commit
      } else if (text !== '' && commit !== null) {
        const name = text.slice(above).split('/', 1)[0] ?? ''
        if (wanted.delete(name)) found.set(name, commit)
        if (wanted.size === 0) break
      }
    }
  } finally {
    clearTimeout(timer)
    child.kill()
  }
  return { found, newest }
}

async function findOne(git: Git, dir: RepoDir, folder: Folder, name: string): Promise<Sha | null> {
  const path = parseRepoPath(`${folder.path}/${name}`)
  if (path === null) return null
  const call = { words: ['rev-list', '--max-count=1'], revs: [folder.commit], paths: [path] }
  const { exitCode, stdout } = await git.try(dir, call, { timeoutMs: singleMs })
  const text = stdout.toString('latin1').trim()
  return exitCode === 0 && text !== '' ? requireSha(text) : null
}
