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
export function readAdvertisement(packets: readonly Buffer[]): Advertisement | null {
  const lines = packets.map((packet) => packet.toString('utf8').replace(/\n$/, '')).filter((line) => line !== '')
  if (lines[0] === '# service=git-upload-pack') lines.shift()
  // Old versions of git say nothing at all of an empty repository.
  if (lines.length === 0) return { refs: [], unusable: 0, defaultBranch: null }
  const [first = '', abilities = ''] = lines[0]?.split('\0') ?? []
  if (!/^[0-9a-f]{40} /.test(first)) return null
  const all = [first, ...lines.slice(1)].flatMap((line) => {
    const [, sha = '', name = ''] = /^([0-9a-f]{40}) (refs\/(?:heads|tags)\/.+)$/s.exec(line) ?? []
    const parsed = parseSha(sha)
    // The other end of a tag comes behind it, under a name that no ref has.
    return parsed === null || parsed === noSha || name.endsWith('^{}') ? [] : [{ sha: parsed, name }]
  })
  const refs = all.flatMap(({ sha, name }) => {
    const parsed = parseRefName(name)
    return parsed === null || !isUsable(parsed) ? [] : [{ name: parsed, sha }]
  })
  const head = /(?:^| )symref=HEAD:refs\/heads\/(\S+)/.exec(abilities)?.[1] ?? null
  return { refs, unusable: all.length - refs.length, defaultBranch: head }
}

function isUsable(ref: RefName): boolean {
  const name = branchOf(ref) ?? tagOf(ref)
  return name !== null && whyConfusing(name) === null
}
