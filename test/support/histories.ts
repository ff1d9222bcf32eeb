// Histories written down as what each commit changes, and made all at once by `git fast-import`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireSha, type Sha } from '../../src/core/sha.ts'

/** A commit that will be made: its number in the stream. */
export type Mark = number & { readonly mark: unique symbol }

export type Content = string | Buffer
/** What a commit does to a path: new content, another mode, a submodule's commit, or nothing left (null). */
export type Change =
  | Content
  | { readonly mode: '100755' | '120000'; readonly content: Content }
  | { readonly submodule: string }
  | null

export interface CommitText {
  readonly message?: Content
  readonly author?: Content
  readonly encoding?: string
}

export class Histories {
  readonly #stream: Buffer[] = []
  #last = 0

  commit(parents: readonly Mark[], changes: Readonly<Record<string, Change>>, text: CommitText = {}): Mark {
    const mark = ++this.#last
    const when = `${1_700_000_000 + mark * 60} +0000`
    const [first, ...others] = parents
    this.#add(`commit refs/heads/commit-${mark}\nmark :${mark}\n`)
    this.#add('author ', text.author ?? 'Ada <ada@example.org>', ` ${when}\ncommitter Cy <cy@example.org> ${when}\n`)
    if (text.encoding !== undefined) this.#add(`encoding ${text.encoding}\n`)
    this.#data(text.message ?? `Commit ${mark}\n`)
    if (first !== undefined) this.#add(`from :${first}\n`)
    for (const other of others) this.#add(`merge :${other}\n`)
    for (const [path, change] of Object.entries(changes)) this.#change(path, change)
    this.#add('\n')
    return mark as Mark
  }

  /** Makes them all in a bare repository, and tells which id each has got. */
  write(dir: string): (mark: Mark) => Sha {
    const marks = join(dir, 'marks')
    execFileSync('git', ['fast-import', '--quiet', `--export-marks=${marks}`], {
      cwd: dir,
      input: Buffer.concat(this.#stream),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    const written = readFileSync(marks, 'latin1').trim().split('\n')
    const ids = new Map(written.map((line) => [line.split(' ')[0], line.split(' ')[1] ?? '']))
    return (mark) => requireSha(ids.get(`:${mark}`) ?? '')
  }

  #change(path: string, change: Change): void {
    if (change === null) this.#add(`D ${path}\n`)
    else if (typeof change === 'string' || Buffer.isBuffer(change)) this.#file('100644', path, change)
    else if ('submodule' in change) this.#add(`M 160000 ${change.submodule} ${path}\n`)
    else this.#file(change.mode, path, change.content)
  }

  #file(mode: string, path: string, content: Content): void {
    this.#add(`M ${mode} inline ${path}\n`)
    this.#data(content)
  }

  #data(content: Content): void {
    const bytes = Buffer.from(content)
    this.#add(`data ${bytes.length}\n`, bytes, '\n')
  }

  #add(...parts: readonly Content[]): void {
    this.#stream.push(...parts.map((part) => Buffer.from(part)))
  }
}

/** Numbered lines, of which some can be said to be different. */
export function lines(count: number, different: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, at) => `${different[at + 1] ?? `line ${at + 1}`}\n`).join('')
}
