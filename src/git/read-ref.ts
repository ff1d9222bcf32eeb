import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RefName } from '../core/ref-name.ts'
import { parseSha, type Sha } from '../core/sha.ts'
import type { RepoDir } from './run-git.ts'

/** What a ref points to now, straight from the files: no process for what is a look at a few bytes. */
export async function readRef(dir: RepoDir, ref: RefName): Promise<Sha | null> {
  const loose = await readText(join(dir, ref))
  const sha = loose === null ? null : parseSha(loose.trim())
  if (sha !== null) return sha
  const packed = await readText(join(dir, 'packed-refs'))
  if (packed === null) return null
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`) && one.length === 41 + ref.length)
  return line === undefined ? null : parseSha(line.slice(0, 40))
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A folder where a ref was: `a` is gone and `a/b` has come.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw error
  }
}
