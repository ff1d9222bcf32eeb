import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, inflate, inflateSync } from 'node:zlib'

const unpack = promisify(inflate)
/** What git itself unpacks; with more it keeps the pack. */
const mostLoose = 200
/** Enough for the type and the size of an object. */
const headBytes = 128

/**
 * The folders that a small push brings, straight from the files: git has unpacked it into one file an object, and
 * starting a git to read three of them would take longer than all the rest. Null when there is a pack, or something else
 * that is better left to git.
 */
export async function readLooseTrees(quarantine: string, largest: number): Promise<readonly Buffer[] | null> {
  const files: string[] = []
  for (const folder of await readdir(quarantine, { withFileTypes: true })) {
    const inside = folder.isDirectory() ? await readdir(join(quarantine, folder.name)) : ['?']
    if (!/^[0-9a-f]{2}$/.test(folder.name) && inside.length > 0) return null
    files.push(...inside.map((name) => join(quarantine, folder.name, name)))
    if (files.length > mostLoose) return null
  }
  const trees: Buffer[] = []
  for (const path of files) {
    const file = await open(path)
    try {
      const tree = await readTree(file, largest)
      if (tree !== null) trees.push(tree)
    } catch {
      return null
    } finally {
      await file.close()
    }
  }
  return trees
}

/** Null for anything but a folder. Files may be large: of those only the beginning is read. */
async function readTree(file: FileHandle, largest: number): Promise<Buffer | null> {
  const start = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  // So little is unpacked before a thread could begin with it.
  const head = inflateSync(start.buffer.subarray(0, start.bytesRead), { finishFlush: constants.Z_SYNC_FLUSH })
  if (!head.subarray(0, 5).equals(Buffer.from('tree '))) return null
  const whole = await unpack(await file.readFile(), { maxOutputLength: largest + headBytes })
  return whole.subarray(whole.indexOf(0) + 1)
}
