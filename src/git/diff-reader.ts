import { randomUUID } from 'node:crypto'
import type { Sha } from '../core/sha.ts'
import type { GitProcess } from './git-process.ts'
import { patchWords } from './read-patches.ts'
import type { Git, RepoDir } from './run-git.ts'

/** How much of it anybody waits for, and how long. */
export interface DiffLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

/** A commit and what it is to be compared with, as if it stood on that; or two trees. */
export type DiffEnds = { readonly commit: Sha; readonly parent: Sha } | { readonly from: Sha; readonly to: Sha }

/** As `git diff-tree` writes it; `failed` where it has ended by itself, `too much` where that was done to it. */
export type RawDiff = Buffer | 'too much' | 'failed'

interface Asked extends DiffLimits {
  /** What git says first, whether anything differs or not. */
  readonly start: Buffer
  readonly end: Buffer
  readonly timer: NodeJS.Timeout
  readonly chunks: Buffer[]
  size: number
  resolve(diff: RawDiff): void
}

/** Git keeps a part of what it has read: one that has told so many is ended. */
const mostAnswers = 100

/** Files that changed and their patches, by one git and in this order. Lines are counted here: it would compare all files a second time. */
export const diffWords: readonly string[] = [
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '-p',
  '--no-abbrev',
  ...patchWords,
  '--unified=3',
]

/**
 * A long-lived `git diff-tree --stdin` for one repository, which answers one question after the other. Where an answer
 * ends is told by a line that git does not understand and says again: nobody who writes a file can know it before.
 */
export class DiffReader {
  readonly #child: GitProcess
  readonly #onEnd: () => void
  #asked: Asked | null = null
  #answers = 0
  #ended = false

  constructor(git: Git, dir: RepoDir, onEnd: () => void) {
    const [command = '', ...words] = diffWords
    this.#child = git.spawn(dir, { words: [command, '--stdin', '--always', ...words] }, ['pipe', 'pipe', 'ignore'])
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.on('data', (bytes: Buffer) => this.#feed(bytes))
    this.#onEnd = onEnd
    this.#child.once('error', () => this.#end())
    this.#child.once('close', () => this.#end())
  }

  get idle(): boolean {
    return this.#asked === null
  }

  /** Null while it is at another one: who does not want to wait asks a git of their own. */
  ask(ends: DiffEnds, limits: DiffLimits): Promise<RawDiff> | null {
    if (this.#asked !== null || this.#ended) return null
    const mark = `end of ${randomUUID()}\n`
    const [question, start] =
      'commit' in ends
        ? [`${ends.commit} ${ends.parent}\n`, `${ends.commit}\0`]
        : [`${ends.from} ${ends.to}\n`, `${ends.from} ${ends.to}\n`]
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp(), limits.timeoutMs)
      this.#asked = {
        ...limits,
        start: Buffer.from(start),
        end: Buffer.from(mark),
        timer,
        chunks: [],
        size: 0,
        resolve,
      }
      this.#child.stdin?.write(question + mark)
    })
  }

  close(): void {
    this.#child.kill('SIGKILL')
    this.#end()
  }

  #feed(bytes: Buffer): void {
    const asked = this.#asked
    if (asked === null) return
    asked.chunks.push(bytes)
    asked.size += bytes.length
    if (asked.size > asked.maxBytes + asked.end.length) {
      this.#giveUp()
      return
    }
    if (!endsWith(asked.chunks, asked.end)) return
    const text = Buffer.concat(asked.chunks)
    // Without its start it could not read them.
    this.#answer(behindStart(asked, text.subarray(0, text.length - asked.end.length)) ?? 'failed')
    if (++this.#answers >= mostAnswers) this.close()
  }

  /** What has been asked for cannot be taken back: the process goes with it. */
  #giveUp(): void {
    this.#answer('too much')
    this.close()
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#answer('failed')
    this.#onEnd()
  }

  #answer(diff: RawDiff): void {
    const asked = this.#asked
    if (asked === null) return
    clearTimeout(asked.timer)
    this.#asked = null
    asked.resolve(diff)
  }
}

function behindStart({ start }: Asked, text: Buffer): Buffer | null {
  return text.subarray(0, start.length).equals(start) ? text.subarray(start.length) : null
}

/** The mark may come in pieces. */
function endsWith(chunks: readonly Buffer[], end: Buffer): boolean {
  const tail: Buffer[] = []
  let size = 0
  for (let at = chunks.length - 1; at >= 0 && size < end.length; at--) {
    const chunk = chunks[at]
    if (chunk === undefined) break
    tail.unshift(chunk)
    size += chunk.length
  }
  return size >= end.length && Buffer.concat(tail).subarray(-end.length).equals(end)
}
