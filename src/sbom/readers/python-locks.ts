import { parse } from 'smol-toml'
import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { type Hash, prefixedHash } from '../hashes.ts'
import { at, entriesAt, entriesOf, flagAt, keysAt, listAt, parseJson, textAt, textsAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'
import { parseRequirement, pythonName } from './python-names.ts'

export function readPoetryLock(text: string): Reading {
  const lock: unknown = parse(text)
  return tomlPackages(lock, (one) => ({
    needs: keysAt(one, 'dependencies'),
    use: poetryUse(one),
    hashes: [...listAt(one, 'files'), ...listAt(lock, 'metadata', 'files', textAt(one, 'name') ?? '')].flatMap((file) =>
      prefixedHash(textAt(file, 'hash')),
    ),
  }))
}

export function readPdmLock(text: string): Reading {
  const lock: unknown = parse(text)
  return tomlPackages(lock, (one) => ({
    needs: textsAt(one, 'dependencies').flatMap((need) => parseRequirement(need)?.name ?? []),
    use: groupUse(textsAt(one, 'groups')),
    hashes: listAt(one, 'files').flatMap((file) => prefixedHash(textAt(file, 'hash'))),
  }))
}

export function readUvLock(text: string): Reading {
  const lock: unknown = parse(text)
  const all = listAt(lock, 'package')
  const own = all.filter(isOwn)
  const wanted = own.flatMap((one) => [
    ...namesIn(listAt(one, 'dependencies')),
    ...entriesAt(one, 'optional-dependencies').flatMap(([, list]) => namesIn(Array.isArray(list) ? list : [])),
  ])
  const forWork = own.flatMap((one) =>
    entriesAt(one, 'dev-dependencies').flatMap(([, list]) => namesIn(Array.isArray(list) ? list : [])),
  )
  const direct = new Set([...wanted, ...forWork].map(pythonName))
  const runtime = new Set(wanted.map(pythonName))
  const read = tomlPackages({ package: all.filter((one) => !isOwn(one)) }, (one) => {
    const name = pythonName(textAt(one, 'name') ?? '')
    return {
      needs: namesIn(listAt(one, 'dependencies')),
      use: direct.has(name) && !runtime.has(name) ? 'development' : 'required',
      isDirect: direct.has(name),
      hashes: [at(one, 'sdist'), ...listAt(one, 'wheels')].flatMap((file) => prefixedHash(textAt(file, 'hash'))),
    }
  })
  return { ...read, usesAreOfDirect: true }
}

function namesIn(list: readonly unknown[]): string[] {
  return list.flatMap((one) => textAt(one, 'name') ?? [])
}

function isOwn(one: unknown): boolean {
  return ['virtual', 'editable', 'directory'].some((kind) => at(one, 'source', kind) !== undefined)
}

export function readPipfileLock(text: string): Reading {
  const lock = parseJson(text)
  const section = (key: string, use: Use): (FoundPackage | null)[] =>
    entriesOf(at(lock, key)).map(([name, entry]) =>
      packageOf('pypi', pythonName(name), (textAt(entry, 'version') ?? '').replace(/^={2,3}/, ''), {
        use,
        isDirect: textAt(entry, 'index') !== null,
        hashes: textsAt(entry, 'hashes').flatMap(prefixedHash),
      }),
    )
  return { packages: present([...section('develop', 'development'), ...section('default', 'required')]) }
}

interface More {
  readonly needs: readonly string[]
  readonly use: Use
  readonly hashes: readonly Hash[]
  readonly isDirect?: boolean
}

/** `[[package]]` with a name and a version: what poetry, PDM and uv have in common. */
function tomlPackages(lock: unknown, more: (one: unknown) => More): Reading {
  const all = listAt(lock, 'package')
  const versions = new Map(all.map((one) => [pythonName(textAt(one, 'name') ?? ''), textAt(one, 'version') ?? '']))
  return {
    packages: present(
      all.map((one) => {
        const { needs, ...rest } = more(one)
        const purls = needs.map(pythonName).flatMap((name) => {
          const version = versions.get(name)
          return version === undefined ? [] : (purlOf('pypi', name, version) ?? [])
        })
        return packageOf('pypi', pythonName(textAt(one, 'name') ?? ''), textAt(one, 'version') ?? '', {
          ...rest,
          needs: purls,
        })
      }),
    ),
  }
}

function poetryUse(one: unknown): Use {
  if (textAt(one, 'category') === 'dev') return 'development'
  if (flagAt(one, 'optional')) return 'optional'
  return groupUse(textsAt(one, 'groups'))
}

function groupUse(groups: readonly string[]): Use {
  return groups.length > 0 && !groups.some((one) => one === 'main' || one === 'default') ? 'development' : 'required'
}
