import type { App } from '../../app.ts'
import { type Page, pageOf } from '../../core/page.ts'
import type { Sha } from '../../core/sha.ts'
import { findLastCommits } from '../../git/last-commits.ts'
import type { TreeEntry } from '../../git/parse-tree.ts'
import { lastCommit } from '../commits/last-commit.ts'
import { type Commit, readCommit } from '../commits/list-commits.ts'
import { findEntry, readFolder } from './find-entry.ts'
import { type FileContents, readFile } from './get-contents.ts'
import { inTime } from './in-time.ts'
import type { OpenPath } from './open-path.ts'
import { requirePath } from './open-revision.ts'
import { pickReadme } from './pick-readme.ts'

export interface FolderEntry extends TreeEntry {
  /** Null while it is not known. */
  readonly lastCommit: Commit | null
}

export interface Folder {
  readonly entries: Page<FolderEntry>
  /** Some last commits are still being looked for: asking again with more patience brings them. */
  readonly isPartial: boolean
  /** The last one that touched the folder. */
  readonly commit: Commit
  /** Only its name where it is too large to show. */
  readonly readme: FileContents | { readonly name: string; readonly data: null } | null
}

const entriesAPage = 500
const largestReadme = 512 * 1024

type Needs = Pick<App, 'git' | 'history' | 'kept' | 'objects'>

/** What a folder holds, folders first. Nobody waits longer than `patienceMs` for the last commits. */
export async function browseFolder(
  app: Needs,
  at: OpenPath,
  { page, patienceMs }: { readonly page: number; readonly patienceMs: number },
): Promise<Folder> {
  const all = (await readFolder(app, at.dir, at.entry.sha)).toSorted(foldersFirst)
  const shown = pageOf(all, { page, perPage: entriesAPage })
  const names = shown.items.map((entry) => entry.name)
  const [last, commit, readme] = await Promise.all([
    inTime(findLastCommits(app, at.dir, { commit: at.revision.sha, path: at.path, names }), patienceMs),
    lastCommit(app, at),
    readReadme(app, at, all),
  ])
  const commits = new Map<Sha, Commit>()
  for (const sha of new Set(last?.values() ?? [])) commits.set(sha, await readCommit(app, at.dir, sha))
  const entries = shown.items.map((entry): FolderEntry => {
    const sha = last?.get(entry.name)
    return { ...entry, lastCommit: sha === undefined ? null : (commits.get(sha) ?? null) }
  })
  return { entries: { ...shown, items: entries }, isPartial: last === null, commit, readme }
}

async function readReadme(
  app: Needs,
  { dir, revision, path }: OpenPath,
  entries: readonly TreeEntry[],
): Promise<Folder['readme']> {
  const picked = pickReadme(entries)
  if (picked === null) return null
  const info = await app.objects.info(dir, picked.sha)
  if ((info?.size ?? 0) > largestReadme) return { name: picked.name, data: null }
  const found = await findEntry(app, dir, revision.sha, requirePath(`${path}/${picked.name}`))
  return found === null ? null : readFile(app, dir, found)
}

function foldersFirst(a: TreeEntry, b: TreeEntry): number {
  return rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1)
}

function rankOf({ kind }: TreeEntry): number {
  return kind === 'folder' || kind === 'submodule' ? 0 : 1
}
