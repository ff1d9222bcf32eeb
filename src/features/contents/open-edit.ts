import type { App } from '../../app.ts'
import { type Actor, userOf } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { RepoPath } from '../../core/repo-path.ts'
import { requireRepo } from '../access/require-repo.ts'
import { openHistory } from '../commits/open-history.ts'
import { rulesOf } from '../protection/branch-rule.ts'
import { type Mover, mayMove } from '../protection/may-move.ts'
import { type FoundEntry, findEntry } from './find-entry.ts'
import { requirePath } from './open-revision.ts'
import { type EditableText, readEditable } from './read-editable.ts'

/** Where somebody is about to write. A tag or a commit stays as it is: only branches grow. */
export interface EditPlace {
  readonly branch: string
  readonly isBranch: boolean
  /** False where a protection keeps this person from it: their change needs a branch of its own. */
  readonly canPush: boolean
  readonly path: RepoPath
}

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** A place for a new file: `where` is a branch and a folder, which need not be there yet. */
export async function openNewFile(app: Needs, actor: Actor, ref: RepoRef, where: string): Promise<EditPlace> {
  const repo = await requireWriter(app, actor, ref)
  // The first file of all makes the branch.
  if (repo.isEmpty) return { branch: repo.defaultBranch, isBranch: true, canPush: true, path: requirePath('') }
  const { revision, path } = await openHistory(app, actor, ref, where)
  const canPush = await mayPush(app, actor, repo, revision.name)
  return { branch: revision.name, isBranch: revision.kind === 'branch', canPush, path }
}

/** A file that somebody may read and wants to change, in a fork of their own perhaps. */
export async function openFilePlace(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<Omit<EditPlace, 'canPush'>> {
  const { revision, dir, path } = await openHistory(app, actor, ref, where)
  if (!isFile(await findEntry(app, dir, revision.sha, path))) throw noFile()
  return { branch: revision.name, isBranch: revision.kind === 'branch', path }
}

/** A file that is to be changed or deleted, as it is now. */
export async function openEdit(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<EditPlace & { readonly file: EditableText }> {
  const found = await findEdit(app, actor, ref, where)
  if (found.file === null) throw noFile()
  return { ...found, file: found.file }
}

/** The same where the file may be gone by now. */
export async function findEdit(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<EditPlace & { readonly file: EditableText | null }> {
  const repo = await requireWriter(app, actor, ref)
  const { revision, dir, path } = await openHistory(app, actor, ref, where)
  const entry = await findEntry(app, dir, revision.sha, path)
  const file = isFile(entry) ? await readEditable(app, dir, entry) : null
  const canPush = await mayPush(app, actor, repo, revision.name)
  return { branch: revision.name, isBranch: revision.kind === 'branch', canPush, path, file }
}

function isFile(entry: FoundEntry | null): entry is FoundEntry {
  return entry !== null && entry.kind !== 'folder' && entry.kind !== 'submodule'
}

function noFile(): Fault {
  return new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
}

async function mayPush(app: Needs, actor: Actor, repo: Repo & Pick<Mover, 'role'>, branch: string): Promise<boolean> {
  const rule = (await rulesOf(app.db, repo.id))(branch)
  return rule === null || mayMove(rule, { userId: userOf(actor)?.id ?? null, role: repo.role, way: 'push' }) === null
}

function requireWriter(app: Needs, actor: Actor, ref: RepoRef) {
  return requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
}
