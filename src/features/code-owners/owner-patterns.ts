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

/** A pattern with more of them is left out: each file is held against them all. */
const mostWildcards = 10
export const longestPath = 1024

/**
 * Patterns of a CODEOWNERS file, of which the last that means a file counts. What is looked up in a table costs the same
 * however many there are: names, paths, and `*.ext`; only patterns that are none of these are tried one by one.
 */
export class OwnerPatterns {
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

  /** `glob`: one that has to be tried one by one; `too-many`: it has too many wildcards, and was left out. */
  add(pattern: string, owners: OwnerNames, at: number): 'glob' | 'too-many' | 'looked-up' {
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
      return 'glob'
    } else return 'too-many'
    return 'looked-up'
  }

  forgetFirstGlob(): void {
    this.#globs.shift()
  }

  /** Null where none of them means the file. */
  ownersOf(path: string): OwnerNames | null {
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
    return best?.owners ?? null
  }
}
