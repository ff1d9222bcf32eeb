import type { Sha } from '../core/sha.ts'
import { parseChanged, type WholeDiff } from './changed-files.ts'
import type { Kept } from './kept.ts'
import { patchWords, sectionsOf } from './read-patches.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Of what most commits change. */
const mostBytes = 2 * 1024 * 1024
const patience = 2000
const context = 3

/** Files and patches by one git instead of two, one after the other. `files` is null where it is too much for that. */
export function readDiff(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  from: Sha,
  to: Sha,
): Promise<WholeDiff> {
  return parts.kept.of(dir, ['diff', from, to], sizeOf, async () => {
    const words = ['diff-tree', '-r', '-z', '--raw', '--numstat', '-p', '--no-abbrev', ...patchWords]
    const call = { words: [...words, `--unified=${context}`], revs: [from, to] }
    const { exitCode, stdout } = await parts.git.try(dir, call, { maxBytes: mostBytes, timeoutMs: patience })
    if (exitCode !== 0) return { files: null, sections: [] }
    const text = stdout.toString('utf8')
    const fields = text.split('\0')
    const { files, taken } = parseChanged(fields)
    // Behind the files comes an empty field, then all that is left is patches, which may have NULs of their own.
    const start = fields.slice(0, taken + 1).reduce((sum, field) => sum + field.length + 1, 0)
    return { files, sections: sectionsOf(text.slice(start)) }
  })
}

function sizeOf({ files, sections }: WholeDiff): number {
  return (files?.length ?? 0) * 300 + sections.reduce((sum, text) => sum + text.length, 0)
}
