// Where the files of tests go, and that they go.
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Servers and git wait for the disk whenever they promise something; in memory they wait for nobody. */
const memory = '/dev/shm'
const roomNeeded = 4 * 1024 ** 3

/** Before the first test of a run: a folder for all of it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(hasRoom(memory) ? memory : tmpdir(), 'stithy-tests-'))
  process.env['STITHY_TEST_FOLDER'] = folder
  return () => removeFolder(folder)
}

/** From now on `tmpdir()` is a folder of this process alone. */
export function useTemporaryFolder(): void {
  const folder = join(process.env['STITHY_TEST_FOLDER'] ?? tmpdir(), `stithy-process-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.env['TMPDIR'] = folder
}

/** Removes what the tests have made there; a browser that lives on keeps its own. */
export async function emptyTemporaryFolder(): Promise<void> {
  const made = (await readdir(tmpdir())).filter((name) => name.startsWith('stithy-'))
  await Promise.all(made.map((name) => removeFolder(join(tmpdir(), name))))
}

/** Processes that were killed a moment ago may still have made a file in it. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > roomNeeded
  } catch {
    return false
  }
}
