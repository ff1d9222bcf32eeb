import { type Hunk, type PatchLine, parsePatch } from '../../git/parse-patch.ts'
import type { FileDiff } from './get-diff.ts'

export type { Hunk, PatchLine }

/** A patch as hunks; null where it is not there because the whole was too long. */
export function hunksOf(file: FileDiff): readonly Hunk[] | null {
  return file.patch === null ? null : parsePatch(file.patch)
}
