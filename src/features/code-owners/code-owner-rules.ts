import { parseOwnerLine } from './owner-line.ts'
import { type OwnerNames, OwnerPatterns } from './owner-patterns.ts'

/** What a part of the list asks for where a file is changed. */
export interface Demand {
  readonly owners: OwnerNames
  /** How many of them have to approve. */
  readonly approvals: number
  /** They are to know of it, and need not approve. */
  readonly isOptional: boolean
}

/** A part of the list that counts by itself, as GitLab has them; what stands above all headings is one, too. */
interface Section {
  readonly patterns: OwnerPatterns
  /** Files that are nobody's here, whatever else the section says of them. */
  readonly exclusions: OwnerPatterns
  /** Of the rules that name nobody. */
  usual: OwnerNames
  approvals: number
  isOptional: boolean
}

const mostSections = 100
const tooMuch = 'CODEOWNERS has lines or patterns that are too long, or too many wildcards or sections'

/** The rules of a CODEOWNERS file. Of each section the last that means a file counts. */
export class CodeOwnerRules {
  readonly #sections = new Map<string, Section>()
  #section = this.#sectionOf('')
  /** Those whose patterns have to be tried one after the other, in the order in which they stand in the file. */
  readonly #globs: OwnerPatterns[] = []
  readonly #mostGlobs: number
  #flaw: string | null = null

  /** Of patterns that have to be tried one after the other: the last ones win anyway. */
  constructor(mostGlobs: number) {
    this.#mostGlobs = mostGlobs
  }

  /** Why not all of it was understood; null where it was. */
  get flaw(): string | null {
    return this.#flaw
  }

  /** A line of the file; `at` is where it stands. */
  read(text: string, at: number): void {
    const line = parseOwnerLine(text)
    if (line === null) return
    switch (line.kind) {
      case 'too-long':
        this.#flaw ??= tooMuch
        return
      case 'heading':
        this.#minds(line.owners)
        this.#begin(line)
        return
      case 'exclusion':
        this.#add(this.#section.exclusions, line.pattern, { owners: [], at })
        return
      case 'rule': {
        this.#minds(line.owners)
        const owners = line.owners.length === 0 ? this.#section.usual : line.owners
        this.#add(this.#section.patterns, line.pattern, { owners, at })
      }
    }
  }

  demandsOf(path: string): readonly Demand[] {
    return [...this.#sections.values()].flatMap(({ patterns, exclusions, approvals, isOptional }) => {
      const owners = patterns.ownersOf(path) ?? []
      if (owners.length === 0 || exclusions.ownersOf(path) !== null) return []
      return [{ owners, approvals, isOptional }]
    })
  }

  #sectionOf(name: string): Section {
    const known = this.#sections.get(name.toLowerCase())
    if (known !== undefined) return known
    const section = {
      patterns: new OwnerPatterns(),
      exclusions: new OwnerPatterns(),
      usual: [],
      approvals: 1,
      isOptional: false,
    }
    this.#sections.set(name.toLowerCase(), section)
    return section
  }

  /** One that comes twice goes on: what it asks for is the more of the two. */
  #begin(heading: { readonly name: string } & Demand): void {
    const isNew = !this.#sections.has(heading.name.toLowerCase())
    if (isNew && this.#sections.size >= mostSections) {
      // Its rules go on being read, as those of the section above: nobody takes what is not whole for all there is.
      this.#flaw ??= tooMuch
      return
    }
    const section = this.#sectionOf(heading.name)
    section.usual = heading.owners
    section.approvals = isNew ? heading.approvals : Math.max(section.approvals, heading.approvals)
    section.isOptional = heading.isOptional && (isNew || section.isOptional)
    this.#section = section
  }

  /** GitLab's `@@maintainer`: taken for the name of nobody, it would lift what it asks for in silence. */
  #minds(owners: OwnerNames): void {
    const role = owners.find((name) => name.startsWith('@'))
    if (role !== undefined) this.#flaw ??= `CODEOWNERS names a role (@${role}) in place of people or a team`
  }

  #add(to: OwnerPatterns, pattern: string, { owners, at }: { owners: OwnerNames; at: number }): void {
    const kind = to.add(pattern, owners, at)
    if (kind === 'too-many') this.#flaw ??= tooMuch
    if (kind !== 'glob') return
    this.#globs.push(to)
    if (this.#globs.length <= this.#mostGlobs) return
    this.#globs.shift()?.forgetFirstGlob()
    this.#flaw ??= tooMuch
  }
}
