import type { StatsFs } from 'node:fs'

/** Less than this and the next commit or push may fail half-way. */
const leastBytes = 16 * 1024 * 1024

/** What is wrong with the room on a disk; null when there is enough. File systems that do not count say zero of all. */
export function whyNoRoom(disk: Pick<StatsFs, 'bavail' | 'bsize' | 'blocks' | 'ffree' | 'files'>): string | null {
  if (disk.blocks > 0 && disk.bavail * disk.bsize < leastBytes) return 'the disk is full'
  if (disk.files > 0 && disk.ffree === 0) return 'the disk has no room for another file'
  return null
}
