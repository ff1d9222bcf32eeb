import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import type { Sha } from '../../core/sha.ts'
import type { ConflictReason } from '../../git/parse-merge.ts'
import { type Conflict, readConflicts } from '../../git/read-conflicts.ts'
import { type LineEnd, textIn } from '../contents/read-editable.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { openSourceBranch } from './open-source-branch.ts'
import type { Pull } from './pull.ts'
import type { PullRef } from './require-pull.ts'

/** Small ones are settled in a page; more than that is work for an editor of one's own. */
export const mostConflicts = 20
export const largestConflict = 256 * 1024

export type ConflictFile =
  | { readonly kind: 'text'; readonly path: string; readonly text: string; readonly lineEnd: LineEnd }
  | { readonly kind: 'other'; readonly path: string; readonly why: string }

export interface ConflictView {
  readonly pull: Pull
  /** The two commits that do not fit together. */
  readonly head: Sha
  readonly target: Sha
  readonly files: readonly ConflictFile[]
  /** Why they cannot be settled here; null where they can. */
  readonly why: string | null
}

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** What a pull request's branch and its target do not agree on, for those who may push to the branch. */
export async function viewConflicts(app: Needs, actor: KnownActor, ref: PullRef): Promise<ConflictView> {
  const { repo, pull, target } = await openSourceBranch(app, actor, ref)
  const head = pull.headSha
  const limits = { mostFiles: mostConflicts, largest: largestConflict }
  const found = await readConflicts(app, repoDirectory(app.config, repo), { head, target }, limits)
  const labels = new Map([
    [head, pull.sourceBranch],
    [target, pull.targetBranch],
  ])
  const files = found.kind === 'conflicts' ? await Promise.all(found.files.map((file) => shown(file, labels))) : []
  return { pull, head, target, files, why: whyNot(found.kind, files) }
}

function whyNot(kind: 'conflicts' | 'none' | 'unrelated' | 'too-large', files: readonly ConflictFile[]): string | null {
  if (kind === 'unrelated') return 'The two branches have no commit in common.'
  if (kind === 'too-large') return 'Putting the two together takes more than a page can wait for.'
  if (files.length > mostConflicts) return `More than ${mostConflicts} files are in conflict.`
  return files.some((file) => file.kind === 'other') ? 'Not all of these files can be settled in a page.' : null
}

const reasons: Readonly<Partial<Record<ConflictReason, string>>> = {
  binary: 'it is no text',
  'modify/delete': 'one side has changed it and the other has deleted it',
  'rename/rename': 'both sides have renamed it',
  'rename/delete': 'one side has renamed it and the other has deleted it',
  'rename/add': 'a renamed and a new file have the same name',
  'file/directory': 'it is a file on one side and a folder on the other',
  'distinct types': 'it is something else on each side',
  'directory rename': 'its folder was renamed',
  'directory split': 'its folder was split',
  submodule: 'it is a submodule',
}

async function shown({ path, reason, data }: Conflict, labels: ReadonlyMap<Sha, string>): Promise<ConflictFile> {
  const other = (why: string): ConflictFile => ({ kind: 'other', path, why })
  if (data === null) return other(reasons[reason] ?? 'it is too large, or no ordinary file')
  const typed = await textIn(data)
  if (typed.kind !== 'text') return other(typed.kind === 'binary' ? 'it is no text' : 'it is too large')
  if (typed.isMixed) return other('its lines end in different ways')
  // Git names the sides by their ids; people know them by their branches.
  let text = typed.text
  for (const [sha, name] of labels)
    text = text.replaceAll(new RegExp(`^([<>]{7}) ${sha}`, 'gm'), `$1 ${name.replaceAll('$', '$$$$')}`)
  return { kind: 'text', path, text, lineEnd: typed.lineEnd }
}
