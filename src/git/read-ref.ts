import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RefName } from '../core/ref-name.ts'
import { parseSha, type Sha } from '../core/sha.ts'
import { manyRefs } from './read-commands.ts'
import { requireThere } from './require-there.ts'
import type { RepoDir } from './run-git.ts'

/** What a ref points to now, straight from the files: no process for what is a look at a few bytes. */
export async function readRef(dir: RepoDir, ref: RefName): Promise<Sha | null> {
  return (await readRefs(dir, [ref])).get(ref) ?? null
}

/** The same for many; those that are not there are missing. */
export async function readRefs(dir: RepoDir, refs: readonly RefName[]): Promise<ReadonlyMap<RefName, Sha>> {
  const found = new Map<RefName, Sha>()
  const looked = refs.length < manyRefs ? refs : await looseOf(dir, refs)
  for (const ref of looked) {
    const loose = await readText(join(dir, ref))
    const sha = loose === null ? null : parseSha(loose.trim())
    if (sha !== null) found.set(ref, sha)
  }
  if (found.size === refs.length) return found
  // Read after the loose ones: a ref that is packed meanwhile is in one of them.
  const packed = parsePacked((await readText(join(dir, 'packed-refs'))) ?? '')
  // Nobody may take it for a repository without refs.
  requireThere(dir)
  for (const ref of refs) {
    const sha = packed.get(ref)
    if (!found.has(ref) && sha !== undefined) found.set(ref, sha)
  }
  return found
}

/** Of many refs most are packed: those that have a file of their own now. */
async function looseOf(dir: RepoDir, refs: readonly RefName[]): Promise<readonly RefName[]> {
  requireThere(dir)
  const files = new Set(await readdir(join(dir, 'refs'), { recursive: true }))
  return refs.filter((ref) => files.has(ref.slice('refs/'.length)))
}

function parsePacked(text: string): ReadonlyMap<string, Sha> {
  const refs = new Map<string, Sha>()
  for (const line of text.split('\n')) {
    const sha = line.charAt(40) === ' ' ? parseSha(line.slice(0, 40)) : null
    if (sha !== null) refs.set(line.slice(41), sha)
  }
  return refs
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
