import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RepositoryAway } from '../core/repository-away.ts'
import { foundNoFolder } from './require-there.ts'
import type { Git, RepoDir } from './run-git.ts'

/** Makes an empty bare repository: complete under another name first, then moved into place. */
export async function initRepository(git: Git, dir: RepoDir, defaultBranch: string): Promise<void> {
  await makeInDraft(dir, async (draft) => {
    await initBare(git, draft)
    await writeFile(join(draft, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`)
  })
}

export async function initBare(git: Git, dir: RepoDir): Promise<void> {
  await git.run(dir, { words: ['init', '--quiet', '--bare', '--template=', '--object-format=sha1', '.'] })
}

/** In the folder of a repository that nobody has written down yet: without a row, it is what a crash left of it. */
const unborn = 'unborn'

export async function markBorn(dir: RepoDir): Promise<void> {
  // With a row the mark means nothing, so one that stays does no harm.
  await rm(join(dir, unborn), { force: true }).catch(() => undefined)
}

export function isUnborn(dir: RepoDir): boolean {
  return existsSync(join(dir, unborn))
}

/** Nothing is left of a folder that could not be completed: what is in place is whole. */
export async function makeInDraft(dir: RepoDir, make: (draft: RepoDir) => Promise<void>): Promise<void> {
  const draft = `${dir}.making` as RepoDir
  await rm(draft, { recursive: true, force: true })
  try {
    await mkdir(draft, { recursive: true })
    await writeFile(join(draft, unborn), '')
    await make(draft)
    await rename(draft, dir)
    await syncFolder(dirname(dir))
  } catch (error) {
    // Its owner is being deleted, and all that they have with them.
    const isTaken = error instanceof Error && foundNoFolder(error) && !existsSync(draft)
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw isTaken ? new RepositoryAway() : error
  }
}

export async function removeRepository(dir: RepoDir): Promise<void> {
  await rm(dir, { recursive: true, force: true })
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Which branch a clone checks out. Written whole, under a name that nobody else writes to, and moved into place. */
export async function pointHead(dir: RepoDir, branch: string): Promise<void> {
  const draft = join(dir, `HEAD.${randomUUID()}`)
  try {
    await writeFile(draft, `ref: refs/heads/${branch}\n`, { flush: true })
    await rename(draft, join(dir, 'HEAD'))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

/** What HEAD says; null where there is none. */
export async function readHead(dir: RepoDir): Promise<string | null> {
  return readFile(join(dir, 'HEAD'), 'utf8').then(
    (text) => text.trimEnd(),
    () => null,
  )
}
