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
  /** What was not found for certain stays for one attempt alone. */
  readonly attempt?: number
}

interface Found extends LastCommits {
  readonly isWhole: boolean
}

/** How far one walk goes that looks at all entries at once. What is older is looked for entry by entry. */
const longestWalk = 3000
// oxlint-disable-next-line no-control-regex -- a mark that hardly any name begins with
const commitLine = /^\x01[\da-f]{40} [\da-f ]*$/
/** The mark, an id, a space and another id; a merge has more. */
const idWithParent = 1 + 40 + 1 + 40
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
  const kind = { attempt: folder.attempt ?? 0, isWhole: ({ isWhole }: Found) => isWhole, sizeOf }
  return parts.kept.ofWhole(dir, questionAt(folder.commit), kind, async () => {
    const traced = await trace(parts, dir, folder, questionAt)
    if (traced?.isWhole === true) return traced
    const known = traced?.entries ?? new Map<string, Sha>()
    const left = folder.names.filter((name) => !known.has(name))
    const { found, likely, newest } = await walk(parts.git, dir, { ...folder, names: left })
    for (const [name, sha] of known) found.set(name, sha)
    // From the end: first those of which nothing is known.
    const missing = left
      .filter((name) => !found.has(name))
      .toSorted((one, other) => Number(likely.has(other)) - Number(likely.has(one)))
    const until = performance.now() + singlesMs
    const look = async (): Promise<void> => {
      for (let name = missing.pop(); name !== undefined && performance.now() < until; name = missing.pop()) {
        const sha = await findOne(parts.git, dir, folder, name)
        if (sha !== null) found.set(name, sha)
      }
    }
    await Promise.all(Array.from({ length: singlesAtOnce }, look))
    const isWhole = left.every((name) => found.has(name))
    for (const [name, sha] of likely) if (!found.has(name)) found.set(name, sha)
    return { entries: found, newest: traced?.newest ?? newest, isWhole }
  })
}

type QuestionAt = (commit: Sha) => readonly (string | number | null)[]

/** Without a git, where the entries were touched lately or it is known by paths what was changed. */
async function trace(
  { history, kept }: Parts,
  dir: RepoDir,
  { commit, path, names }: Folder,
  questionAt: QuestionAt,
): Promise<Found | null> {
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

/**
 * Looks at all entries at once. Behind a merge, and in a folder, where git passes by merges without a word, an entry may have
 * come from the other side: what is found there is only likely.
 */
async function walk(git: Git, dir: RepoDir, folder: Folder) {
  const words = ['log', '-z', '--format=%x01%H %P', '--name-only', '--no-renames', `--max-count=${longestWalk}`]
  const paths = folder.path === '' ? {} : { paths: [folder.path] }
  const child = git.spawn(dir, { words, revs: [folder.commit], ...paths }, ['ignore', 'pipe', 'ignore'])
  const timer = setTimeout(() => child.kill(), walkMs)
  const wanted = new Set(folder.names)
  const found = new Map<string, Sha>()
  const likely = new Map<string, Sha>()
  let isCertain = folder.path === ''
  const above = folder.path === '' ? 0 : folder.path.length + 1
  let commit: Sha | null = null
  let newest: Sha | null = null
  try {
    for await (const field of fieldsOf(child.stdout)) {
      const text = field.replace(/^\n/, '')
      if (commitLine.test(text)) {
        commit = requireSha(text.slice(1, 41))
        newest ??= commit
        isCertain &&= text.length <= idWithParent
      } else if (text !== '' && commit !== null) {
        const name = text.slice(above).split('/', 1)[0] ?? ''
        if (wanted.delete(name)) (isCertain ? found : likely).set(name, commit)
        if (wanted.size === 0) break
      }
    }
  } finally {
    clearTimeout(timer)
    child.kill()
  }
  return { found, likely, newest }
}

async function findOne(git: Git, dir: RepoDir, folder: Folder, name: string): Promise<Sha | null> {
  const path = parseRepoPath(`${folder.path}/${name}`)
  if (path === null) return null
  const call = { words: ['rev-list', '--max-count=1'], revs: [folder.commit], paths: [path] }
  const { exitCode, stdout } = await git.try(dir, call, { timeoutMs: singleMs })
  const text = stdout.toString('latin1').trim()
  return exitCode === 0 && text !== '' ? requireSha(text) : null
}
