import { packageOf, present, type Reading } from '../found-package.ts'
import { base64Hash } from '../hashes.ts'
import { entriesAt, entriesOf, keysAt, parseJson, textAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'

/** packages.lock.json: a list for each framework that the project is built for. */
export function readNugetLock(text: string): Reading {
  return {
    packages: entriesAt(parseJson(text), 'dependencies').flatMap(([, packages]) => {
      const all = entriesOf(packages)
      const versions = new Map(
        all.map(([name, entry]) => [name.toLowerCase(), [name, textAt(entry, 'resolved')] as const]),
      )
      return present(
        all.map(([name, entry]) => {
          if (textAt(entry, 'type') === 'Project') return null
          return packageOf('nuget', name, textAt(entry, 'resolved') ?? '', {
            isDirect: textAt(entry, 'type') === 'Direct',
            hashes: base64Hash('sha512', textAt(entry, 'contentHash') ?? ''),
            needs: keysAt(entry, 'dependencies').flatMap((need) => {
              const [other, version] = versions.get(need.toLowerCase()) ?? []
              return other === undefined || version == null ? [] : (purlOf('nuget', other, version) ?? [])
            }),
          })
        }),
      )
    }),
  }
}
