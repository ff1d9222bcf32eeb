import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { filesWithFilter, takeAsUnchanged } from '../../../git/files-with-filter.ts'
import type { ListedFile } from '../../../git/list-files.ts'
import { type LfsPointer, parseLfsPointer } from '../../contents/lfs-pointer.ts'
import { pointedObjects, usesLfs } from '../../lfs/pointed-objects.ts'
import { repoDirectory } from '../../repos/repo-directory.ts'
import { Refused, type Run } from './run.ts'

/** The specification's own limit. */
const largestPointer = 1024

interface FillCall {
  readonly files: readonly ListedFile[]
  readonly folder: string
  readonly position: number | null
}

/**
 * Puts what Git LFS keeps where the commit only has pointers, as git would with LFS set up: a job mostly has neither LFS nor
 * a network. Nothing has run in the folder yet, so no name in it leads anywhere else.
 */
export async function fillLfsFiles(run: Run, { files, folder, position }: FillCall): Promise<void> {
  const { app, repo, pipeline } = run
  const homes = [pipeline.source_repo_id, repo.id].filter((id) => id !== null)
  if (!(await usesLfs(app, homes))) return
  const dir = repoDirectory(app.config, repo)
  const small = files.filter(({ size, isLink }) => size !== null && size < largestPointer && !isLink)
  const paths = small.map(({ path }) => path)
  const pointers = new Map<string, LfsPointer>()
  for (const path of await filesWithFilter(app.git, dir, { folder, filter: 'lfs' }, paths)) {
    const pointer = await readPointer(join(folder, path))
    if (pointer !== null) pointers.set(path, pointer)
  }
  const objects = await pointedObjects(app, homes, [...new Set([...pointers.values()].map(({ oid }) => oid))])
  const found = [...pointers].flatMap(([path, { oid }]) => {
    const object = objects.get(oid)
    return object === undefined ? [] : [{ path, ...object }]
  })
  const bytes = [...found, ...files].reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (bytes > app.config.CI_DISK_MB * 1024 * 1024) {
    throw new Refused(
      `The files of the commit, with those of Git LFS, are larger than the ${app.config.CI_DISK_MB} MB that a job may write`,
    )
  }
  for (const { path, file } of found) {
    run.signal.throwIfAborted()
    await fill(run, join(folder, path), file)
  }
  const filled = found.map(({ path }) => path)
  if (filled.length > 0) await takeAsUnchanged(app.git, dir, folder, filled)
  const lacking = pointers.size - found.length
  if (lacking > 0) run.log.say(`Files of Git LFS that were never uploaded, and stay pointers: ${lacking}`, position)
}

/** Whoever cancels the pipeline does not wait for a large file, which may come from far away. */
async function fill({ app, signal }: Run, path: string, file: string): Promise<void> {
  const target = await open(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  try {
    await target.writeFile(await app.blobs.open(file, null), { signal })
  } finally {
    await target.close()
  }
}

async function readPointer(path: string): Promise<LfsPointer | null> {
  // A name that is not UTF-8 is not found under what it was read as.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (handle === null) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(largestPointer))
    return parseLfsPointer(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}
