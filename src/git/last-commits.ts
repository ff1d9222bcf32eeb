import type { RepoPath } from '../core/repo-path.ts'
import { requireSha, type Sha } from '../core/sha.ts'
import type { History } from './history.ts'
import type { Kept } from './kept.ts'
import { fieldsOf } from './read-fields.ts'
import type { Git, RepoDir } from './run-git.ts'
import { itself } from './touched-names.ts'
import type { Traced } from './trace-entries.ts'

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
  /** All that it holds; asked for where nothing is known yet. */
  readonly names: () => readonly string[]
  /** What was not found for certain stays for one attempt alone. */
  readonly attempt?: number
}

interface Found extends LastCommits {
  readonly isWhole: boolean
}

/** How far a git walks that nobody helps. */
const longestWalk = 3000
// oxlint-disable-next-line no-control-regex -- a mark that hardly any name begins with
const commitLine = /^\x01[\da-f]{40} [\da-f ]*$/
/** The mark, an id, a space and another id; a merge has more. */
const idWithParent = 1 + 40 + 1 + 40
const walkMs = 4000

/**
 * The last commit that touched each entry of a folder. Most are found in memory; in wide folders, and where a folder is
 * touched all the time, a git says what was changed.
 */
export function findLastCommits(parts: Parts, dir: RepoDir, folder: Folder): Promise<LastCommits> {
  const sizeOf = ({ entries }: LastCommits): number => entries.size * 120
  const questionAt = (commit: Sha) => ['last', commit, folder.path]
  const kind = { attempt: folder.attempt ?? 0, isWhole: ({ isWhole }: Found) => isWhole, sizeOf }
  return parts.kept.ofWhole(dir, questionAt(folder.commit), kind, async () => {
    const find = parts.kept.finder<LastCommits>(dir, questionAt)
    const knownAt = (older: Sha) => find(older)?.then(withItself, () => new Map<string, Sha>()) ?? null
    const names = folder.path === '' ? folder.names() : [...folder.names(), itself]
    const traced = await parts.history.trace(dir, { ...folder, names, knownAt })
    if (traced?.isWhole === true) return foundOf(folder, traced)
    const known = traced?.found ?? new Map<string, Sha>()
    const left = { ...folder, names: names.filter((name) => !known.has(name)), knownAt }
    const searched = await parts.history.search(parts.git, dir, left)
    if (searched !== null) return foundOf(folder, { ...searched, found: new Map([...known, ...searched.found]) })
    // Not in git's index yet.
    return walk(parts.git, dir, folder)
  })
}

function foundOf({ commit, path }: Folder, { found, isWhole }: Traced): Found {
  const entries = new Map(found)
  entries.delete(itself)
  return { entries, newest: path === '' ? commit : (found.get(itself) ?? null), isWhole }
}

function withItself({ entries, newest }: LastCommits): ReadonlyMap<string, Sha> {
  return newest === null ? entries : new Map([...entries, [itself, newest]])
}

/**
 * Looks at all entries at once. Behind a merge, and in a folder, where git passes by merges without a word, an entry may have
 * come from the other side: what is found there is only likely.
 */
async function walk(git: Git, dir: RepoDir, folder: Folder): Promise<Found> {
  const words = ['log', '-z', '--format=%x01%H %P', '--name-only', '--no-renames', `--max-count=${longestWalk}`]
  const paths = folder.path === '' ? {} : { paths: [folder.path] }
  const child = git.spawn(dir, { words, revs: [folder.commit], ...paths }, ['ignore', 'pipe', 'ignore'])
  const timer = setTimeout(() => child.kill(), walkMs)
  const wanted = new Set(folder.names())
  const entries = new Map<string, Sha>()
  let isWhole = folder.path === ''
  const above = folder.path === '' ? 0 : folder.path.length + 1
  let commit: Sha | null = null
  let newest: Sha | null = null
  try {
    for await (const field of fieldsOf(child.stdout)) {
      const text = field.replace(/^\n/, '')
      if (commitLine.test(text)) {
        commit = requireSha(text.slice(1, 41))
        newest ??= commit
        isWhole &&= text.length <= idWithParent
      } else if (text !== '' && commit !== null) {
        const name = text.slice(above).split('/', 1)[0] ?? ''
        if (wanted.delete(name)) entries.set(name, commit)
        if (wanted.size === 0) break
      }
    }
  } finally {
    clearTimeout(timer)
    child.kill()
  }
  return { entries, newest, isWhole: isWhole && wanted.size === 0 }
}
