import type { FileNote } from './choose-files.ts'
import type { FoundPackage, Use } from './found-package.ts'
import type { Ecosystem } from './purl.ts'

/** A package, as all files together name it. */
export interface Component extends FoundPackage {
  /** Where it is named. */
  readonly files: readonly string[]
}

/** All that a commit is built from. */
export interface Inventory {
  /** By purl. */
  readonly components: readonly Component[]
  readonly files: readonly string[]
  /** Files that could not be read, or not as a whole. */
  readonly notes: readonly FileNote[]
}

/** How many of what. */
export interface Summary {
  readonly components: number
  readonly direct: number
  readonly files: number
  readonly notes: readonly FileNote[]
  /** The most frequent first. */
  readonly ecosystems: readonly Counted<Ecosystem>[]
  readonly licences: readonly Counted<string>[]
  readonly uses: Readonly<Record<Use, number>>
}

export interface Counted<T extends string> {
  readonly name: T
  readonly count: number
}

const mostLicences = 50
const mostNotes = 50

export function summaryOf({ components, files, notes }: Inventory): Summary {
  const uses: Record<Use, number> = { required: 0, optional: 0, development: 0 }
  for (const one of components) uses[one.use] += 1
  return {
    components: components.length,
    direct: components.filter((one) => one.isDirect).length,
    files: files.length,
    notes: notes.slice(0, mostNotes),
    ecosystems: counted(components.map((one) => one.ecosystem)),
    licences: counted(components.flatMap((one) => one.licences)).slice(0, mostLicences),
    uses,
  }
}

function counted<T extends string>(names: readonly T[]): readonly Counted<T>[] {
  const counts = new Map<T, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
