import { join } from 'node:path'
import type { Config } from '../../config.ts'

export function repositoriesRoot(config: Config): string {
  return join(config.DATA_DIR, 'repositories')
}

/** Where all repositories of a user or team live: by the first name that it had. */
export function ownerDirectory(config: Config, directory: string): string {
  return `${repositoriesRoot(config)}/${directory}`
}

/** What was deleted waits here, by the owner's id, until a job removes it. */
export function trashRoot(config: Config): string {
  return join(config.DATA_DIR, 'trash')
}
