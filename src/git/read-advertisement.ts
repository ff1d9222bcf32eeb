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
  /** How many others there are of these. */
  readonly unusable: number
  readonly defaultBranch: string | null
}

/** Reads what a server says of its refs in git's first protocol, which all of them speak. Null where it makes no sense. */
export async function readAdvertisement(packets: readonly Buffer[]): Promise<Advertisement | null> {
  const pace = new Pace()
  const texts = await pace.map(packets, (packet) => packet.toString('utf8').replace(/\n$/, ''))
  const lines = texts.filter((line) => line !== '')
  if (lines[0] === '# service=git-upload-pack') lines.shift()
  // Old versions of git say nothing at all of an empty repository.
  if (lines.length === 0) return { refs: [], unusable: 0, defaultBranch: null }
  const [first = '', abilities = ''] = lines[0]?.split('\0') ?? []
  if (!/^[0-9a-f]{40} /.test(first)) return null
  const all = (await pace.map([first, ...lines.slice(1)], readLine)).filter((ref) => ref !== null)
  const parsed = await pace.map(all, ({ sha, name }) => {
    const ref = parseRefName(name)
    return ref === null || !isUsable(ref) ? null : { name: ref, sha }
  })
  const refs = parsed.filter((ref) => ref !== null)
  const head = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(abilities)?.[1] ?? null
  return { refs, unusable: all.length - refs.length, defaultBranch: head }
}

function readLine(line: string): { readonly sha: Sha; readonly name: string } | null {
  const [, sha = '', name = ''] = /^([0-9a-f]{40}) (refs\/(?:heads|tags)\/.+)$/s.exec(line) ?? []
  const parsed = parseSha(sha)
  // The other end of a tag comes behind it, under a name that no ref has.
  return parsed === null || parsed === noSha || name.endsWith('^{}') ? null : { sha: parsed, name }
}

function isUsable(ref: RefName): boolean {
  const name = branchOf(ref) ?? tagOf(ref)
  return name !== null && whyConfusing(name) === null
}
