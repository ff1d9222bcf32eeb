import { createHash } from 'node:crypto'
import type { RefName } from '../../core/ref-name.ts'
import { parseRefName } from '../../core/ref-name.ts'
import { requireSha } from '../../core/sha.ts'
import type { CopiedRef } from '../../git/copy-repository.ts'
import type { FileStore } from './file-store.ts'
import type { Point } from './manifest.ts'
import { readRecords } from './read-dump.ts'

/** The refs of one repository after the other, as a backup's database has them, without holding all in memory. */
export class FollowRefs {
  readonly #records: ReturnType<typeof readRecords>
  #next: { readonly repoId: number; readonly ref: CopiedRef } | null = null
  #started = false

  constructor(store: FileStore, point: Pick<Point, 'tables'>) {
    this.#records = readRecords(store, point, 'refs')
  }

  /** Asked for in the order of ids: what was passed does not come again. */
  async of(repoId: number): Promise<readonly CopiedRef[]> {
    if (!this.#started) await this.#advance()
    this.#started = true
    while (this.#next !== null && this.#next.repoId < repoId) await this.#advance()
    const refs: CopiedRef[] = []
    while (this.#next !== null && this.#next.repoId === repoId) {
      refs.push(this.#next.ref)
      await this.#advance()
    }
    return refs
  }

  async #advance(): Promise<void> {
    const next = await this.#records.next()
    if (next.done === true) {
      this.#next = null
      return
    }
    const { repo_id: repoId, name, sha } = next.value
    this.#next = { repoId: Number(repoId), ref: { name: requireRefName(String(name)), sha: requireSha(String(sha)) } }
  }
}

function requireRefName(text: string): RefName {
  const name = parseRefName(text)
  if (name === null) throw new Error(`The backup has a ref with an unusable name: ${text}`)
  return name
}

/** The same for the same refs, in whichever order they come. */
export function printOf(refs: readonly CopiedRef[]): string {
  const lines = refs.map(({ name, sha }) => `${sha} ${name}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex')
}
