import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, rm, stat, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Turn } from '../core/turns.ts'
import { CopyBuffers } from './copy-buffers.ts'
import { Spool } from './spool.ts'

const prefix = 'packs-'
const mostBytes = 2 * 1024 ** 3
const largestKept = 1024 ** 3
/** Below this much room on the disk nothing is spooled: it belongs to the repositories. */
const roomToLeave = 2 * 1024 ** 3

type Ends = Pick<Turn, 'end'>

export interface Making {
  /** It is there or being made: the question is no longer needed. */
  readonly found: () => void
  /** Waits until it may be made; not asked where it is there or being made. */
  readonly take: () => Promise<Ends>
  /** How long a reader may take nothing. */
  readonly stallMs: number
  /** Has all written to a file; true when that was the whole and right answer, fit to be given again. */
  readonly produce: (file: string, signal: AbortSignal) => Promise<boolean>
}

/** Says that it is still in use, and counts as left behind when nobody has said so for a day. */
const saysEveryMs = 60 * 60 * 1000
const leftBehindMs = 24 * 60 * 60 * 1000

interface Kept {
  readonly spool: Spool
  readonly size: number
}

/**
 * Packs that were made once and are wanted again: a hundred machines that clone the same state cost one pack. Those who
 * come while it is being made read along. Does not outlive the process, so nothing in it can be half written; several
 * processes on one folder each have their own.
 */
export class PackCache {
  readonly #folder: string
  readonly #buffers = new CopyBuffers()
  readonly #underWay = new Map<string, Spool>()
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ size }) => size + 1,
    dispose: ({ spool }) => removeLater(spool.path),
  })
  readonly #inUse: NodeJS.Timeout
  #made = 0

  /** `name` is nobody else's, on whichever machine; `isGone` says whether the process of a name has ended. */
  constructor(localDir: string, name: string, isGone: (name: string) => boolean) {
    const root = join(localDir, 'cache')
    this.#folder = join(root, `${prefix}${name}`)
    mkdirSync(this.#folder, { recursive: true })
    this.#inUse = setInterval(() => void this.#sayInUse(), saysEveryMs).unref()
    for (const folder of leftBehind(root, isGone)) rmSync(folder, { recursive: true, force: true })
  }

  /**
   * Sends the answer to a question that always has the same answer. Whether that was the whole and right one; null when
   * there is no room to keep anything, and nothing was sent.
   */
  async send(question: string, { found, take, produce, stallMs }: Making, output: Writable): Promise<boolean | null> {
    const known = this.#find(question)
    // Found and entered in one go: one that all others leave meanwhile is given up.
    const sent = known === undefined ? null : await known.sendTo(output, stallMs, found)
    if (sent !== null) return sent
    if (known !== undefined) this.#drop(question, known)
    if (!(await this.#hasRoom())) return null
    // Each in a line of their own: whoever has to wait long keeps nobody waiting who asks for the same.
    const turn = await take()
    // Somebody may have begun while we waited.
    const begun = this.#find(question)
    if (begun === undefined && !output.destroyed) {
      return this.#begin(question, produce, turn)?.sendTo(output, stallMs) ?? null
    }
    turn.end()
    if (begun === undefined) throw new Error('The client hung up')
    return begun.sendTo(output, stallMs, found)
  }

  /** Whoever runs the service may throw a cache away. */
  #drop(question: string, spool: Spool): void {
    if (this.#kept.get(question)?.spool === spool) this.#kept.delete(question)
    if (this.#underWay.get(question) === spool) this.#underWay.delete(question)
  }

  #find(question: string): Spool | undefined {
    return this.#kept.get(question)?.spool ?? this.#underWay.get(question)
  }

  close(): void {
    clearInterval(this.#inUse)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Null where no file can be made. */
  #begin(question: string, produce: Making['produce'], turn: Ends): Spool | null {
    const hangUp = new AbortController()
    const path = join(this.#folder, String(this.#made++))
    const spool = new Spool(path, this.#buffers, () => {
      // Git takes a moment to end. Whoever asks again begins anew, and does not read what will never be whole.
      this.#underWay.delete(question)
      hangUp.abort()
    })
    try {
      closeSync(openSync(path, 'wx', 0o600))
    } catch {
      turn.end()
      return null
    }
    this.#underWay.set(question, spool)
    void this.#fill(question, spool, () => produce(path, hangUp.signal)).finally(() => turn.end())
    return spool
  }

  async #fill(question: string, spool: Spool, produce: () => Promise<boolean>): Promise<void> {
    let size = Number.POSITIVE_INFINITY
    try {
      const isRight = await produce()
      if (isRight) size = await sizeOf(spool.path)
      spool.end(isRight)
    } catch (error) {
      spool.fail(error instanceof Error ? error : new Error(String(error)))
    } finally {
      if (this.#underWay.get(question) === spool) this.#underWay.delete(question)
      if (size <= largestKept) this.#kept.set(question, { spool, size })
      else removeLater(spool.path)
    }
  }

  async #sayInUse(): Promise<void> {
    const now = Date.now() / 1000
    await utimes(this.#folder, now, now).catch(() => undefined)
  }

  async #hasRoom(): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true })
      const { bavail, bsize } = await statfs(this.#folder)
      return bavail * bsize > roomToLeave
    } catch {
      return false
    }
  }
}

/** Of one that was removed meanwhile, too large to be kept. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? Number.POSITIVE_INFINITY
}

/** What processes that were killed had in store, here or on a machine that is gone. */
function leftBehind(root: string, isGone: (name: string) => boolean): readonly string[] {
  const folders = readdirSync(root).filter((name) => name.startsWith(prefix))
  return folders
    .filter((name) => isGone(name.slice(prefix.length)) || isOld(join(root, name)))
    .map((name) => join(root, name))
}

function isOld(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > leftBehindMs
}

/** Somebody may have been given it a moment ago and be about to open it. What a sick disk keeps goes with its folder. */
function removeLater(path: string): void {
  setTimeout(() => void rm(path, { force: true }).catch(() => undefined), 2000).unref()
}
