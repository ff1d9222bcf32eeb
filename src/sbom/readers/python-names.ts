/** PEP 503: in Python `Foo.Bar_baz` and `foo-bar-baz` are one. */
export function pythonName(name: string): string {
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase()
}

export interface Requirement {
  readonly name: string
  /** What stands behind the name: `>=1.2,<2`. */
  readonly range: string
  /** Set where exactly one version will do. */
  readonly version: string | null
}

/** PEP 508, as far as names and versions go: `name[extra] (>=1.0) ; marker`. Null for what is none. */
export function parseRequirement(text: string): Requirement | null {
  const name = /^[A-Za-z0-9](?:[\w.-]{0,200}[A-Za-z0-9])?/.exec(text)?.[0]
  if (name === undefined) return null
  let rest = text.slice(name.length).trimStart()
  if (rest.startsWith('[')) {
    const close = rest.indexOf(']')
    if (close === -1) return null
    rest = rest.slice(close + 1)
  }
  const [before = ''] = rest.split(';')
  const range = before.replaceAll(/[()]/g, '').trim()
  if (range.startsWith('@')) return { name: pythonName(name), range: range.slice(1).trim(), version: null }
  const pinned = /^={2,3}\s{0,10}([^\s,*]+)$/.exec(range)?.[1] ?? null
  return { name: pythonName(name), range, version: pinned }
}
