import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import type { ChangedEntry, ChangedFile } from './changed-files.ts'
import type { Kept } from './kept.ts'
import { patchText } from './patch-text.ts'
import type { Git, RepoDir } from './run-git.ts'

const mostBytes = 4 * 1024 * 1024
const patience = 20_000

/** The text of a file's change, from `diff --git` on. Null when the whole was too long to come this far. */
export type Patch = string | null

export interface PatchOptions {
  /** Lines around each change. */
  readonly context: number
  readonly ignoreSpace: boolean
  readonly paths?: readonly RepoPath[]
}

/** How a patch is written, for whoever reads it here. */
export const patchWords = [
  '--find-renames',
  '--full-index',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const

/** The patches of files that changed, one for each and in the same order. */
export async function readPatches(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  range: { readonly from: Sha; readonly to: Sha; readonly files: readonly ChangedFile[] },
  options: PatchOptions,
): Promise<readonly Patch[]> {
  const { from, to } = range
  const paths = options.paths ?? []
  const question = ['patches', from, to, options.context, Number(options.ignoreSpace), ...paths]
  const { sections, isWhole } = await parts.kept.of(dir, question, sizeOf, async () => {
    const words = [
      'diff-tree',
      '-r',
      '-p',
      ...patchWords,
      `--unified=${options.context}`,
      ...(options.ignoreSpace ? ['--ignore-all-space'] : []),
    ]
    const call = { words, revs: [from, to], ...(paths.length === 0 ? {} : { paths }) }
    const { exitCode, stdout } = await parts.git.try(dir, call, { maxBytes: mostBytes, timeoutMs: patience })
    const found = sectionsOf(patchText(stdout))
    // Cut off in the middle: the last one is not whole.
    return exitCode === 0 ? { sections: found, isWhole: true } : { sections: found.slice(0, -1), isWhole: false }
  })
  if (paths.length > 0) return pairNamed(range.files, sections)
  return options.ignoreSpace ? pairSome(range.files, sections, isWhole) : pairPatches(range.files, sections)
}

/** Each begins a line of git's own: those of files have a sign before them. */
export function sectionsOf(text: string): readonly string[] {
  const sections: string[] = []
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\ndiff --git ', start)
    const end = next === -1 ? text.length : next + 1
    sections.push(text.slice(start, end))
    start = end
  }
  return sections
}

function sizeOf({ sections }: { readonly sections: readonly string[] }): number {
  return sections.reduce((sum, text) => sum + text.length, 0)
}

/** A file that became a link, or a link a file, is shown by git as one that goes and one that comes. */
export function pairPatches(files: readonly ChangedEntry[], sections: readonly string[]): readonly Patch[] {
  let at = 0
  return files.map((file) => {
    const taken = sections.slice(at, at + partsOf(file))
    at += taken.length
    return taken.length === 0 ? null : taken.join('')
  })
}

function partsOf({ kind }: ChangedEntry): number {
  return kind === 'type-changed' ? 2 : 1
}

/** Where white space does not count, git says nothing of a file that differs in nothing else: its patch is empty. */
function pairSome(files: readonly ChangedFile[], sections: readonly string[], isWhole: boolean): readonly Patch[] {
  let at = 0
  return files.map((file) => {
    const next = sections[at]
    if (next === undefined) return isWhole ? '' : null
    if (!isOf(next, file)) return ''
    const taken = sections.slice(at, at + partsOf(file))
    at += taken.length
    return taken.join('')
  })
}

/** Where a folder took the name of a file, what is in it comes along. */
function pairNamed(files: readonly ChangedFile[], sections: readonly string[]): readonly Patch[] {
  return files.map((file) => {
    const at = sections.findIndex((section) => isOf(section, file))
    return at === -1 ? null : sections.slice(at, at + partsOf(file)).join('')
  })
}

const ids = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/m

/** By what the file held and holds, because its name may be written in many ways. Those that share both differ alike. */
function isOf(section: string, { oldSha, newSha, kind }: ChangedFile): boolean {
  const end = section.indexOf('\n@@ ')
  const found = ids.exec(end === -1 ? section : section.slice(0, end))
  // A name or a mode has changed, and nothing else.
  if (found === null) return oldSha === newSha
  return found[1] === oldSha && (found[2] === newSha || kind === 'type-changed')
}
