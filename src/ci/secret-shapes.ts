/** Shorter ones come up by chance: a log in which each is hidden would say little, and much about the secret. */
const shortestDerived = 4
/** A longer secret is a file: it is looked for in the shapes that files are sent in. */
const longestQuoted = 1024

/**
 * Everything that `secret` is looked for as: itself, its lines, and what usual tools make of it. A secret that is short
 * is hidden wherever it stands, too; a blank one cannot be. Space around it is no part of it: `echo $KEY` drops that.
 * As bytes, in strings of latin1.
 */
export function shapesOf(secret: string): readonly string[] {
  const whole = secret.trim()
  if (whole === '') return []
  const lines = whole.split(/\r\n|\r|\n/)
  const isShort = whole.length <= longestQuoted
  const written = [...new Set([whole, lines.join('\n'), lines.join('\r\n')])]
  const forms = isShort ? written : [whole]
  const derived = [
    ...(lines.length > 1 ? lines.map((line) => line.trim()) : []),
    ...forms.flatMap((one) => [...jsonOf(one, isShort), ...percentOf(one, isShort)]),
    ...(isShort ? [...quotedFor(whole), ...entitiesOf(whole)] : []),
  ]
  const bytes = forms.map((one) => Buffer.from(one))
  // `echo` puts a line break behind it, which is encoded with it.
  const ended = forms.map((one) => Buffer.from(`${one}\n`))
  const encoded = [...[...bytes, ...ended].flatMap(base64Of), ...(isShort ? bytes.flatMap(hexOf) : [])]
  const long = [...derived.map(latin1), ...encoded].filter(isLongEnough)
  return [...written.map(latin1), latin1(lines.join(' ')), ...long]
}

function isLongEnough(shape: string): boolean {
  return shape.length >= shortestDerived
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/**
 * In each of the three ways in which it can lie in what is encoded: only the digits that it alone decides, since the
 * first and the last may be shared with what stands beside it. Where nothing follows it the end is known, too.
 */
function base64Of(secret: Buffer): readonly string[] {
  const shapes: string[] = []
  for (const before of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(before), secret]).toString('base64')
    const own = whole.slice(before === 0 ? 0 : before + 1).replace(/=+$/, '')
    const isShared = whole.endsWith('=')
    shapes.push(isShared ? own.slice(0, -1) : own)
    if (isShared) shapes.push(own, own + (/=+$/.exec(whole)?.[0] ?? ''))
  }
  return [...new Set([...shapes, ...shapes.map(urlSafe)])]
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}

function hexOf(secret: Buffer): readonly string[] {
  const hex = secret.toString('hex')
  return [hex, hex.toUpperCase()]
}

/** What different tools leave as it is: browsers, forms, strict ones, Python's, those for whole addresses, and none. */
const unescaped = ["-_.!~*'()", '-_.~', '-_.', '*-._', '-_.~/', "-_.!~*'();,/?:@&=+$#"]

function percentOf(secret: string, isShort: boolean): readonly string[] {
  const shapes = new Set<string>()
  const bytes = [...Buffer.from(secret)].map((byte) => String.fromCharCode(byte))
  for (const kept of isShort ? [...unescaped, null] : unescaped.slice(0, 1)) {
    const isKept = (one: string): boolean => kept !== null && (/[A-Za-z0-9]/.test(one) || kept.includes(one))
    const upper = bytes.map((one) => (isKept(one) ? one : `%${hexDigits(one)}`))
    const lower = bytes.map((one) => (isKept(one) ? one : `%${hexDigits(one).toLowerCase()}`))
    for (const parts of [upper, lower]) {
      shapes.add(parts.join(''))
      if (isShort) shapes.add(parts.map((part) => (part === '%20' ? '+' : part)).join(''))
    }
  }
  shapes.delete(secret)
  return [...shapes]
}

function hexDigits(byte: string): string {
  return byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()
}

/** As JSON has it; as those write it who escape slashes, what is no ASCII, or what HTML knows. */
function jsonOf(secret: string, isShort: boolean): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  if (!isShort) return [json]
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, unicodeEscape)
  const shapes = [json, json.replaceAll('/', '\\/'), ascii, ascii.replaceAll(/[<>&]/g, unicodeEscape)]
  return shapes.filter((shape) => shape !== secret)
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** As a shell shows it: in single quotes, in double ones, with backslashes, in `$'…'`; the quotes around it stay. */
function quotedFor(secret: string): readonly string[] {
  const shapes = [
    secret.replaceAll("'", String.raw`'\''`),
    secret.replaceAll("'", `'"'"'`),
    secret.replaceAll(/["$`\\!]/g, String.raw`\$&`),
    secret.replaceAll(/["$`\\]/g, String.raw`\$&`),
    secret.replaceAll(/[^\w@%+=:,./\n-]/gu, String.raw`\$&`),
    secret.replaceAll(/['\\\n\r\t]/g, (one) => ansiC[one] ?? one),
  ]
  return shapes.filter((shape) => shape !== secret)
}

const ansiC: Readonly<Record<string, string>> = {
  "'": String.raw`\'`,
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function entitiesOf(secret: string): readonly string[] {
  const escaped = secret.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one)
  return escaped === secret ? [] : [escaped]
}
