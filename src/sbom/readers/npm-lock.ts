import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { integrityHashes } from '../hashes.ts'
import { at, entriesAt, entriesOf, flagAt, keysAt, parseJson, textAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'

const deepest = 60
const folder = 'node_modules/'

/** package-lock.json and npm-shrinkwrap.json: `packages` since npm 7, a tree of `dependencies` before. */
export function readNpmLock(text: string): Reading {
  const lock = parseJson(text)
  return { packages: at(lock, 'packages') === undefined ? fromTree(lock) : fromPlaces(lock) }
}

interface Place {
  readonly at: string
  readonly entry: unknown
  readonly name: string
  readonly version: string
}

function fromPlaces(lock: unknown): readonly FoundPackage[] {
  const places = new Map<string, Place>()
  for (const [path, entry] of entriesAt(lock, 'packages')) {
    const name = textAt(entry, 'name') ?? nameIn(path)
    places.set(path, { at: path, entry, name, version: textAt(entry, 'version') ?? '' })
  }
  const direct = new Set<string>()
  for (const place of places.values()) {
    if (!place.at.includes(folder)) for (const purl of needsOf(place, places, true)) direct.add(purl)
  }
  return present(
    [...places.values()].map((place) => {
      // Without node_modules in its path it is a folder of the repository; a link leads to one.
      if (!place.at.includes(folder) || flagAt(place.entry, 'link')) return null
      const purl = purlOf('npm', place.name, place.version) ?? ''
      return packageOf('npm', place.name, place.version, {
        use: useOf(place.entry),
        isDirect: direct.has(purl),
        licences: licenceOf(place.entry),
        hashes: integrityHashes(textAt(place.entry, 'integrity')),
        needs: needsOf(place, places, false),
      })
    }),
  )
}

function nameIn(path: string): string {
  const last = path.lastIndexOf(folder)
  return last === -1 ? '' : path.slice(last + folder.length)
}

function needsOf(place: Place, places: ReadonlyMap<string, Place>, isOwn: boolean): string[] {
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies', ...(isOwn ? ['devDependencies'] : [])]
  const names = new Set(kinds.flatMap((kind) => keysAt(place.entry, kind)))
  return present([...names].map((name) => lookUp(place.at, name, places))).flatMap(
    (found) => purlOf('npm', found.name, found.version) ?? [],
  )
}

/** As Node does: beside, then in each folder above. */
function lookUp(from: string, name: string, places: ReadonlyMap<string, Place>): Place | null {
  let path = from
  for (let depth = 0; depth < deepest; depth += 1) {
    const found = places.get(path === '' ? `${folder}${name}` : `${path}/${folder}${name}`)
    if (found !== undefined) return flagAt(found.entry, 'link') ? null : found
    if (path === '') return null
    const last = path.lastIndexOf(`/${folder}`)
    path = last === -1 ? '' : path.slice(0, last)
  }
  return null
}

function useOf(entry: unknown): Use {
  if (flagAt(entry, 'dev') || flagAt(entry, 'devOptional')) return 'development'
  return flagAt(entry, 'optional') ? 'optional' : 'required'
}

function licenceOf(entry: unknown): string[] {
  const licence = textAt(entry, 'license') ?? textAt(entry, 'license', 'type')
  return licence === null ? [] : [licence]
}

interface Branch {
  readonly entries: ReadonlyMap<string, unknown>
  readonly above: Branch | null
  readonly depth: number
}

function fromTree(lock: unknown): readonly FoundPackage[] {
  const found: (FoundPackage | null)[] = []
  const waiting: Branch[] = [{ entries: new Map(entriesAt(lock, 'dependencies')), above: null, depth: 0 }]
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    for (const [name, entry] of branch.entries) {
      const inner: Branch = {
        entries: new Map(entriesAt(entry, 'dependencies')),
        above: branch,
        depth: branch.depth + 1,
      }
      found.push(
        packageOf('npm', name, textAt(entry, 'version') ?? '', {
          use: useOf(entry),
          hashes: integrityHashes(textAt(entry, 'integrity')),
          needs: entriesOf(at(entry, 'requires')).flatMap(([wanted]) => inTree(inner, wanted)),
        }),
      )
      if (inner.entries.size > 0 && inner.depth < deepest) waiting.push(inner)
    }
  }
  return present(found)
}

function inTree(from: Branch, name: string): string[] {
  for (let branch: Branch | null = from; branch !== null; branch = branch.above) {
    const entry = branch.entries.get(name)
    if (entry !== undefined) return [purlOf('npm', name, textAt(entry, 'version') ?? '')].flatMap((one) => one ?? [])
  }
  return []
}
