import { Fault } from './errors.ts'
import type { Log } from './log.ts'

/** Of the system, of SQLite and of PostgreSQL: no room, a disk that fails, or no file that could still be opened. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG', 'EMFILE', 'ENFILE', 'SQLITE_FULL', '53100'])
/** The same in the words of git, whose exit code says nothing. */
const words =
  /No space left on device|Disk quota exceeded|Input\/output error|Read-only file system|File too large|couldn't write '/

/** Whether something failed because the disk did: no fault of the caller's, none of the program's, and it passes. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (codes.has(code) || code.startsWith('SQLITE_IOERR')) return true
  return ('stderr' in error && words.test(String(error.stderr))) || isDiskFailure(error.cause)
}

export const diskFailed = 'The disk is full or failing, and this could not be finished: try again later'

/** For whoever has something typed in that is worth keeping: a fault that can be told beside it. Any other error as it is. */
export function toldOfDisk(log: Log, error: unknown): unknown {
  if (!isDiskFailure(error)) return error
  log.error({ error: String(error) }, 'the disk is full or failing')
  return new DiskFault()
}

/** Told apart from everything else that is unavailable: LFS has a status of its own for it. */
export class DiskFault extends Fault {
  constructor(message: string = diskFailed) {
    super('unavailable', message, { code: 'INTERNAL_ERROR' })
  }
}
