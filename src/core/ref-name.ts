declare const refBrand: unique symbol
/** A full ref name such as `refs/heads/main`, by git's own rules. Only the parsers here make one. */
export type RefName = string & { readonly [refBrand]: true }

const longest = 255
/** What git forbids anywhere: control characters, space, `~^:?*[\`, `..`, `@{`, `//`. */
const forbidden = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\//

/** The part behind refs/heads/ or refs/tags/: may hold slashes, may not look like an option. */
export function isBranchName(text: string): boolean {
  if (text === '' || text === '@' || text === 'HEAD' || Buffer.byteLength(text) > longest) return false
  if (forbidden.test(text) || text.startsWith('-') || !text.isWellFormed()) return false
  if (text.startsWith('/') || text.endsWith('/') || text.endsWith('.')) return false
  return text.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}

export function branchRef(name: string): RefName | null {
  return isBranchName(name) ? (`refs/heads/${name}` as RefName) : null
}

export function tagRef(name: string): RefName | null {
  return isBranchName(name) ? (`refs/tags/${name}` as RefName) : null
}

/** A name as git hands it over: under refs/, and sound. */
export function parseRefName(text: string): RefName | null {
  return text.startsWith('refs/') && isBranchName(text.slice('refs/'.length)) ? (text as RefName) : null
}

export function branchOf(ref: RefName): string | null {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null
}
