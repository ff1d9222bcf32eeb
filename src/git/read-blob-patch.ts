import type { Sha } from '../core/sha.ts'
import type { Kept } from './kept.ts'
import { patchText } from './patch-text.ts'
import type { Git, RepoDir } from './run-git.ts'

const mostBytes = 2 * 1024 * 1024
const patience = 10_000

/** How one file differs from another, with so many lines around each change. Null where that is too long, or no files. */
export async function readBlobPatch(
  parts: { readonly git: Git; readonly kept: Kept },
  dir: RepoDir,
  { from, to }: { readonly from: Sha; readonly to: Sha },
  context: number,
): Promise<string | null> {
  const question = ['blob-patch', from, to, context]
  const { patch } = await parts.kept.of(dir, question, sizeOf, async () => {
    const words = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index', `--unified=${context}`]
    const options = { maxBytes: mostBytes, timeoutMs: patience }
    const { exitCode, stdout } = await parts.git.try(dir, { words, revs: [from, to] }, options)
    return { patch: exitCode === 0 ? patchText(stdout) : null }
  })
  return patch
}

function sizeOf({ patch }: { readonly patch: string | null }): number {
  return patch?.length ?? 0
}
