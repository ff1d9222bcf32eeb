import { matchesPattern } from '../../core/match-pattern.ts'

/** Whom a line of CODEOWNERS names, without the sign: `ada`, `guild`, `ada@example.org`. */
export type OwnerNames = readonly string[]

interface Rule {
  readonly at: number
  readonly owners: OwnerNames
}

interface Glob extends Rule {
  readonly patterns: readonly string[]
}

/** A pattern with more of them is left out, and so is a longer line: each file is held against them all. */
const mostWildcards = 10
const longestLine = 1000
export const longestPath = 1024

/**
 * The rules of a CODEOWNERS file, of which the last that means a file counts. What is looked up in a table costs the same
 * however many rules there are: names, paths, and `*.ext`; only patterns that are none of these are tried one by one.
 */
export class CodeOwnerRules {
  /** Anchored paths: the file itself or a folder that it is in; and those that mean folders alone. */
  readonly #paths = new Map<string, Rule>()
  readonly #folders = new Map<string, Rule>()
  /** The same for names at any depth. */
  readonly #names = new Map<string, Rule>()
  readonly #folderNames = new Map<string, Rule>()
  /** `.ts` of `*.ts`. */
  readonly #endings = new Map<string, Rule>()
  readonly #globs: Glob[] = []
  #everything: Rule | null = null
  readonly #mostGlobs: number
  #isWhole = true
  /** Of the rules of a section that name nobody. */
  #usual: OwnerNames = []

  /** Of patterns that have to be tried one after the other: the last ones win anyway. */
  constructor(mostGlobs: number) {
    this.#mostGlobs = mostGlobs
  }

  /** Nothing was left out. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** A line of the file; `at` is where it stands. */
  read(line: string, at: number): void {
    const rule = parseOwnerLine(line)
    if (rule === 'too-long') this.#isWhole = false
    else if (rule?.pattern === null) this.#usual = rule.owners
    else if (rule !== null) this.#add(rule.pattern, rule.owners.length === 0 ? this.#usual : rule.owners, at)
  }

  #add(pattern: string, owners: OwnerNames, at: number): void {
    const rule = { at, owners }
    const isFolder = pattern.endsWith('/')
    const plain = pattern.replace(/\/$/, '')
    const anchored = plain.includes('/')
    const path = plain.replace(/^\//, '')
    if (path === '*' || path === '**') this.#everything = rule
    else if (!/[*?]/.test(path)) {
      if (anchored) (isFolder ? this.#folders : this.#paths).set(path, rule)
      else (isFolder ? this.#folderNames : this.#names).set(path, rule)
    } else if (!anchored && !isFolder && /^\*\.[^*?]+$/.test(path)) this.#endings.set(path.slice(1), rule)
    else if ((path.match(/[*?]/g)?.length ?? 0) <= mostWildcards) {
      const whole = `${anchored ? '' : '**/'}${path}`
      // What ends with a wildcard means files; what ends with a name may be a folder too.
      const isName = !/[*?]/.test(path.slice(path.lastIndexOf('/') + 1))
      this.#globs.push({
        ...rule,
        patterns: isFolder ? [`${whole}/**`] : isName ? [whole, `${whole}/**`] : [whole],
      })
      if (this.#globs.length > this.#mostGlobs) {
        this.#globs.shift()
        this.#isWhole = false
      }
    } else this.#isWhole = false
  }

  ownersOf(path: string): OwnerNames {
    const parts = path.split('/')
    let best: Rule | null = this.#everything
    const take = (rule: Rule | undefined): void => {
      if (rule !== undefined && rule.at > (best?.at ?? -1)) best = rule
    }
    for (const [depth, part] of parts.entries()) {
      const isFile = depth === parts.length - 1
      const here = parts.slice(0, depth + 1).join('/')
      take(this.#paths.get(here))
      take(this.#names.get(part))
      if (!isFile) {
        take(this.#folders.get(here))
        take(this.#folderNames.get(part))
      }
      for (let dot = part.indexOf('.'); dot !== -1; dot = part.indexOf('.', dot + 1)) {
        take(this.#endings.get(part.slice(dot)))
      }
    }
    for (const glob of this.#globs.toReversed()) {
      if (glob.at < (best?.at ?? -1)) break
      if (path.length > longestPath || !glob.patterns.some((pattern) => matchesPattern(pattern, path))) continue
      best = glob
      break
    }
    return best?.owners ?? []
  }
}

/** `pattern` is null for the heading of a section, as GitLab has them. */
type OwnerLine =
  | { readonly pattern: string; readonly owners: OwnerNames }
  | { readonly pattern: null; readonly owners: OwnerNames }

/** A line: a pattern and whom it names; null for an empty one. A space in the pattern is written `\\ `. */
export function parseOwnerLine(line: string): OwnerLine | 'too-long' | null {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  if (text.length > longestLine) return 'too-long'
  const [heading] = /^\^?\[[^\]]*\](?:\[\d*\])?(?=\s|$)/.exec(text) ?? []
  if (heading !== undefined) return { pattern: null, owners: namesIn(text.slice(heading.length)) }
  const [, pattern = '', rest = ''] = /^((?:\\.|[^\s\\])+)(.*)$/.exec(text) ?? []
  return pattern === '' ? null : { pattern: pattern.replaceAll(/\\(.)/g, '$1'), owners: namesIn(rest) }
}

function namesIn(text: string): OwnerNames {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const comment = words.findIndex((word) => word.startsWith('#'))
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/^@/, ''))
}
