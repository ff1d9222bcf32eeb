import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { hexHash } from '../hashes.ts'
import { keysAt, listAt, parseJson, textAt, textsAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'

export function readComposerLock(text: string): Reading {
  const lock = parseJson(text)
  const both = [...listAt(lock, 'packages'), ...listAt(lock, 'packages-dev')]
  const versions = new Map(both.map((one) => [(textAt(one, 'name') ?? '').toLowerCase(), textAt(one, 'version') ?? '']))
  const section = (key: string, use: Use): (FoundPackage | null)[] =>
    listAt(lock, key).map((one) =>
      packageOf('composer', textAt(one, 'name') ?? '', textAt(one, 'version') ?? '', {
        use,
        licences: textsAt(one, 'license'),
        hashes: hexHash('sha1', textAt(one, 'dist', 'shasum') ?? ''),
        needs: keysAt(one, 'require').flatMap((name) => {
          const version = versions.get(name.toLowerCase())
          // `php` and `ext-json` are no packages.
          return version === undefined ? [] : (purlOf('composer', name, version) ?? [])
        }),
      }),
    )
  return { packages: present([...section('packages', 'required'), ...section('packages-dev', 'development')]) }
}
