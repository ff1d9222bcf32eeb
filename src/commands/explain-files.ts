import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { isDiskFailure } from '../core/disk-failure.ts'

interface Failed extends Error {
  readonly code: string
  readonly path?: unknown
}

/** What is wrong with a file of ours, and what helps; null where it is something else. */
export function explainFiles(config: Config, error: Failed): string | null {
  const path = typeof error.path === 'string' ? error.path : join(config.DATA_DIR, 'stithy.db')
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return (
        `${path} cannot be read or written by this user (id ${ownId()}); ${ownerOf(path)}. A command that somebody else ran may have ` +
        `left it so: give all of ${config.DATA_DIR} back to the user of the service (chown -R)`
      )
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return `the database ${join(config.DATA_DIR, 'stithy.db')} is damaged: restore a backup (docs/BACKUP.md, "Going back")`
    case 'EROFS':
      return `${path} cannot be written: the disk is read-only`
    default:
      return isDiskFailure(error) ? `the disk is full or failing: ${error.message}` : null
  }
}

/** Of the file, or of the nearest folder above it that we may look at. */
function ownerOf(path: string): string {
  try {
    return `${path} belongs to the one with id ${statSync(path).uid}`
  } catch {
    return ownerOf(dirname(path))
  }
}

function ownId(): number {
  return process.getuid?.() ?? -1
}
