import type { App } from '../../app.ts'
import type { Page } from '../../core/page.ts'
import { findLastCommits, type LastCommits } from '../../git/last-commits.ts'
import type { TreeEntry } from '../../git/parse-tree.ts'
import { lastCommit } from '../commits/last-commit.ts'
import { type Commit, readCommit, readCommits } from '../commits/list-commits.ts'
import { listFolder, pageOfFolder } from './find-entry.ts'
import { inTime } from './in-time.ts'
import type { OpenPath } from './open-path.ts'

export interface FolderEntry extends TreeEntry {
  /** Null while it is not known. */
  readonly lastCommit: Commit | null
}

export interface Folder {
  readonly entries: Page<FolderEntry>
  /** Some last commits are still being looked for: asking again with more patience brings them. */
  readonly isPartial: boolean
  /** The last one that touched the folder. Null while it is not known. */
  readonly commit: Commit | null
}

const entriesAPage = 500

/** What was not found for certain is looked for again then. */
const tryAgainMs = 10 * 60 * 1000

type Needs = Pick<App, 'clock' | 'git' | 'history' | 'kept' | 'objects'>

/** What a folder holds, folders first. Nobody waits longer than `patienceMs` for the last commits; they are looked for on. */
export async function browseFolder(
  app: Needs,
  at: OpenPath,
  { page, patienceMs }: { readonly page: number; readonly patienceMs: number },
): Promise<Folder> {
  const all = await listFolder(app, at.dir, at.entry.sha)
  const shown = pageOfFolder(all, { page, perPage: entriesAPage })
  const folder = {
    commit: at.revision.sha,
    path: at.path,
    // Of all of it: to look for those of one page takes as long.
    names: () => all.names(),
    attempt: Math.floor(app.clock.now() / tryAgainMs),
  }
  const last = await inTime(findLastCommits(app, at.dir, folder), patienceMs)
  const shas = new Set(shown.items.flatMap((entry) => last?.entries.get(entry.name) ?? []))
  const [commit, found] = await Promise.all([newestOf(app, at, last), readCommits(app, at.dir, [...shas])])
  const commits = new Map(found.map((one) => [one.sha, one]))
  const entries = shown.items.map((entry): FolderEntry => {
    const sha = last?.entries.get(entry.name)
    return { ...entry, lastCommit: sha === undefined ? null : (commits.get(sha) ?? null) }
  })
  return { entries: { ...shown, items: entries }, isPartial: last === null, commit }
}

/** Null where it is still looked for; that of the first folder is known without. */
async function newestOf(app: Needs, at: OpenPath, last: LastCommits | null): Promise<Commit | null> {
  if (last === null && at.path !== '') return null
  // The walk has met it first: no git is needed to find it again.
  return last?.newest ? readCommit(app, at.dir, last.newest) : lastCommit(app, at)
}
