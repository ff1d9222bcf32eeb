import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepoDir } from './run-git.ts'

/** What a git that was killed leaves behind, and nobody picks up. */
const leftovers: readonly { readonly folder: string; readonly name: RegExp }[] = [
  { folder: 'objects', name: /^tmp_objdir-/ },
  { folder: 'objects/pack', name: /^\.?tmp[-_]/ },
  // What a full disk cut off, in each of the folders that loose objects are spread over.
  ...Array.from({ length: 256 }, (_, at) => ({ folder: `objects/${hex(at)}`, name: /^tmp_obj_/ })),
  { folder: '.', name: /\.lock$|^HEAD\.[\da-f-]{36}$/ },
]

function hex(number: number): string {
  return number.toString(16).padStart(2, '0')
}

/** Removes what is older than any work that could still be under way. Returns what went. */
export async function sweepRepository(dir: RepoDir, before: number): Promise<readonly string[]> {
  const swept: string[] = []
  for (const { folder, name } of leftovers) {
    const names = await readdir(join(dir, folder)).catch(() => [])
    for (const found of names.filter((one) => name.test(one))) {
      const path = join(dir, folder, found)
      const age = await stat(path).catch(() => null)
      if (age === null || age.mtimeMs >= before) continue
      await rm(path, { recursive: true, force: true })
      swept.push(path)
    }
  }
  return swept
}
