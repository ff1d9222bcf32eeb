// The YAML that package managers write: mappings and lists by indentation, scalars on one line, flow collections of one
// line. No anchors, no tags, no references: nothing that could grow while it is read. A general reader takes two
// seconds for a large lock file; this one takes some milliseconds, in time that grows with the length alone.

export type PlainYaml = string | PlainYaml[] | { [key: string]: PlainYaml }

interface Level {
  readonly indent: number
  readonly map: { [key: string]: PlainYaml }
}

const deepest = 40

/** Everything is text: nobody here needs to know whether `1.10` is a number. */
export function parsePlainYaml(text: string): PlainYaml {
  const root = emptyMap()
  let levels: Level[] = [{ indent: -1, map: root }]
  /** The key that stood last without a value: what is indented below it belongs to it. */
  let open: { readonly level: Level; readonly key: string; readonly indent: number } | null = null
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]/)
    if (indent === -1 || line[indent] === '#' || line.startsWith('---') || line[indent] === '\r') continue
    const content = line.slice(indent).trimEnd()
    if (content.startsWith('- ') && open !== null) {
      pushTo(open.level.map, open.key, scalarOf(content.slice(2)))
      continue
    }
    if (open !== null && indent > open.indent) {
      if (levels.length >= deepest) throw new Error('it is nested too deep')
      const map = emptyMap()
      open.level.map[open.key] = map
      levels.push({ indent: open.indent, map })
    }
    open = null
    while (levels.length > 1 && (levels.at(-1)?.indent ?? -1) >= indent) levels = levels.slice(0, -1)
    const level = levels.at(-1) ?? { indent: -1, map: root }
    const pair = splitPair(content)
    if (pair === null) continue
    if (pair.rest === '') {
      level.map[pair.key] = ''
      open = { level, key: pair.key, indent }
    } else
      level.map[pair.key] =
        pair.rest.startsWith('{') || pair.rest.startsWith('[') ? flowOf(pair.rest) : scalarOf(pair.rest)
  }
  return root
}

/** Without a prototype: `__proto__` is a key like any other. */
function emptyMap(): { [key: string]: PlainYaml } {
  return Object.create(null) as { [key: string]: PlainYaml }
}

function pushTo(map: { [key: string]: PlainYaml }, key: string, value: PlainYaml): void {
  const there = map[key]
  if (Array.isArray(there)) there.push(value)
  else map[key] = [value]
}

/** `key: value`, the key perhaps in quotes; and yarn's `key value` of old. Null for what is neither. */
export function splitPair(content: string): { readonly key: string; readonly rest: string } | null {
  const quote = content[0]
  if (quote === '"' || quote === "'") {
    const end = endOfQuoted(content, quote)
    if (end === -1) return null
    const behind = content.slice(end + 1).trimStart()
    const rest = behind.startsWith(':') ? behind.slice(1) : behind
    return { key: unquote(content.slice(0, end + 1)), rest: rest.trim() }
  }
  if (content.endsWith(':') && !content.includes(': ')) return { key: content.slice(0, -1), rest: '' }
  const colon = content.indexOf(': ')
  const space = content.indexOf(' ')
  const cut = colon !== -1 ? colon : space
  if (cut <= 0) return null
  return { key: content.slice(0, cut), rest: content.slice(cut + 1).trim() }
}

function endOfQuoted(text: string, quote: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at += 1
      else return at
    }
  }
  return -1
}

export function scalarOf(text: string): string {
  const trimmed = text.trim()
  if (trimmed.startsWith('"') || trimmed.startsWith("'")) {
    const end = endOfQuoted(trimmed, trimmed.charAt(0))
    return end === -1 ? trimmed : unquote(trimmed.slice(0, end + 1))
  }
  const comment = trimmed.indexOf(' #')
  return comment === -1 ? trimmed : trimmed.slice(0, comment).trimEnd()
}

function unquote(text: string): string {
  const inner = text.slice(1, -1)
  return text.startsWith("'") ? inner.replaceAll("''", "'") : inner.replaceAll(/\\(.)/g, '$1')
}

/** `{a: 1, b: 'c'}` or `[a, b]`, one deep: more is left as the text that it is. */
function flowOf(text: string): PlainYaml {
  const close = text.startsWith('{') ? '}' : ']'
  const inner = text.slice(1, text.lastIndexOf(close))
  if (!text.includes(close)) return text
  const parts = splitFlow(inner)
  if (close === ']') return parts.map(scalarOf)
  const map = emptyMap()
  for (const part of parts) {
    const pair = splitPair(part)
    if (pair !== null) map[pair.key] = scalarOf(pair.rest)
  }
  return map
}

function splitFlow(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === ',') {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  parts.push(text.slice(from).trim())
  return parts.filter((part) => part !== '')
}
