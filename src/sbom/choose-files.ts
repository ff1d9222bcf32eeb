import { type FileKind, givesWayTo, kindOf } from './known-files.ts'

const largestFile = 20 * 1024 * 1024
const largestTogether = 64 * 1024 * 1024
const mostFiles = 500
const deepest = 32
/** Copies of what others have written: their lock files say nothing about what this repository is built from. */
const notOurs = new Set(['node_modules', 'bower_components', 'vendor', 'third_party', '.yarn', 'testdata', 'Pods'])

export interface CandidateFile {
  readonly path: string
  /** In bytes; null for what is no file. */
  readonly size: number | null
  readonly isLink: boolean
}

export interface FileNote {
  readonly path: string
  readonly text: string
}

export interface Choice {
  readonly chosen: readonly { readonly path: string; readonly kind: FileKind }[]
  /** What was left out although it looked right, and why. */
  readonly notes: readonly FileNote[]
}

/** Which files of a tree say what the software is made of. */
export function chooseFiles(files: readonly CandidateFile[]): Choice {
  const notes: FileNote[] = []
  const found: { path: string; kind: FileKind; folder: string }[] = []
  let together = 0
  for (const { path, size, isLink } of files) {
    const kind = isLink || size === null ? null : kindOf(path)
    if (kind === null || size === null) continue
    const folders = path.split('/').slice(0, -1)
    if (folders.some((one) => notOurs.has(one))) continue
    if (folders.length > deepest) notes.push({ path, text: 'it lies too deep to be read' })
    else if (size > largestFile) notes.push({ path, text: 'it is too large to be read' })
    else if (found.length >= mostFiles) notes.push({ path, text: 'there are too many files to read them all' })
    else if (together + size > largestTogether)
      notes.push({ path, text: 'all files together are too large to be read' })
    else {
      together += size
      found.push({ path, kind, folder: folders.join('/') })
    }
  }
  const kindsIn = new Map<string, Set<FileKind>>()
  for (const { folder, kind } of found) kindsIn.set(folder, (kindsIn.get(folder) ?? new Set()).add(kind))
  const chosen = found.filter(({ folder, kind }) => !hasBetter(folder, kind, kindsIn))
  return { chosen: chosen.map(({ path, kind }) => ({ path, kind })), notes: notes.slice(0, mostFiles) }
}

/** A workspace has its lock file in a folder above; a go.sum belongs to the go.mod right beside it. */
function hasBetter(folder: string, kind: FileKind, kindsIn: ReadonlyMap<string, ReadonlySet<FileKind>>): boolean {
  const better = givesWayTo.get(kind) ?? []
  if (better.length === 0) return false
  const parts = folder === '' ? [] : folder.split('/')
  const places =
    kind === 'go-sum' ? [folder] : [...parts.keys(), parts.length].map((count) => parts.slice(0, count).join('/'))
  return places.some((place) => better.some((one) => kindsIn.get(place)?.has(one) === true))
}
