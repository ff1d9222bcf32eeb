import type { Hash } from './hashes.ts'
import { type Ecosystem, purlOf } from './purl.ts'

/** What it is needed for: by whoever uses the software, only where it can be had, or only by those who work on it. */
export type Use = 'required' | 'optional' | 'development'

/** One package as one file names it. */
export interface FoundPackage {
  readonly ecosystem: Ecosystem
  readonly name: string
  /** Empty where a file only says what would do. */
  readonly version: string
  readonly purl: string
  /** What would do, by a manifest that no lock file stands beside. */
  readonly range: string | null
  readonly use: Use
  /** Asked for by the project itself, not by another package. */
  readonly isDirect: boolean
  readonly licences: readonly string[]
  readonly hashes: readonly Hash[]
  /** Packages that it needs, by purl. */
  readonly needs: readonly string[]
}

export interface Reading {
  readonly packages: readonly FoundPackage[]
  /** What could not be made sense of, for whoever reads the document. */
  readonly notes?: readonly string[]
  /** The file says what direct packages are for, and leaves it to the reader what follows for the others. */
  readonly usesAreOfDirect?: true
}

/** A reader never throws on purpose; what it throws all the same becomes a note. */
export type Reader = (text: string) => Reading

const longestName = 512
const longestVersion = 256
const mostLicences = 20
const mostHashes = 5

type More = Partial<Omit<FoundPackage, 'ecosystem' | 'name' | 'version' | 'purl'>>

/** Null for names that no package can have. */
export function packageOf(ecosystem: Ecosystem, name: string, version: string, more: More = {}): FoundPackage | null {
  if (!isName(name, longestName) || (version !== '' && !isName(version, longestVersion))) return null
  const purl = purlOf(ecosystem, name, version)
  if (purl === null) return null
  return {
    ecosystem,
    name,
    version,
    purl,
    range: more.range?.slice(0, longestVersion) ?? null,
    use: more.use ?? 'required',
    isDirect: more.isDirect ?? false,
    licences: (more.licences ?? []).filter((text) => isName(text, longestName)).slice(0, mostLicences),
    hashes: (more.hashes ?? []).slice(0, mostHashes),
    needs: more.needs ?? [],
  }
}

/** Without control characters, which have no business in a name and would end up in somebody's terminal. */
function isName(text: string, longest: number): boolean {
  return (
    text !== '' && text.length <= longest && text.isWellFormed() && !/[\p{Cc}\u2028\u2029\u202a-\u202e]/u.test(text)
  )
}

/** For lists that are made from a row each, some of which make nothing. */
export function present<T>(list: Iterable<T | null>): T[] {
  const found: T[] = []
  for (const one of list) if (one !== null) found.push(one)
  return found
}
