import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { toldOfDisk } from '../../core/disk-failure.ts'
import type { RepoRef } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { requireThere } from '../../git/require-there.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { updateRefs } from '../../git/update-refs.ts'
import { commitObject } from '../../git/write-commit.ts'
import type { NewObject } from '../../git/write-objects.ts'
import { newFolder, treeObjects } from '../../git/write-tree.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import type { Commit } from '../commits/list-commits.ts'
import { inRoom } from '../quota/take-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { beginAnew } from '../transport/begin-anew.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { signatureOf } from '../users/signature-of.ts'
import { applyOperation, type FileOperation, type WrittenFile } from './apply-operation.ts'
import { type CommitPlace, findStart, requireBranchRef } from './find-start.ts'
import { saveObjects } from './save-objects.ts'
import type { Author } from './write-input.ts'

export interface FileChanges extends CommitPlace {
  /** Says what was done unless said otherwise. */
  readonly message?: string | undefined
  readonly author?: Author | undefined
  readonly operations: readonly FileOperation[]
}

export interface FileCommit {
  readonly branch: string
  readonly commit: Commit
  /** What was written, in the order of the operations; deleted files are not in it. */
  readonly files: readonly WrittenFile[]
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** Changes files of a branch by one commit. */
export async function writeFiles(
  app: Needs,
  actor: KnownActor,
  ref: RepoRef,
  changes: FileChanges,
): Promise<FileCommit> {
  const repo = await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  return commitFiles(app, actor, repo, changes)
}

/**
 * The same in a repository that the gate has opened already. Each operation says itself what it wants to find, so a branch
 * that others have moved meanwhile is no obstacle: the commit is made anew, on top of theirs.
 */
export async function commitFiles(
  app: Needs,
  actor: KnownActor,
  repo: OpenRepo,
  changes: FileChanges,
): Promise<FileCommit> {
  try {
    return await beginAnew(() => commitOnce(app, actor, repo, changes))
  } catch (error) {
    throw toldOfDisk(app.log, error)
  }
}

/**
 * Nothing is checked out: the changed folders, the commit and the files are written as objects, durably, and then the
 * branch moves, if it is still where all of this began.
 */
async function commitOnce(app: Needs, actor: KnownActor, repo: OpenRepo, changes: FileChanges): Promise<FileCommit> {
  const dir = repoDirectory(app.config, repo)
  const start = await findStart(dir, repo, changes)
  const { files, commit, all, bytes } = await makeCommit(app, actor, { dir, head: start.head }, changes)
  const change = { ref: start.ref, before: start.before, after: commit.sha }
  await inRoom(app, repo, bytes, async () => {
    await saveObjects(app, dir, all, files)
    await moveRefs(app, { actor, repo, way: 'push' }, [change])
  })
  return { branch: start.branch, commit: { sha: commit.sha, ...parseCommit(commit.data) }, files }
}

/**
 * The first commit of a repository that nobody knows of yet, and its branch. What follows from them is up to the caller,
 * once there is somebody to know.
 */
export async function beginBranch(
  app: Needs,
  actor: KnownActor,
  { dir, branch }: { readonly dir: RepoDir; readonly branch: string },
  changes: Pick<FileChanges, 'message' | 'operations'>,
): Promise<{ readonly change: RefChange; readonly bytes: number }> {
  const { files, commit, all, bytes } = await makeCommit(app, actor, { dir, head: null }, changes)
  const change = { ref: requireBranchRef('branch', branch), before: noSha, after: commit.sha }
  await saveObjects(app, dir, all, files)
  await updateRefs(app.git, dir, [change])
  return { change, bytes }
}

interface Place {
  readonly dir: RepoDir
  readonly head: Sha | null
}

/** As objects that are still to be written. */
async function makeCommit(
  app: Needs,
  actor: KnownActor,
  { dir, head }: Place,
  changes: Pick<FileChanges, 'author' | 'message' | 'operations'>,
) {
  const root = newFolder(head === null ? null : await treeOf(app, dir, head))
  const files: WrittenFile[] = []
  const objects: NewObject[] = []
  for (const operation of changes.operations) {
    const { file, blob } = await applyOperation({ app, dir, root }, operation)
    if (file !== null) files.push(file)
    if (blob !== null) objects.push(blob)
  }
  const trees = treeObjects(root)
  const committer = signatureOf(app, actor.user)
  const commit = commitObject({
    tree: trees.sha,
    parents: head === null ? [] : [head],
    author: { ...committer, ...changes.author },
    committer,
    message: changes.message || describe(changes.operations),
  })
  const all = [...objects, ...trees.objects, commit]
  const bytes = all.reduce((sum, object) => sum + object.data.length, 0)
  return { files, commit, all, bytes }
}

async function treeOf(app: Pick<App, 'objects'>, dir: RepoDir, commit: Sha): Promise<Sha> {
  const object = await app.objects.read(dir, commit)
  // Of a repository that is just being deleted the reader finds no object any more.
  if (object === null) requireThere(dir)
  if (object?.type !== 'commit') throw new Error(`${commit} is not a commit of ${dir}`)
  return parseCommit(object.data).tree
}

function describe(operations: readonly FileOperation[]): string {
  const [only] = operations
  if (only === undefined || operations.length > 1) {
    const verb = operations.every(({ action }) => action === 'write') ? 'Upload' : 'Change'
    return `${verb} ${operations.length} files`
  }
  switch (only.action) {
    case 'create':
      return `Create ${only.path}`
    case 'write':
      return `Upload ${only.path}`
    case 'update':
      return `Update ${only.path}`
    case 'delete':
      return `Delete ${only.path}`
    case 'move':
      return only.from === only.path ? `Update ${only.path}` : `Move ${only.from} to ${only.path}`
  }
}
