import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepoDir } from './run-git.ts'

/** What a git that was killed, or cut off by a full disk, leaves behind, and nobody picks up. */
const leftovers: readonly { readonly folder: string; readonly name: RegExp }[] = [
  { folder: '.', name: /\.lock$|^HEAD\.[\da-f-]{36}$/ },
  { folder: 'objects', name: /^tmp_objdir-/ },
  { folder: 'objects/pack', name: /^\.?tmp[-_]|\.lock$/ },
  { folder: 'objects/info', name: /\.lock$/ },
  { folder: 'objects/info/commit-graphs', name: /\.lock$|^tmp_graph/ },
]

/** One of the folders that loose objects are spread over. */
const spread = /^[\da-f]{2}$/

/** Removes what is older than any work that could still be under way. Returns what went. */
export async function sweepRepository(dir: RepoDir, before: number): Promise<readonly string[]> {
  const loose = (await namesIn(join(dir, 'objects')))
    .filter((name) => spread.test(name))
    .map((name) => ({ folder: `objects/${name}`, name: /^tmp_obj_/ }))
  const swept: string[] = []
  for (const { folder, name } of [...leftovers, ...loose]) {
    const found = (await namesIn(join(dir, folder))).filter((one) => name.test(one))
    for (const path of found.map((one) => join(dir, folder, one))) {
      const age = await stat(path).catch(() => null)
      if (age === null || age.mtimeMs >= before) continue
      await rm(path, { recursive: true, force: true })
      swept.push(path)
    }
  }
  return swept
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
