import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import type { ChangedFile } from './changed-files.ts'
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
  const { sections } = await parts.kept.of(dir, question, sizeOf, async () => {
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
    return { sections: exitCode === 0 ? found : found.slice(0, -1) }
  })
  return pairPatches(range.files, sections)
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
export function pairPatches(files: readonly ChangedFile[], sections: readonly string[]): readonly Patch[] {
  let at = 0
  return files.map((file) => {
    const taken = sections.slice(at, at + (file.kind === 'type-changed' ? 2 : 1))
    at += taken.length
    return taken.length === 0 ? null : taken.join('')
  })
}
