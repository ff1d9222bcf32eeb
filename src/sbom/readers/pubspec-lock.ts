import { packageOf, present, type Reading } from '../found-package.ts'
import { hexHash } from '../hashes.ts'
import { entriesAt, textAt } from '../look-into.ts'
import { parsePlainYaml } from '../plain-yaml.ts'

export function readPubspecLock(text: string): Reading {
  return {
    packages: present(
      entriesAt(parsePlainYaml(text), 'packages').map(([name, entry]) => {
        const source = textAt(entry, 'source')
        if (source === 'path' || source === 'sdk') return null
        const kind = textAt(entry, 'dependency') ?? ''
        return packageOf('pub', name, textAt(entry, 'version') ?? '', {
          isDirect: kind.startsWith('direct'),
          use: kind === 'direct dev' ? 'development' : 'required',
          hashes: hexHash('sha256', textAt(entry, 'description', 'sha256') ?? ''),
        })
      }),
    ),
  }
}
