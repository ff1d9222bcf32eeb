import { type FoundPackage, packageOf, present, type Reading } from '../found-package.ts'
import { integrityHashes } from '../hashes.ts'
import { scalarOf, splitPair } from '../plain-yaml.ts'
import { purlOf } from '../purl.ts'

interface Entry {
  /** What it answers to: `name@range`. */
  readonly asked: readonly string[]
  readonly fields: Map<string, string>
  /** `name@range` as well. */
  readonly needs: string[]
}

/** Both of yarn's formats: its own, and since version 2 one that is also YAML. */
export function readYarnLock(text: string): Reading {
  const entries = entriesIn(text).filter((entry) => !entry.asked.includes('__metadata'))
  const purls = new Map<string, string>()
  for (const entry of entries) {
    const purl = purlOf('npm', nameOf(entry), entry.fields.get('version') ?? '')
    if (purl !== null && !isOwn(entry)) for (const one of entry.asked) purls.set(withoutProtocol(one), purl)
  }
  const direct = new Set(entries.filter(isOwn).flatMap((entry) => purlsOf(entry, purls)))
  return { packages: present(entries.map((entry) => packageFor(entry, purls, direct))) }
}

function packageFor(
  entry: Entry,
  purls: ReadonlyMap<string, string>,
  direct: ReadonlySet<string>,
): FoundPackage | null {
  if (isOwn(entry)) return null
  const version = entry.fields.get('version') ?? ''
  const made = packageOf('npm', nameOf(entry), version, {
    hashes: integrityHashes(entry.fields.get('integrity') ?? null),
    needs: purlsOf(entry, purls),
  })
  return made && { ...made, isDirect: direct.has(made.purl) }
}

function purlsOf(entry: Entry, purls: ReadonlyMap<string, string>): string[] {
  return entry.needs.flatMap((need) => purls.get(withoutProtocol(need)) ?? [])
}

/** A folder of the repository: yarn lists its workspaces too, since version 2. */
function isOwn(entry: Entry): boolean {
  return entry.fields.get('linkType') === 'soft' || (entry.fields.get('resolution') ?? '').includes('@workspace:')
}

/** `name@npm:^1.0.0` and `name@^1.0.0` mean the same. */
function withoutProtocol(asked: string): string {
  return asked.replace('@npm:', '@')
}

/** Its own name, not the one that it goes by here. */
function nameOf(entry: Entry): string {
  const whole = entry.fields.get('resolution') ?? aliasOf(entry.asked[0] ?? '')
  const sign = whole.indexOf('@', 1)
  return sign === -1 ? whole : whole.slice(0, sign)
}

function aliasOf(asked: string): string {
  const alias = asked.indexOf('@npm:', 1)
  const meant = alias === -1 ? '' : asked.slice(alias + 5)
  // `a@npm:b@1` is b; `a@npm:^1` is a, as yarn 2 writes it.
  return meant.indexOf('@', 1) > 0 ? meant : asked
}

function entriesIn(text: string): Entry[] {
  const entries: Entry[] = []
  let block = ''
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd()
    const indent = line.search(/[^ ]/)
    if (indent === -1 || line[indent] === '#') continue
    const entry = entries.at(-1)
    if (indent === 0) {
      if (line.endsWith(':')) entries.push({ asked: askedIn(line.slice(0, -1)), fields: new Map(), needs: [] })
      continue
    }
    const pair = entry === undefined ? null : splitPair(line.trim())
    if (entry === undefined || pair === null) continue
    if (indent === 2) {
      block = pair.rest === '' ? pair.key : ''
      if (block === '') entry.fields.set(pair.key, scalarOf(pair.rest))
      else if (block.endsWith(':')) block = block.slice(0, -1)
    } else if (block === 'dependencies' || block === 'optionalDependencies') {
      entry.needs.push(`${pair.key}@${scalarOf(pair.rest)}`)
    }
  }
  return entries
}

function askedIn(header: string): string[] {
  return header.split(',').map((one) => one.replaceAll('"', '').trim())
}
