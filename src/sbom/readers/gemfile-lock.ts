import { packageOf, present, type Reading } from '../found-package.ts'
import { type Hash, hexHash } from '../hashes.ts'
import { purlOf } from '../purl.ts'

interface Spec {
  readonly name: string
  readonly version: string
  readonly isOwn: boolean
  readonly needs: string[]
}

/** Sections at the margin, gems four spaces in, what each of them needs six. */
export function readGemfileLock(text: string): Reading {
  const specs = new Map<string, Spec>()
  const direct = new Set<string>()
  const hashes = new Map<string, readonly Hash[]>()
  let section = ''
  let last: Spec | null = null
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd()
    const indent = line.search(/[^ ]/)
    if (indent === -1) continue
    if (indent === 0) section = line
    const { name, inner, rest } = split(line.trim())
    if (section === 'DEPENDENCIES' && indent === 2) direct.add(name)
    if (section === 'CHECKSUMS' && indent === 2) hashes.set(`${name} ${inner}`, checksum(rest))
    if (!['GEM', 'GIT', 'PATH'].includes(section)) continue
    if (indent === 4) {
      last = { name, version: inner, isOwn: section === 'PATH', needs: [] }
      // The same version for several machines: `nokogiri (1.15.0-x86_64-linux)`.
      if (specs.has(name)) last = { ...last, needs: specs.get(name)?.needs ?? [] }
      else specs.set(name, last)
    }
    if (indent === 6 && last !== null) last.needs.push(name)
  }
  const ownNeeds = [...specs.values()].filter((one) => one.isOwn).flatMap((one) => one.needs)
  for (const name of ownNeeds) direct.add(name)
  return {
    packages: present(
      [...specs.values()].map((spec) =>
        spec.isOwn
          ? null
          : packageOf('gem', spec.name, plainVersion(spec.version), {
              isDirect: direct.has(spec.name),
              hashes: hashes.get(`${spec.name} ${spec.version}`) ?? [],
              needs: [...new Set(spec.needs)].flatMap((name) => {
                const other = specs.get(name)
                return other === undefined || other.isOwn
                  ? []
                  : (purlOf('gem', name, plainVersion(other.version)) ?? [])
              }),
            }),
      ),
    ),
  }
}

/** `name (version) rest`, and `name!` for what comes from elsewhere. */
function split(line: string): { readonly name: string; readonly inner: string; readonly rest: string } {
  const open = line.indexOf('(')
  const close = line.indexOf(')', open)
  const name = (open === -1 ? line : line.slice(0, open)).trim().replace(/!$/, '')
  return open === -1 || close === -1
    ? { name, inner: '', rest: '' }
    : { name, inner: line.slice(open + 1, close), rest: line.slice(close + 1).trim() }
}

function plainVersion(version: string): string {
  const dash = version.indexOf('-')
  return dash === -1 ? version : version.slice(0, dash)
}

function checksum(rest: string): readonly Hash[] {
  return rest.startsWith('sha256=') ? hexHash('sha256', rest.slice(7)) : []
}
