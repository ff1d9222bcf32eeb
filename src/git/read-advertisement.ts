import { Pace } from '../core/pace.ts'
import { branchOf, parseRefName, type RefName, tagOf, whyConfusing } from '../core/ref-name.ts'
import { noSha, parseSha, type Sha } from '../core/sha.ts'

export interface RemoteRef {
  readonly name: RefName
  readonly sha: Sha
}

/** What another server has. */
export interface Advertisement {
  /** Branches and tags that can be kept here under the same name. */
  readonly refs: readonly RemoteRef[]
  /** How many others there are of these, and some of their names as far as they can be read. */
  readonly unusable: number
  readonly unusableNames: readonly string[]
  readonly defaultBranch: string | null
  /** The heads of pull requests, by their numbers there, where the server shows them (`refs/merge-requests/…` on GitLab). */
  readonly offered: ReadonlyMap<number, Sha>
}

const mostNames = 10
const longestName = 300

const serviceWord = '# service=git-'
const [newline, space] = [0x0a, 0x20]
/** Behind an object id and a space. */
const nameAt = 41

/**
 * Reads what a server says of its refs in git's first protocol, which all of them speak. Null where it makes no sense.
 * Each line becomes what is kept of it as it comes: some hundred thousand that wait for the last one, in whatever form,
 * make everybody wait each time that memory is cleared.
 */
export async function readAdvertisement(packets: AsyncIterable<Buffer>): Promise<Advertisement | null> {
  const pace = new Pace()
  const lines = new Lines()
  for await (const packet of packets) {
    if (!lines.take(packet)) return null
    await pace.isOver()
  }
  return lines.all()
}

class Lines {
  readonly #refs: RemoteRef[] = []
  readonly #offered = new Map<number, Sha>()
  readonly #unusableNames: string[] = []
  #unusable = 0
  /** Of the server, behind its first ref; null before that. */
  #abilities: string | null = null

  /** False where it makes no sense. */
  take(packet: Buffer): boolean {
    const line = packet.at(-1) === newline ? packet.subarray(0, -1) : packet
    if (line.length === 0) return true
    if (this.#abilities !== null) return this.#takeRef(line)
    if (line.toString('latin1', 0, serviceWord.length) === serviceWord) return true
    const nul = line.indexOf(0)
    this.#abilities = nul < 0 ? '' : line.toString('utf8', nul + 1)
    return (
      /^[0-9a-f]{40} $/.test(line.toString('latin1', 0, nameAt)) &&
      this.#takeRef(nul < 0 ? line : line.subarray(0, nul))
    )
  }

  /** Old versions of git say nothing at all of an empty repository. */
  all(): Advertisement {
    const head = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(this.#abilities ?? '')?.[1] ?? null
    const [refs, offered, unusable, unusableNames] = [this.#refs, this.#offered, this.#unusable, this.#unusableNames]
    return { refs, unusable, unusableNames, defaultBranch: head, offered }
  }

  /** What is no ref to be kept is passed over. */
  #takeRef(line: Buffer): true {
    const sha = line[nameAt - 1] === space ? parseSha(line.toString('latin1', 0, nameAt - 1)) : null
    if (sha === null || sha === noSha) return true
    const name = line.toString('utf8', nameAt)
    const offer = /^refs\/(?:pull|merge-requests)\/(\d{1,9})\/head$/.exec(name)
    if (offer !== null) this.#offered.set(Number(offer[1]), sha)
    // The other end of a tag comes behind it, under a name that no ref has.
    if (!/^refs\/(?:heads|tags)\/./s.test(name) || name.endsWith('^{}')) return true
    const ref = parseRefName(name)
    if (ref !== null && isUsable(ref)) this.#refs.push({ name: ref, sha })
    else {
      this.#unusable += 1
      if (this.#unusableNames.length < mostNames) this.#unusableNames.push(name.slice(0, longestName))
    }
    return true
  }
}

function isUsable(ref: RefName): boolean {
  const name = branchOf(ref) ?? tagOf(ref)
  return name !== null && whyConfusing(name) === null
}
