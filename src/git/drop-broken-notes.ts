import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hour } from '../core/clock.ts'
import type { Git, RepoDir } from './run-git.ts'

interface Notes {
  readonly folder: string
  readonly names: RegExp
  /** How git looks whether they are sound. */
  readonly words: readonly string[]
}

/** Of commits, and of packs. */
const kinds: readonly Notes[] = [
  { folder: 'objects/info', names: /^commit-graphs?$/, words: ['commit-graph', 'verify', '--no-progress'] },
  { folder: 'objects/pack', names: /^multi-pack-index/, words: ['multi-pack-index', 'verify', '--no-progress'] },
]

/**
 * What git has noted to be faster. It follows from the objects: where it is broken it goes, and the next upkeep writes it
 * anew. Returns whether any was.
 */
export async function dropBrokenNotes(git: Git, dir: RepoDir): Promise<boolean> {
  let isDropped = false
  for (const { folder, names, words } of kinds) {
    const notes = (await readdir(join(dir, folder)).catch(() => [])).filter((name) => names.test(name))
    // Twice: what upkeep replaces at this moment is not broken.
    if (notes.length === 0 || (await isSound(git, dir, words)) || (await isSound(git, dir, words))) continue
    for (const name of notes) await rm(join(dir, folder, name), { recursive: true, force: true })
    isDropped = true
  }
  return isDropped
}

async function isSound(git: Git, dir: RepoDir, words: readonly string[]): Promise<boolean> {
  return (await git.try(dir, { words }, { timeoutMs: hour })).exitCode === 0
}
