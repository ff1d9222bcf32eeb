import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseRepoPath, type RepoPath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import { type ChangedFile, changedFiles } from '../../git/changed-files.ts'
import { readDiff } from '../../git/read-diff.ts'
import { type Patch, pairPatches, readPatches } from '../../git/read-patches.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { baseOf } from '../commits/get-commit.ts'
import { readCommit } from '../commits/list-commits.ts'
import { type OpenRevision, openRevision } from '../contents/open-revision.ts'

export interface FileDiff extends ChangedFile {
  /** Null where the whole was too long to show. */
  readonly patch: Patch
}

export interface DiffOptions {
  readonly context?: number
  readonly ignoreSpace?: boolean
  /** Where the whole is too much to be kept, patches of these files alone; the others have none. */
  readonly only?: ReadonlySet<string>
}

export interface DiffRange {
  readonly from: Sha
  readonly to: Sha
}

/** Lines around each change. */
export const usualContext = 3

/** What a commit changed against its first parent, file by file. */
export async function getCommitDiff(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  { commit }: { readonly commit: string },
): Promise<readonly FileDiff[]> {
  const opened = await openRevision(app, actor, ref, commit)
  return diffBetween(app, opened.dir, await rangeOfCommit(app, opened), {})
}

/** What a commit is shown against, and it. Mostly git's index of commits knows: it need not be read first. */
export async function rangeOfCommit(
  app: Pick<App, 'history' | 'objects'>,
  { dir, revision: { sha } }: Pick<OpenRevision, 'dir' | 'revision'>,
): Promise<DiffRange> {
  const parents = (await app.history.parents(dir, sha)) ?? (await readCommit(app, dir, sha)).parents
  return { from: baseOf({ parents }), to: sha }
}

export async function diffBetween(
  app: Pick<App, 'git' | 'kept' | 'objects'>,
  dir: RepoDir,
  { from, to }: DiffRange,
  { context = usualContext, ignoreSpace = false, only }: DiffOptions,
): Promise<readonly FileDiff[]> {
  if (context === usualContext && !ignoreSpace) {
    const { files, sections } = await readDiff(app, dir, from, to)
    if (files !== null && sections !== null) return withPatches(files, pairPatches(files, sections))
  }
  const files = await changedFiles(app, dir, from, to)
  const wanted = only === undefined ? files : files.filter(({ path }) => only.has(path))
  if (wanted.length === 0) return withPatches(files, [])
  const paths = only === undefined ? [] : namesOf(wanted)
  const asked = paths.length === 0 ? files : wanted
  const patches = await readPatches(app, dir, { from, to, files: asked }, { context, ignoreSpace, paths })
  if (asked === files) return withPatches(files, patches)
  const known = new Map(asked.map(({ path }, at) => [path, patches[at] ?? null]))
  return withPatches(
    files,
    files.map(({ path }) => known.get(path) ?? null),
  )
}

/** With more of them no program can be started. */
const mostNames = 200
const longestNames = 64 * 1024

/** Both names of what was renamed: git would take it for two files otherwise. None where they are too many. */
function namesOf(files: readonly ChangedFile[]): readonly RepoPath[] {
  const names = [...new Set(files.flatMap(({ oldPath, path }) => [oldPath, path]))]
  if (names.length > mostNames || Buffer.byteLength(names.join('')) > longestNames) return []
  return names.flatMap((name) => parseRepoPath(name) ?? [])
}

function withPatches(files: readonly ChangedFile[], patches: readonly Patch[]): Promise<readonly FileDiff[]> {
  return new Pace().map(files, (file, at) => ({ ...file, patch: patches[at] ?? null }))
}
