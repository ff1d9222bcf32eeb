import { type FoundPackage, packageOf, present, type Reading, type Use } from '../found-package.ts'
import { entriesAt, listAt, parseJson, textAt, textsAt } from '../look-into.ts'
import { purlOf } from '../purl.ts'

/** Conan 2 lists references; Conan 1 had a graph of numbered nodes. */
export function readConanLock(text: string): Reading {
  const lock = parseJson(text)
  const section = (key: string, use: Use): (FoundPackage | null)[] =>
    textsAt(lock, key).map((reference) => {
      const { name, version } = named(reference)
      return packageOf('conan', name, version, { use })
    })
  const nodes = entriesAt(lock, 'graph_lock', 'nodes')
  const references = new Map(nodes.map(([id, node]) => [id, textAt(node, 'ref')]))
  const fromGraph = nodes.map(([, node]) => {
    const { name, version } = named(textAt(node, 'ref') ?? '')
    return packageOf('conan', name, version, {
      needs: listAt(node, 'requires').flatMap((id) => {
        const other = named(references.get(String(id)) ?? '')
        return other.name === '' ? [] : (purlOf('conan', other.name, other.version) ?? [])
      }),
    })
  })
  return {
    packages: present([
      ...section('requires', 'required'),
      ...section('build_requires', 'development'),
      ...section('python_requires', 'development'),
      ...fromGraph,
    ]),
  }
}

/** `zlib/1.2.11@user/channel#revision%time` */
function named(reference: string): { readonly name: string; readonly version: string } {
  const [plain = ''] = reference.split(/[@#%]/, 1)
  const [name = '', version = ''] = plain.split('/')
  return version === '' ? { name: '', version: '' } : { name, version }
}
