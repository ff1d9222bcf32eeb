import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { readRefs } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { bringRefs } from '../imports/bring-refs.ts'
import { emptyPack } from '../imports/empty-pack.ts'
import type { RemoteOptions } from '../imports/reach-server.ts'
import { fetchPack, findRefs } from '../imports/remote.ts'
import type { Source } from '../imports/source.ts'
import { commitHere } from '../pulls/bring-pull.ts'
import { pullRef, versionRef } from '../pulls/keep-versions.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { recentTips } from '../transport/bring-commit.ts'

/** A pull request whose commits are wanted. */
export interface WantedHead {
  /** Here, and as it is counted there. */
  readonly number: number
  readonly there: number
  /** As the server says it. */
  readonly sha: string
}

interface FoundHead {
  readonly number: number
  readonly sha: Sha
  readonly isHere: boolean
}

/** Brings the commits of pull requests from another server, whatever has become of their branches there. */
export class Heads {
  readonly #app: App
  readonly #repo: OpenRepo
  readonly #source: Source
  readonly #options: RemoteOptions
  #offered: Promise<{ readonly offered: ReadonlyMap<number, Sha>; readonly source: Source }> | null = null

  constructor(app: App, repo: OpenRepo, source: Source, options: RemoteOptions) {
    this.#app = app
    this.#repo = repo
    this.#source = source
    this.#options = options
  }

  /** Those that are here then, kept by refs as those of every pull request. The others cannot be had. */
  async bring(wanted: readonly WantedHead[]): Promise<ReadonlyMap<number, Sha>> {
    const found: FoundHead[] = []
    for (const one of wanted) {
      const head = await this.#find(one)
      if (head !== null) found.push(head)
    }
    return new Map((await this.#keep(found)).map(({ number, sha }) => [number, sha]))
  }

  async #find({ number, there, sha: text }: WantedHead): Promise<FoundHead | null> {
    const dir = repoDirectory(this.#app.config, this.#repo)
    const known = await commitHere(this.#app, dir, text)
    if (known !== null) return { number, sha: known, isHere: true }
    const offered = (await this.#look()).offered.get(there)
    if (offered === undefined) return null
    return { number, sha: offered, isHere: (await commitHere(this.#app, dir, offered)) !== null }
  }

  /** Asked for once, when it is first needed. */
  #look(): Promise<{ readonly offered: ReadonlyMap<number, Sha>; readonly source: Source }> {
    this.#offered ??= findRefs(this.#source, this.#options).catch((error: unknown) => {
      this.#offered = null
      throw error
    })
    return this.#offered
  }

  /** Where git does not take all of them, each half is tried by itself: what is wrong with one is not with the others. */
  async #keep(heads: readonly FoundHead[]): Promise<readonly FoundHead[]> {
    if (heads.length === 0) return []
    const refusal = await this.#take(heads)
    if (refusal === null) return heads
    if (heads.length === 1) return []
    const middle = heads.length >> 1
    return [...(await this.#keep(heads.slice(0, middle))), ...(await this.#keep(heads.slice(middle)))]
  }

  async #take(heads: readonly FoundHead[]): Promise<string | null> {
    const dir = repoDirectory(this.#app.config, this.#repo)
    const wanted = heads.flatMap(({ number, sha }) => [
      { ref: versionRef(number, 1), after: sha },
      { ref: pullRef(number), after: sha },
    ])
    const there = await readRefs(
      dir,
      wanted.map(({ ref }) => ref),
    )
    const changes = wanted.flatMap(({ ref, after }): RefChange[] => {
      const before = there.get(ref) ?? noSha
      return before === after ? [] : [{ ref, before, after }]
    })
    if (changes.length === 0) return null
    const missing = heads.filter(({ isHere }) => !isHere)
    const refs = missing.map(({ number, sha }) => ({ name: pullRef(number), sha }))
    const pack =
      refs.length === 0
        ? emptyPack()
        : fetchPack(
            { source: (await this.#look()).source, refs, has: await recentTips(this.#app, this.#repo) },
            this.#options,
            () => undefined,
          )
    return bringRefs(this.#app, systemActor, this.#repo, { changes, pack, purpose: { kind: 'keep' } })
  }
}
