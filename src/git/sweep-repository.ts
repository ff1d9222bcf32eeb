import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepoDir } from './run-git.ts'

interface Leftover {
  readonly folder: string
  readonly name: RegExp
}

/** What a git that was killed leaves behind, and nobody picks up. */
const leftovers: readonly Leftover[] = [
  { folder: 'objects', name: /^tmp_objdir-/ },
  { folder: 'objects/pack', name: /^\.?tmp[-_]/ },
  { folder: '.', name: /\.lock$|^HEAD\.[\da-f-]{36}$/ },
]

/** What a full disk cut off, in each of the folders that loose objects are spread over. */
const everywhere: readonly Leftover[] = [
  ...leftovers,
  ...Array.from({ length: 256 }, (_, at) => ({ folder: `objects/${hex(at)}`, name: /^tmp_obj_/ })),
]

function hex(number: number): string {
  return number.toString(16).padStart(2, '0')
}

/** Removes what is older than any work that could still be under way. Returns what went. */
export async function sweepRepository(
  dir: RepoDir,
  before: number,
  how: 'thoroughly' | 'quickly' = 'thoroughly',
): Promise<readonly string[]> {
  const swept: string[] = []
  for (const { folder, name } of how === 'quickly' ? leftovers : everywhere) {
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
