import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { integrityHashes } from '../hashes.ts'
import { at, entriesAt, entriesOf, flagAt, textAt } from '../look-into.ts'
import { parsePlainYaml } from '../plain-yaml.ts'
import { purlOf } from '../purl.ts'

const kinds: readonly (readonly [string, Use])[] = [
  ['devDependencies', 'development'],
  ['optionalDependencies', 'optional'],
  ['dependencies', 'required'],
]

interface Named {
  readonly name: string
  readonly version: string
}

/** Version 5 writes `/name/1.0.0`, version 6 `/name@1.0.0`, version 9 `name@1.0.0`; behind it what its peers are. */
export function readPnpmLock(text: string): Reading {
  const lock = parsePlainYaml(text)
  const direct = directOf(lock)
  // Since version 9 who needs whom stands apart, an entry for each set of peers.
  const needs = new Map<string, Set<string>>()
  for (const [key, entry] of [...entriesAt(lock, 'snapshots'), ...entriesAt(lock, 'packages')]) {
    const purl = purlOfNamed(namedBy(key))
    const known = needs.get(purl) ?? new Set()
    for (const [kind] of kinds) {
      for (const [name, version] of entriesAt(entry, kind)) known.add(purlOfNamed(target(name, version)))
    }
    needs.set(purl, known)
  }
  const packages = present(entriesAt(lock, 'packages').map(([key, entry]) => packageFor(key, entry, direct, needs)))
  return at(lock, 'snapshots') === undefined ? { packages } : { packages, usesAreOfDirect: true }
}

function packageFor(
  key: string,
  entry: unknown,
  direct: ReadonlyMap<string, Use>,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): FoundPackage | null {
  const { name, version } = namedBy(key)
  const purl = purlOfNamed({ name, version })
  const use = direct.get(purl)
  return packageOf('npm', textAt(entry, 'name') ?? name, textAt(entry, 'version') ?? version, {
    use: use ?? (flagAt(entry, 'dev') ? 'development' : flagAt(entry, 'optional') ? 'optional' : 'required'),
    isDirect: use !== undefined,
    hashes: integrityHashes(textAt(entry, 'resolution', 'integrity')),
    needs: [...(needs.get(purl) ?? [])].filter((one) => one !== '' && one !== purl),
  })
}

function directOf(lock: unknown): ReadonlyMap<string, Use> {
  const direct = new Map<string, Use>()
  const importers = entriesAt(lock, 'importers').map(([, importer]) => importer)
  for (const importer of [...importers, lock]) {
    for (const [kind, use] of kinds) {
      for (const [name, value] of entriesOf(at(importer, kind))) direct.set(purlOfNamed(target(name, value)), use)
    }
  }
  return direct
}

/** A version, or the key of another package where it goes by another name here. */
function target(name: string, value: unknown): Named {
  const version = typeof value === 'string' ? value : (textAt(value, 'version') ?? '')
  if (/^\d/.test(version)) return { name, version: withoutPeers(version) }
  return version.startsWith('/') || version.indexOf('@', 1) > 0 ? namedBy(version) : { name, version }
}

function withoutPeers(text: string): string {
  const [plain = ''] = text.split(/[(_]/, 1)
  return plain
}

function namedBy(key: string): Named {
  const plain = key.startsWith('/') ? key.slice(1) : key
  const old = /^((?:@[^/@]+\/)?[^/@]+)\/(\d[^/_(]*)/.exec(plain)
  if (old !== null) return { name: old[1] ?? '', version: old[2] ?? '' }
  const sign = plain.indexOf('@', 1)
  return sign === -1
    ? { name: '', version: '' }
    : { name: plain.slice(0, sign), version: withoutPeers(plain.slice(sign + 1)) }
}

function purlOfNamed({ name, version }: Named): string {
  // Folders of the repository itself.
  if (name === '' || /^(link|file|workspace):/.test(version)) return ''
  return purlOf('npm', name, version) ?? ''
}
