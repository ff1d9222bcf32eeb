import { randomUUID } from 'node:crypto'
import type { RepoPath } from '../core/repo-path.ts'
import type { Sha } from '../core/sha.ts'
import { TooFar } from './commit-walk.ts'
import type { GitProcess } from './git-process.ts'
import type { Git, RepoDir } from './run-git.ts'

interface Asked {
  /** What git does not understand and says again: nobody who names a file can know it before. */
  readonly end: Buffer
  readonly names: Set<string>
  /** Before what differs git says of which commit it is. */
  isHeaded: boolean
  readonly resolve: (names: ReadonlySet<string>) => void
  readonly reject: (error: Error) => void
}

/** Of one search, all answers together: a few small trees can name billions of files. */
const mostBytes = 64 * 1024 * 1024
const mostSeconds = 60
const priority = 10
const nul = 0

/** Has one git say which entries of a folder differ between two commits: of a wide one, faster than reading it. */
export class ChangedNames {
  readonly #child: GitProcess
  readonly #above: number
  readonly #asked: Asked[] = []
  #rest: Buffer = Buffer.alloc(0)
  #bytes = 0
  #ended = false

  constructor(git: Git, dir: RepoDir, path: RepoPath) {
    const words = ['diff-tree', '--stdin', '-z', '--name-only', '--no-renames', ...(path === '' ? [] : ['-r'])]
    const call = { words, mostSeconds, ...(path === '' ? {} : { paths: [path] }) }
    this.#above = path === '' ? 0 : Buffer.byteLength(path) + 1
    this.#child = git.spawn(dir, call, ['pipe', 'pipe', 'ignore'], { priority })
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.on('data', (bytes: Buffer) => this.#feed(bytes))
    this.#child.once('error', () => this.close())
    this.#child.once('close', () => this.close())
  }

  /** Many may be asked for before the first is answered. */
  between(commit: Sha, parent: Sha): Promise<ReadonlySet<string>> {
    const mark = `end of ${randomUUID()}\n`
    return new Promise((resolve, reject) => {
      this.#asked.push({ end: Buffer.from(mark), names: new Set(), isHeaded: false, resolve, reject })
      if (this.#ended) this.close()
      else this.#child.stdin?.write(`${commit} ${parent}\n${mark}`)
    })
  }

  close(): void {
    this.#ended = true
    this.#child.kill('SIGKILL')
    for (const { reject } of this.#asked.splice(0)) reject(new TooFar('Git has told no more of what changed'))
  }

  #feed(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#bytes > mostBytes) this.close()
    const text = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    let at = 0
    for (let asked = this.#asked[0]; asked !== undefined; asked = this.#asked[0]) {
      if (text.subarray(at, at + asked.end.length).equals(asked.end)) {
        at += asked.end.length
        this.#asked.shift()
        asked.resolve(asked.names)
        continue
      }
      const end = text.indexOf(nul, at)
      if (end === -1) break
      if (asked.isHeaded) asked.names.add(this.#nameIn(text.subarray(at, end)))
      asked.isHeaded = true
      at = end + 1
    }
    this.#rest = text.subarray(at)
  }

  #nameIn(path: Buffer): string {
    const slash = path.indexOf('/', this.#above)
    return path.toString('utf8', this.#above, slash === -1 ? path.length : slash)
  }
}
