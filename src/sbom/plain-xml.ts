// The part of XML that build files are written in: elements and text. Nothing is ever looked up or expanded: a document
// type is passed over, and of entities only the five that everybody knows and characters by number mean anything.

export interface Element {
  readonly name: string
  readonly children: Element[]
  text: string
}

const deepest = 100
const mostElements = 300_000
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The outermost element. Throws where it is not XML, or nested deeper than anybody writes. */
export function parsePlainXml(text: string): Element {
  const top: Element = { name: '', children: [], text: '' }
  const open = [top]
  let count = 0
  for (let at = 0; at < text.length; ) {
    const here = open.at(-1) ?? top
    const tag = text.indexOf('<', at)
    here.text += decode(text.slice(at, tag === -1 ? text.length : tag))
    if (tag === -1) break
    const special = passOver(text, tag)
    if (special !== null) {
      here.text += special.text
      at = special.end
      continue
    }
    const end = endOfTag(text, tag)
    const inner = text.slice(tag + 1, end)
    at = end + 1
    if (inner.startsWith('/')) {
      if (open.length > 1) open.pop()
      continue
    }
    count += 1
    if (open.length > deepest || count > mostElements) throw new Error('it is nested too deep or too long')
    const element: Element = { name: nameIn(inner), children: [], text: '' }
    here.children.push(element)
    if (!inner.endsWith('/')) open.push(element)
  }
  const [root] = top.children
  if (root === undefined) throw new Error('it is not XML')
  return root
}

/** Comments, instructions, document types; of CDATA the text. Null where a tag begins. */
function passOver(text: string, tag: number): { readonly text: string; readonly end: number } | null {
  const upTo = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from)
    if (found === -1) throw new Error(`something in it does not end`)
    return found
  }
  if (text.startsWith('<!--', tag)) return { text: '', end: upTo('-->', tag + 4) + 3 }
  if (text.startsWith('<![CDATA[', tag)) {
    const end = upTo(']]>', tag + 9)
    return { text: text.slice(tag + 9, end), end: end + 3 }
  }
  if (text.startsWith('<?', tag)) return { text: '', end: upTo('?>', tag + 2) + 2 }
  if (text.startsWith('<!', tag)) {
    const close = upTo('>', tag)
    const bracket = text.indexOf('[', tag)
    return { text: '', end: bracket !== -1 && bracket < close ? upTo(']>', bracket) + 2 : close + 1 }
  }
  return null
}

/** A `>` inside an attribute does not end the tag. */
function endOfTag(text: string, tag: number): number {
  let quote = ''
  for (let at = tag + 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  throw new Error('a tag in it does not end')
}

/** Without its namespace and attributes. */
function nameIn(inner: string): string {
  const [name = ''] = inner.split(/[\s/]/, 1)
  return name.slice(name.indexOf(':') + 1)
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(#x?[\da-f]{1,6}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

export function childOf(element: Element | null, ...names: readonly string[]): Element | null {
  let here = element
  for (const name of names) here = here?.children.find((one) => one.name === name) ?? null
  return here
}

export function textOf(element: Element | null, ...names: readonly string[]): string | null {
  return childOf(element, ...names)?.text.trim() ?? null
}
