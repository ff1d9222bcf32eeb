import type { App } from '../../app.ts'
import { Fault, notFound } from '../../core/errors.ts'
import { offsetOf, type Page, type PageRequest } from '../../core/page.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import { treeOfCommit } from '../../git/parse-commit.ts'
import { findInTree, parseTree, type TreeEntry } from '../../git/parse-tree.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { TreeListing } from '../../git/tree-listing.ts'

export interface FoundEntry extends TreeEntry {
  readonly path: RepoPath
}

type Needs = Pick<App, 'objects'>

/** What stands at a path in a commit. Walks the trees, which are mostly remembered; links are not followed. */
export async function findEntry(app: Needs, dir: RepoDir, commit: Sha, path: RepoPath): Promise<FoundEntry | null> {
  // Where nobody has read the commit, nobody has read its folders: what lies along the way is asked for together with it.
  let isAhead = path !== '' && !app.objects.has(dir, commit)
  const [sha] = await Promise.all([
    treeOf(app, dir, commit),
    isAhead ? app.objects.readAhead(dir, commit, path) : undefined,
  ])
  let entry: TreeEntry = { kind: 'folder', mode: '40000', name: '', sha }
  for (const name of path === '' ? [] : path.split('/')) {
    if (entry.kind !== 'folder') return null
    if (!isAhead && !app.objects.has(dir, entry.sha)) {
      await app.objects.readAhead(dir, commit, path)
      isAhead = true
    }
    const tree = await app.objects.read(dir, entry.sha)
    const next = tree === null ? null : findInTree(tree.data, name)
    if (next === null) return null
    entry = next
  }
  return { ...entry, path }
}

export async function requireEntry(app: Needs, dir: RepoDir, commit: Sha, path: RepoPath): Promise<FoundEntry> {
  const found = await findEntry(app, dir, commit, path)
  if (found === null) throw new Fault('not-found', 'There is nothing at this path', { code: 'FILE_NOT_FOUND' })
  return found
}

export async function treeOf(app: Needs, dir: RepoDir, commit: Sha): Promise<Sha> {
  const object = await app.objects.readCommit(dir, commit)
  if (object === null) throw notFound('COMMIT')
  if (object.type !== 'commit') throw new Error(`${commit} is not a commit of ${dir}`)
  return treeOfCommit(object.data)
}

export async function readFolder(app: Needs, dir: RepoDir, tree: Sha): Promise<readonly TreeEntry[]> {
  const object = await app.objects.read(dir, tree)
  return object === null ? [] : parseTree(object.data)
}

/** The same for folders that may be large, and of which little is shown. */
export async function listFolder(app: Needs, dir: RepoDir, tree: Sha): Promise<TreeListing> {
  const object = await app.objects.read(dir, tree)
  return new TreeListing(object?.data ?? Buffer.alloc(0))
}

export function pageOfFolder(all: TreeListing, request: PageRequest): Page<TreeEntry> {
  const from = offsetOf(request)
  return { ...request, total: all.count, items: all.entries(from, from + request.perPage) }
}
