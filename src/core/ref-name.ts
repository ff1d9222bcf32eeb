declare const refBrand: unique symbol
/** A full ref name such as `refs/heads/main`, by git's own rules. Only the parsers here make one. */
export type RefName = string & { readonly [refBrand]: true }

const longest = 255
/** Git writes `x.lock` beside a ref `x`, and file systems end at 255 bytes. */
const longestPart = 250
/** What git forbids anywhere: control characters, space, `~^:?*[\`, `..`, `@{`, `//`. */
const forbidden = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\//

/** Names that git takes and people regret: each is something else to some command. Null when a name is none of them. */
export function whyConfusing(name: string): string | null {
  if (name === 'HEAD') return 'is what git calls the branch that is checked out'
  if (name.startsWith('-')) return 'begins with a dash, which commands take for an option'
  if (name.startsWith('refs/')) return 'begins with refs/: leave that out'
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:\/|$)/i.test(name)) return 'looks like the id of a commit'
  return null
}

/** The part behind refs/heads/ or refs/tags/: may hold slashes, may not look like something else. */
export function isBranchName(text: string): boolean {
  return isSound(text) && text !== '@' && whyConfusing(text) === null
}

/** What git itself asks of a name, and a length that every file system can hold. */
function isSound(text: string): boolean {
  if (text === '' || Buffer.byteLength(text) > longest) return false
  if (forbidden.test(text) || !text.isWellFormed()) return false
  if (text.startsWith('/') || text.endsWith('/') || text.endsWith('.')) return false
  const parts = text.split('/')
  return parts.every(
    (part) => !part.startsWith('.') && !part.endsWith('.lock') && Buffer.byteLength(part) <= longestPart,
  )
}

export function branchRef(name: string): RefName | null {
  return isBranchName(name) ? (`refs/heads/${name}` as RefName) : null
}

export function tagRef(name: string): RefName | null {
  return isBranchName(name) ? (`refs/tags/${name}` as RefName) : null
}

/** What somebody may mean by a name: a branch, or a tag, or either. */
export interface MeantRefs {
  readonly name: string
  readonly branch: RefName | null
  readonly tag: RefName | null
}

/** `refs/heads/x` and `refs/tags/x` are exact: nothing else that is called x can stand in their place. */
export function refsMeantBy(text: string): MeantRefs {
  const [, kind, name = text] = exactName.exec(text) ?? []
  return {
    name,
    branch: kind === 'tags' ? null : branchRef(name),
    tag: kind === 'heads' ? null : tagRef(name),
  }
}

/** A tag as every address and form takes it, although a branch may have the same name. */
export function exactTag(name: string): string {
  return `refs/tags/${name}`
}

const exactName = /^refs\/(heads|tags)\/(.+)$/s

/** What an exact name begins with; empty where a text is not one. */
export function exactBeginning(text: string): string {
  return /^refs\/(?:heads|tags)\//.exec(text)?.[0] ?? ''
}

/** A name as git hands it over: under refs/, and sound. */
export function parseRefName(text: string): RefName | null {
  return text.startsWith('refs/') && isSound(text.slice('refs/'.length)) ? (text as RefName) : null
}

export function branchOf(ref: RefName): string | null {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
}

export function tagOf(ref: RefName): string | null {
  return ref.startsWith('refs/tags/') ? ref.slice('refs/tags/'.length) : null
}
