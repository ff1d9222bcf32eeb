import { type FoundPackage, packageOf, present, type Reading } from '../found-package.ts'
import { hexHash, integrityHashes } from '../hashes.ts'
import { at, entriesOf, keysAt, parseJson, textAt, textsAt } from '../look-into.ts'
import { type Ecosystem, purlOf } from '../purl.ts'

/** Packages of npm and JSR; since version 4 at the top, before under `packages`, in version 2 under `npm`. */
export function readDenoLock(text: string): Reading {
  const lock = parseJson(text)
  const npm = at(lock, 'npm', 'packages') ?? at(lock, 'packages', 'npm') ?? at(lock, 'npm')
  const jsr = at(lock, 'packages', 'jsr') ?? at(lock, 'jsr')
  return { packages: [...section('npm', npm), ...section('jsr', jsr)] }
}

function section(ecosystem: Ecosystem, packages: unknown): readonly FoundPackage[] {
  const all = entriesOf(packages)
  const byName = new Map(all.map(([key]) => [named(key).name, key]))
  const keys = new Set(all.map(([key]) => key))
  return present(
    all.map(([key, entry]) => {
      const { name, version } = named(key)
      const integrity = textAt(entry, 'integrity') ?? ''
      return packageOf(ecosystem, name, version, {
        hashes: ecosystem === 'jsr' ? hexHash('sha256', integrity) : integrityHashes(integrity),
        needs: needed(entry).flatMap((need) => {
          const other = keys.has(need) ? need : byName.get(need.replace(/^(npm|jsr):/, ''))
          const found = other === undefined ? null : named(other)
          return found === null ? [] : (purlOf(ecosystem, found.name, found.version) ?? [])
        }),
      })
    }),
  )
}

/** A list of names, or a map from the name to the key of what it stands for. */
function needed(entry: unknown): string[] {
  const listed = textsAt(entry, 'dependencies')
  if (listed.length > 0) return listed
  return keysAt(entry, 'dependencies').map((name) => textAt(entry, 'dependencies', name) ?? name)
}

/** `@scope/name@1.0.0_peer@2.0.0` */
function named(key: string): { readonly name: string; readonly version: string } {
  const sign = key.indexOf('@', 1)
  if (sign === -1) return { name: key, version: '' }
  const [version = ''] = key.slice(sign + 1).split('_')
  return { name: key.slice(0, sign), version }
}
