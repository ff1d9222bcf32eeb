import { existsSync } from 'node:fs'
import type { RepoPath } from '../core/repo-path.ts'
import { RepositoryAway } from '../core/repository-away.ts'
import { parseSha, requireSha, type Sha } from '../core/sha.ts'
import type { GitProcess } from './git-process.ts'
import { foundNoFolder } from './require-there.ts'
import type { Git, RepoDir } from './run-git.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface ObjectInfo {
  readonly sha: Sha
  readonly type: ObjectType
  readonly size: number
}

export interface GitObject extends ObjectInfo {
  readonly data: Buffer
}

interface Waiting {
  /** Of the content, if it has no more bytes than that. */
  readonly mostBytes: number | null
  resolve(object: GitObject | ObjectInfo | null): void
  reject(error: Error): void
}

interface Open {
  readonly info: ObjectInfo
  /** Null where it is more than was asked for: what comes of it is thrown away. */
  readonly chunks: Buffer[] | null
  missing: number
}

const newline = 0x0a
const empty = Buffer.alloc(0)
const mostAnswered = 1000

/**
 * One long-lived `git cat-file --batch-command` for one repository. Questions are pipelined: they are written as they
 * come and answered in order, each in a fraction of the time that starting a git takes.
 */
export class ObjectReader {
  readonly #dir: RepoDir
  readonly #child: GitProcess
  /** Behind those that were answered: to move all others up for each costs the square of what a large push asks. */
  readonly #waiting: Waiting[] = []
  #answered = 0
  #rest: Buffer = empty
  /** Questions of the same moment go to git together. */
  #unsent = ''
  /** The answer whose content is still coming in. */
  #open: Open | null = null
  #ended = false

  constructor(git: Git, dir: RepoDir, onEnd: () => void) {
    this.#dir = dir
    this.#child = git.spawn(dir, { words: ['cat-file', '--batch-command'] }, ['pipe', 'pipe', 'ignore'])
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.on('data', (bytes: Buffer) => this.#feed(bytes))
    const end = (reason: Error): void => {
      if (this.#ended) return
      this.#ended = true
      for (const one of this.#waiting.splice(0).slice(this.#answered)) one.reject(reason)
      this.#answered = 0
      onEnd()
    }
    this.#child.once('error', (error) => end(foundNoFolder(error) ? new RepositoryAway() : error))
    this.#child.once('close', () => end(endedIn(dir)))
  }

  get idle(): boolean {
    return this.#waiting.length === this.#answered
  }

  info(sha: Sha): Promise<ObjectInfo | null> {
    return this.#ask('info', sha, null)
  }

  /** What stands behind a tag, however often it was tagged; anything else is itself. */
  peel(sha: Sha): Promise<ObjectInfo | null> {
    return this.#ask('info', `${sha}^{}`, null)
  }

  /** What stands at a path in a commit. Null also where the path cannot be asked about: a question is a line. */
  infoAt(commit: Sha, path: RepoPath): Promise<ObjectInfo | null> {
    return path.includes('\n') ? Promise.resolve(null) : this.#ask('info', `${commit}:${path}`, null)
  }

  /** The caller knows from `info`, or from what the object is, that it fits into memory. */
  read(sha: Sha): Promise<GitObject | null> {
    return this.#ask('contents', sha, Number.POSITIVE_INFINITY) as Promise<GitObject | null>
  }

  /** For what is hardly ever large: without its content where it is. Others wait while git tells it all the same. */
  readUpTo(sha: Sha, mostBytes: number): Promise<GitObject | ObjectInfo | null> {
    return this.#ask('contents', sha, mostBytes)
  }

  /** What was asked is still answered. */
  close(): void {
    this.#child.stdin?.end()
    if (this.idle) this.#child.kill()
  }

  #ask(
    command: 'info' | 'contents',
    name: Sha | `${Sha}^{}` | `${Sha}:${RepoPath}`,
    mostBytes: number | null,
  ): Promise<GitObject | ObjectInfo | null> {
    if (this.#ended) return Promise.reject(endedIn(this.#dir))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mostBytes, resolve, reject })
      if (this.#unsent === '') queueMicrotask(() => this.#send())
      this.#unsent += `${command} ${name}\n`
    })
  }

  #send(): void {
    this.#child.stdin?.write(this.#unsent)
    this.#unsent = ''
  }

  #feed(bytes: Buffer): void {
    let data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    for (;;) {
      if (this.#open !== null) {
        const taken = data.subarray(0, this.#open.missing)
        this.#open.chunks?.push(taken)
        this.#open.missing -= taken.length
        data = data.subarray(taken.length)
        if (this.#open.missing > 0) break
        this.#finish(this.#open)
        this.#open = null
      }
      const end = data.indexOf(newline)
      if (end === -1) break
      this.#header(data.toString('latin1', 0, end))
      data = data.subarray(end + 1)
    }
    this.#rest = data.length === 0 ? empty : Buffer.from(data)
  }

  #header(line: string): void {
    const info = readInfo(line)
    const asked = this.#waiting[this.#answered]
    if (asked === undefined) return
    if (info === null || asked.mostBytes === null) {
      this.#next()
      asked.resolve(info)
      return
    }
    // The content ends with a newline of its own.
    this.#open = { info, chunks: info.size > asked.mostBytes ? null : [], missing: info.size + 1 }
  }

  #next(): Waiting | undefined {
    const first = this.#waiting[this.#answered++]
    if (this.#answered >= mostAnswered || this.idle) {
      this.#waiting.splice(0, this.#answered)
      this.#answered = 0
    }
    return first
  }

  #finish(open: Open): void {
    if (open.chunks === null) {
      this.#next()?.resolve(open.info)
      return
    }
    // Kept for long: out of the pool that small buffers share, one would keep all that was there beside it.
    const data = Buffer.allocUnsafeSlow(open.info.size)
    let at = 0
    for (const chunk of open.chunks) at += chunk.copy(data, at)
    this.#next()?.resolve({ ...open.info, data })
  }
}

function endedIn(dir: RepoDir): Error {
  return existsSync(dir) ? new Error('git cat-file ended') : new RepositoryAway()
}

/** `<id> <type> <size>`, or `<what was asked for> missing`. */
function readInfo(line: string): ObjectInfo | null {
  const [id = '', type, size = ''] = line.split(' ')
  if (type !== 'commit' && type !== 'tree' && type !== 'blob' && type !== 'tag') return null
  return parseSha(id) === null ? null : { sha: requireSha(id), type, size: Number(size) }
}
