import { statfs } from 'node:fs/promises'
import type { BoxExit } from './isolation.ts'
import { deletedBytesOf, memoryOf } from './process-tree.ts'
import { type Argv, runProgram } from './start-program.ts'

export interface Watched {
  /** All that the job can write to. */
  readonly folders: readonly [string, ...string[]]
  readonly diskMb: number
  /** Null where the kernel itself holds the job to its memory. */
  readonly memoryMb: number | null
  readonly env: Readonly<Record<string, string>>
  readonly processes: () => Promise<number[]>
  readonly exceeded: (limit: NonNullable<BoxExit['limit']>) => void
}

const mebibyte = 1024 * 1024
const tickMs = 100
/** Looking through the folders takes no more than this part of the time when nothing is written. */
const share = 1 / 30
const quietMs = 3000
/** A file takes at least this much, even when it is empty. */
const smallestFile = 4096

interface Room {
  readonly bytes: number
  readonly files: number
}

/**
 * Holds a job to its disk where no file system does it for us. How much room the file system has left costs nothing to
 * ask; only when that has shrunk by a good part of what the job may still write, somebody walks through its folders.
 */
export class LimitWatch {
  readonly #watched: Watched
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #stopped = false
  /** Before the job began: what lay there is not its doing. */
  #found = 0
  #roomBefore: readonly Room[] = []
  /** At the last walk. */
  #used = 0
  #room: readonly Room[] = []
  #next = 0

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** Once, before the first command. */
  async begin(): Promise<void> {
    this.#roomBefore = this.#room = await this.#roomLeft()
    this.#found = await this.#measure()
  }

  start(): void {
    this.#stopped = false
    this.#next = performance.now() + quietMs
    this.#tick()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Whether, now that the command has ended, as good as nothing was left for it to write. */
  async isFull(): Promise<boolean> {
    return (await this.#measure()) - this.#found >= this.#watched.diskMb * mebibyte * 0.98
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#stopped) this.#tick()
      })
    }, tickMs)
  }

  async #look(): Promise<void> {
    const { diskMb, memoryMb, exceeded, processes } = this.#watched
    if (memoryMb !== null && (await memoryOf(await processes())) > memoryMb * mebibyte) return exceeded('memory')
    const room = await this.#roomLeft()
    const budget = Math.max(0, diskMb * mebibyte - this.#used) / 2
    if (shrunk(this.#room, room) < budget && performance.now() < this.#next) return
    const began = performance.now()
    this.#used = (await this.#measure()) - this.#found
    this.#room = room
    const ended = performance.now()
    this.#next = ended + Math.max(quietMs, (ended - began) / share)
    if (this.#used > diskMb * mebibyte) exceeded('disk')
  }

  async #measure(): Promise<number> {
    const { folders, env, processes } = this.#watched
    const [blocks, files, deleted] = await Promise.all([
      sumOf(['du', '-skx', '--', ...folders], env),
      sumOf(['du', '-sx', '--inodes', '--', ...folders], env),
      processes().then(deletedBytesOf),
    ])
    const bytes = Math.max(blocks.sum * 1024, files.sum * smallestFile) + deleted
    // A job of our own user can shut a folder before us: then all that is gone from the disk is its doing.
    return blocks.shut ? Math.max(bytes, this.#found + shrunk(this.#roomBefore, await this.#roomLeft())) : bytes
  }

  async #roomLeft(): Promise<Room[]> {
    const all = await Promise.all(this.#watched.folders.map((folder) => statfs(folder)))
    return all.map(({ bavail, bsize, ffree }) => ({ bytes: bavail * bsize, files: ffree }))
  }
}

function shrunk(before: readonly Room[], now: readonly Room[]): number {
  const each = before.map((room, index) => {
    const left = now[index] ?? room
    return Math.max(room.bytes - left.bytes, (room.files - left.files) * smallestFile)
  })
  return Math.max(0, ...each)
}

/** Files come and go while it looks, so it may complain: what it found counts. */
async function sumOf(argv: Argv, env: Watched['env']): Promise<{ sum: number; shut: boolean }> {
  const { stdout, stderr } = await runProgram(argv, { env: { ...env, LC_ALL: 'C' }, timeoutMs: 120_000 })
  const sum = stdout.split('\n').reduce((total, line) => total + (Number.parseInt(line, 10) || 0), 0)
  return { sum, shut: stderr.includes('Permission denied') }
}
