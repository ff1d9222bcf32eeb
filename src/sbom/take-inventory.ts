import type { FileNote } from './choose-files.ts'
import type { FoundPackage, Use } from './found-package.ts'
import type { Hash } from './hashes.ts'
import type { Component, Inventory } from './inventory.ts'
import { kindOf } from './known-files.ts'
import { readers } from './readers.ts'
import { settleReading } from './settle-reading.ts'

const mostComponents = 50_000
const mostNeeds = 500
const mostPlaces = 20
const longestRange = 256
const strength: Readonly<Record<Use, number>> = { required: 2, optional: 1, development: 0 }

export interface FileText {
  readonly path: string
  readonly text: string
}

interface Growing {
  readonly first: FoundPackage
  use: Use
  isDirect: boolean
  readonly ranges: Set<string>
  readonly licences: Set<string>
  readonly hashes: Map<string, Hash>
  readonly needs: Set<string>
  readonly files: Set<string>
}

/** Reads all files and puts together what they say. A file that cannot be read becomes a note, never an error. */
export function takeInventory(files: readonly FileText[], before: readonly FileNote[] = []): Inventory {
  const growing = new Map<string, Growing>()
  const notes = [...before]
  for (const { path, text } of files) {
    const kind = kindOf(path)
    if (kind === null) continue
    try {
      // A byte order mark, as some editors put it before everything.
      const reading = readers[kind](text.startsWith('\uFEFF') ? text.slice(1) : text)
      const left = settleReading(reading).filter((one) => !add(growing, one, path))
      if (left.length > 0) notes.push({ path, text: `there are more than ${mostComponents} components` })
      notes.push(...(reading.notes ?? []).map((note) => ({ path, text: note })))
    } catch (error) {
      notes.push({ path, text: `it could not be read: ${reason(error)}` })
    }
  }
  const components = [...growing.values()].map((one) => settled(one, growing))
  return {
    components: components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
    files: files.map((file) => file.path).toSorted(),
    notes: notes.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

/** False where there is no room for another one. */
function add(growing: Map<string, Growing>, found: FoundPackage, path: string): boolean {
  let there = growing.get(found.purl)
  if (there === undefined) {
    if (growing.size >= mostComponents) return false
    there = {
      first: found,
      use: found.use,
      isDirect: false,
      ranges: new Set(),
      licences: new Set(),
      hashes: new Map(),
      needs: new Set(),
      files: new Set(),
    }
    growing.set(found.purl, there)
  }
  if (strength[found.use] > strength[there.use]) there.use = found.use
  there.isDirect ||= found.isDirect
  if (found.range !== null) there.ranges.add(found.range)
  for (const licence of found.licences) there.licences.add(licence)
  for (const hash of found.hashes) if (!there.hashes.has(hash.algorithm)) there.hashes.set(hash.algorithm, hash)
  for (const need of found.needs) if (there.needs.size < mostNeeds) there.needs.add(need)
  if (there.files.size < mostPlaces) there.files.add(path)
  return true
}

function settled(one: Growing, all: ReadonlyMap<string, Growing>): Component {
  return {
    ...one.first,
    range: one.ranges.size === 0 ? null : [...one.ranges].toSorted().join(' | ').slice(0, longestRange),
    use: one.use,
    isDirect: one.isDirect,
    licences: [...one.licences].toSorted(),
    hashes: [...one.hashes.values()],
    needs: [...one.needs].filter((need) => all.has(need)).toSorted(),
    files: [...one.files].toSorted(),
  }
}

/** The first line of what a parser says, which may quote the file itself. */
function reason(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep'
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  return line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
