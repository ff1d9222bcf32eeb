import { parse } from 'smol-toml'
import { packageOf, present, type Reading } from '../found-package.ts'
import { hexHash } from '../hashes.ts'
import { listAt, textAt, textsAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'

interface Entry {
  readonly name: string
  readonly version: string
  /** Null for a folder of the repository. */
  readonly source: string | null
  readonly checksum: string | null
  readonly needs: readonly string[]
}

export function readCargoLock(text: string): Reading {
  const lock: unknown = parse(text)
  const entries: Entry[] = listAt(lock, 'package').map((one) => ({
    name: textAt(one, 'name') ?? '',
    version: textAt(one, 'version') ?? '',
    source: textAt(one, 'source'),
    checksum: textAt(one, 'checksum') ?? checksumApart(lock, one),
    needs: textsAt(one, 'dependencies'),
  }))
  const byName = new Map<string, Entry[]>()
  for (const entry of entries) byName.set(entry.name, [...(byName.get(entry.name) ?? []).slice(0, 50), entry])
  const purls = (entry: Entry): string[] => entry.needs.flatMap((need) => find(need, byName))
  const direct = new Set(entries.filter(isOwn).flatMap(purls))
  return {
    packages: present(
      entries.map((entry) => {
        if (isOwn(entry)) return null
        const purl = purlOf('cargo', entry.name, entry.version) ?? ''
        return packageOf('cargo', entry.name, entry.version, {
          isDirect: direct.has(purl),
          hashes: entry.checksum === null ? [] : hexHash('sha256', entry.checksum),
          needs: purls(entry),
        })
      }),
    ),
  }
}

function isOwn(entry: Entry): boolean {
  return entry.source === null
}

/** As Cargo wrote it before 2020. */
function checksumApart(lock: unknown, one: unknown): string | null {
  const key = `checksum ${textAt(one, 'name')} ${textAt(one, 'version')} (${textAt(one, 'source')})`
  return textAt(lock, 'metadata', key)
}

/** `name`, `name version` or `name version (source)`: as much as it takes to be clear. */
function find(need: string, byName: ReadonlyMap<string, readonly Entry[]>): string[] {
  const [name = '', version] = need.split(' ')
  const found = byName.get(name)?.find((one) => version === undefined || one.version === version)
  const purl = found === undefined || isOwn(found) ? null : purlOf('cargo', found.name, found.version)
  return purl === null ? [] : [purl]
}
