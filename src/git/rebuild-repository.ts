import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopiedRef, packedRefs } from './copy-repository.ts'
import { initBare, makeInDraft } from './repository-folder.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface RebuildRequest {
  readonly refs: readonly CopiedRef[]
  readonly defaultBranch: string
  /** Puts packs with their indexes into a folder. */
  readonly bringPacks: (folder: string) => Promise<void>
}

const mostOutput = 1024 * 1024 * 1024

/** A repository from the packs of a backup. Refs whose objects are not among them are left out: returns their names. */
export async function rebuildRepository(
  git: Git,
  dir: RepoDir,
  { refs, defaultBranch, bringPacks }: RebuildRequest,
): Promise<readonly string[]> {
  let lost: readonly CopiedRef[] = []
  await makeInDraft(dir, async (draft) => {
    await initBare(git, draft)
    const folder = join(draft, 'objects/pack')
    await mkdir(folder, { recursive: true })
    await bringPacks(folder)
    lost = await missing(git, draft, refs)
    const kept = refs.filter((ref) => !lost.includes(ref))
    await writeFile(join(draft, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`, { flush: true })
    await writeFile(join(draft, 'packed-refs'), packedRefs(kept), { flush: true })
  })
  return lost.map(({ name }) => name)
}

async function missing(git: Git, dir: RepoDir, refs: readonly CopiedRef[]): Promise<readonly CopiedRef[]> {
  if (refs.length === 0) return []
  const input = refs.map(({ sha }) => `${sha}\n`).join('')
  const call = { words: ['cat-file', '--batch-check=%(objecttype)'] }
  const lines = (await git.run(dir, call, { input, maxBytes: mostOutput })).toString('latin1').split('\n')
  return refs.filter((_, at) => lines[at]?.endsWith(' missing') !== false)
}
