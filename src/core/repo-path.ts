import { isDotGit } from './disguised-names.ts'
import { invalidField } from './errors.ts'

declare const pathBrand: unique symbol
/** A path inside a repository, without a leading slash; '' is the root. Only the parsers here make one. */
export type RepoPath = string & { readonly [pathBrand]: true }

const longest = 4096

/** For reading: anything that a tree can hold, as long as it names one place inside the repository. */
export function parseRepoPath(text: string): RepoPath | null {
  const path = withoutOuterSlashes(text)
  if (path === '') return '' as RepoPath
  if (Buffer.byteLength(path) > longest || path.includes('\0')) return null
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') ? (path as RepoPath) : null
}

/** From both ends: a pattern would look at every slash inside as if it were among the last. */
function withoutOuterSlashes(text: string): string {
  let from = 0
  let to = text.length
  while (text[from] === '/') from += 1
  while (to > from && text[to - 1] === '/') to -= 1
  return text.slice(from, to)
}

/** The root, every folder below it, and the path itself. */
export function wayTo(path: RepoPath): readonly RepoPath[] {
  const names = path === '' ? [] : path.split('/')
  return [[], ...names.map((_, depth) => names.slice(0, depth + 1))].map((some) => some.join('/') as RepoPath)
}

const longestSegment = 255
const deepest = 100

/** For writing: what every file system can hold, and no git takes for its own folder. */
export function parseWritablePath(field: string, text: string): RepoPath {
  const wrong = whyNotWritable(text)
  if (wrong !== null) throw invalidField(field, 'format', wrong)
  return text as RepoPath
}

function whyNotWritable(text: string): string | null {
  if (text === '') return 'must not be empty'
  if (Buffer.byteLength(text) > longest) return `must be at most ${longest} bytes`
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters'
  if (!text.isWellFormed()) return 'must be text'
  if (text.startsWith('/') || text.endsWith('/')) return 'must not begin or end with a slash'
  if (text.split('/').length > deepest) return `must be at most ${deepest} levels deep`
  // A backslash separates folders on Windows: what stands between two of them is looked at as a name of its own.
  for (const segment of text.split(/[/\\]/)) {
    if (segment === '') return 'must not contain an empty segment'
    if (segment === '.' || segment === '..') return 'must not contain "." or ".." as a segment'
    if (Buffer.byteLength(segment) > longestSegment) return `must not contain a segment of over ${longestSegment} bytes`
    if (isDotGit(segment)) return 'must not contain a segment that git takes for its own folder'
  }
  return null
}
