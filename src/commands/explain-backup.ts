import type { Config } from '../config.ts'
import { isDiskFailure } from '../core/disk-failure.ts'
import { BadManifest } from '../features/backup/parse-manifest.ts'
import { explainStart } from './explain-start.ts'
import { StartError } from './start-error.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
}

/** What stops a backup or a restore from outside, in the operator's words. */
export function explainBackup(config: Config, error: unknown): unknown {
  if (error instanceof BadManifest) return new StartError(error.message)
  if (isWithoutTables(error)) return new StartError('the database has no Stithy in it')
  if (isDiskFailure(error)) return new StartError(`the disk is full or failing: ${String(error)}`)
  const [code, path] = codeAndPath(error)
  const reason = reasons[code]
  return reason === undefined ? explainStart(config, error) : new StartError(`${path}: ${reason}`)
}

function isWithoutTables(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '42P01' || error.message === 'no such table: migrations'
}

function codeAndPath(error: unknown): readonly [string, string] {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return ['', '']
  return [String(error.code), String(error.path)]
}
