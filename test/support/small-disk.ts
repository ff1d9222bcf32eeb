import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of its own; it takes the rights of an administrator to make one. */
export function mountSmall(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
}

/** Takes all the room but so much. */
export function fill(folder: string, leave: number): void {
  const file = openSync(join(folder, 'filler'), 'w')
  const piece = Buffer.alloc(4096)
  let size = 0
  try {
    for (;;) size += writeSync(file, piece)
  } catch {
    ftruncateSync(file, Math.max(0, size - leave))
    closeSync(file)
  }
}

export function makeRoom(folder: string): void {
  rmSync(join(folder, 'filler'), { force: true })
}

/** Not everybody may make a disk. Where tests run by themselves they may. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'stithy-mount-'))
  try {
    mountSmall(folder, '1m')
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}
