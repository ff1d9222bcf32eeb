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
  /** The heads of pull requests, by their numbers there, where the server shows them. */
  readonly offered: ReadonlyMap<number, Sha>
}

const mostNames = 10
const longestName = 300

/** Reads what a server says of its refs in git's first protocol, which all of them speak. Null where it makes no sense. */
export async function readAdvertisement(packets: readonly Buffer[]): Promise<Advertisement | null> {
  const pace = new Pace()
  const texts = await pace.map(packets, (packet) => packet.toString('utf8').replace(/\n$/, ''))
  const lines = texts.filter((line) => line !== '')
  if (lines[0]?.startsWith('# service=git-') === true) lines.shift()
  // Old versions of git say nothing at all of an empty repository.
  if (lines.length === 0) return { refs: [], unusable: 0, unusableNames: [], defaultBranch: null, offered: new Map() }
  const [first = '', abilities = ''] = lines[0]?.split('\0') ?? []
  if (!/^[0-9a-f]{40} /.test(first)) return null
  const told = [first, ...lines.slice(1)]
  const all = (await pace.map(told, readLine)).filter((ref) => ref !== null)
  const offered = (await pace.map(told, readOffer)).filter((offer) => offer !== null)
  const unusableNames: string[] = []
  const parsed = await pace.map(all, ({ sha, name }) => {
    const ref = parseRefName(name)
    if (ref !== null && isUsable(ref)) return { name: ref, sha }
    if (unusableNames.length < mostNames) unusableNames.push(name.slice(0, longestName))
    return null
  })
  const refs = parsed.filter((ref) => ref !== null)
  const head = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(abilities)?.[1] ?? null
  const unusable = all.length - refs.length
  return { refs, unusable, unusableNames, defaultBranch: head, offered: new Map(offered) }
}

function readLine(line: string): { readonly sha: Sha; readonly name: string } | null {
  const [, sha = '', name = ''] = /^([0-9a-f]{40}) (refs\/(?:heads|tags)\/.+)$/s.exec(line) ?? []
  const parsed = parseSha(sha)
  // The other end of a tag comes behind it, under a name that no ref has.
  return parsed === null || parsed === noSha || name.endsWith('^{}') ? null : { sha: parsed, name }
}

/** `refs/merge-requests/…` is what GitLab calls them. */
function readOffer(line: string): readonly [number, Sha] | null {
  const [, sha = '', number = ''] = /^([0-9a-f]{40}) refs\/(?:pull|merge-requests)\/(\d{1,9})\/head$/.exec(line) ?? []
  const parsed = parseSha(sha)
  return parsed === null || parsed === noSha ? null : [Number(number), parsed]
}

function isUsable(ref: RefName): boolean {
  const name = branchOf(ref) ?? tagOf(ref)
  return name !== null && whyConfusing(name) === null
}
