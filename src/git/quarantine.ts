import { join } from 'node:path'
import type { RepoDir } from './run-git.ts'

/**
 * For a git that has to see what a push brings: new objects lie apart until the push is let through, and the
 * repository's own are where they always are.
 */
export function quarantineEnv(dir: RepoDir, quarantine: string | null): Readonly<Record<string, string>> {
  if (quarantine === null) return {}
  return { GIT_OBJECT_DIRECTORY: quarantine, ...alternateEnv(dir) }
}

/** For a git that reads the objects of another repository besides. */
export function alternateEnv(dir: RepoDir): Readonly<Record<string, string>> {
  // Quoted: a colon in the path would otherwise part it in two.
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${join(dir, 'objects').replaceAll(/["\\]/g, '\\$&')}"` }
}
