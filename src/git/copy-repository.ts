import { copyFile, link, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RefName } from '../core/ref-name.ts'
import type { Sha } from '../core/sha.ts'
import { initBare, makeInDraft } from './repository-folder.ts'
import { requireThere } from './require-there.ts'
import type { Git, RepoDir } from './run-git.ts'

export interface CopiedRef {
  readonly name: RefName
  readonly sha: Sha
}

export interface CopyRequest {
  readonly from: RepoDir
  readonly to: RepoDir
  /** Only these are taken along, as they were when somebody looked. */
  readonly refs: readonly CopiedRef[]
  readonly defaultBranch: string
}

/** More passes than a repack can spoil. */
const mostPasses = 10

/**
 * A repository of its own with the same objects. Files of objects never change, so both may hold the same ones on disk:
 * linking takes no room and no time, and deleting one repository leaves the other whole.
 */
export async function copyRepository(git: Git, { from, to, refs, defaultBranch }: CopyRequest): Promise<void> {
  await makeInDraft(to, async (draft) => {
    await initBare(git, draft)
    await linkObjects(from, join(draft, 'objects'))
    await writeFile(join(draft, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`)
    await writeFile(join(draft, 'packed-refs'), packedRefs(refs), { flush: true })
    await requireAll(git, draft, refs)
  })
}

/** Again and again until nothing vanished on the way: a repack replaces files while we read their names. */
async function linkObjects(from: RepoDir, to: string): Promise<void> {
  const objects = join(from, 'objects')
  for (let pass = 0; pass < mostPasses; pass++) {
    requireThere(from)
    const files = await objectFiles(objects)
    if (files === null) continue
    const linked = await Promise.all(files.map((file) => linkFile(join(objects, file), join(to, file))))
    if (linked.every(Boolean)) return
  }
  throw new Error('The objects changed faster than they could be copied')
}

/** Null when a folder vanished while it was being read: what lay in it is packed now. */
async function objectFiles(from: string): Promise<readonly string[] | null> {
  try {
    const entries = await readdir(from, { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile() && !/^tmp_|\.lock$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
      .filter((file) => !file.startsWith('tmp_objdir') && !file.startsWith('info/alternates'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function linkFile(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return false
    // On another disk, or a file system without links.
    if (code === 'EXDEV' || code === 'EPERM' || code === 'EMLINK') await copyFile(from, to)
    else if (code !== 'EEXIST') throw error
  }
  return true
}

export function packedRefs(refs: readonly CopiedRef[]): string {
  const lines = refs.map(({ name, sha }) => ({ name, line: `${sha} ${name}` }))
  const sorted = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  return `# pack-refs with: sorted \n${sorted.map(({ line }) => `${line}\n`).join('')}`
}

async function requireAll(git: Git, dir: RepoDir, refs: readonly CopiedRef[]): Promise<void> {
  const input = refs.map(({ sha }) => `${sha}\n`).join('')
  const seen = (await git.run(dir, { words: ['cat-file', '--batch-check'] }, { input })).toString('latin1')
  if (seen.includes(' missing')) throw new Error('A copied repository lacks an object')
}
