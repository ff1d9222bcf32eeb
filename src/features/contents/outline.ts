import { grammarOf } from './grammars.ts'

/** Something that a file declares, and the line that does. */
export interface OutlineEntry {
  readonly name: string
  readonly line: number
  /** How far it stands in: what is declared inside something else. */
  readonly depth: number
}

const mostEntries = 300
/** Nobody declares anything in a longer line, and no pattern is tried on one. */
const longestLine = 300
/** Lines can be made that take a pattern long: others wait for us, and a part of an outline is better than that. */
const budgetMs = 20

const script = [
  /^(?:export )?(?:default )?(?:declare )?(?:async )?function\*? ([\w$]+)/,
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:class|interface|enum|namespace) ([\w$]+)/,
  /^(?:export )?(?:declare )?type ([\w$]+)/,
  /^(?:export )?(?:declare )?(?:const|let|var) ([\w$]+)(?:: [^=]+)? = (?:async )?(?:function\b|\(|[\w$]+ =>|<)/,
  /^ {2,4}(?:(?:public|private|protected|static|override|readonly|async|get|set) )*(#?[\w$]+)\([^)]*\)[^;]*\{$/,
] as const
const curly = [
  /^\s*(?:(?:public|private|protected|internal|static|abstract|final|sealed|partial|data|open) )*(?:class|interface|enum|record|struct|object|trait) (\w+)/,
  /^\s+(?:(?:public|private|protected|internal|static|abstract|final|override|virtual|async|suspend|open) )+[\w<>[\], .?]* ?\b(\w+)\(/,
  /^\s*(?:(?:public|private|internal|suspend|override|open|inline) )*fun (?:<[^>]*> )?(?:[\w.<>?, ]+\.)?(\w+)\(/,
] as const
const native = [
  /^(?:typedef )?(?:struct|class|enum|union|namespace) (\w+)[^;]*$/,
  /^#define (\w+)/,
  /^(?!(?:return|else|if|for|while|switch|typedef|using)\b)[A-Za-z_][\w<>:,*& ]*[ *&](~?[\w:]+)\([^;]*$/,
] as const

/** How things are declared, for each grammar. A line that looks like one is one: this is a way about, not a compiler. */
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  bash: [/^(?:function )?([\w-]+) ?\(\)/],
  c: native,
  cpp: native,
  csharp: curly,
  go: [/^func (?:\([^)]*\) )?(\w+)/, /^type (\w+)/],
  java: curly,
  javascript: script,
  kotlin: curly,
  markdown: [/^#{1,6} (.+?)#*$/],
  php: [/^\s*(?:(?:abstract|final) )?(?:class|interface|trait|enum) (\w+)/, /\bfunction &?(\w+)\(/],
  python: [/^\s*(?:async )?def (\w+)/, /^\s*class (\w+)/],
  ruby: [/^\s*(?:class|module) ([\w:]+)/, /^\s*def ([\w.?!=]+)/],
  rust: [
    /^\s*(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe |extern "[^"]*" )*fn (\w+)/,
    /^\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|mod|union|type) (\w+)/,
    /^(impl\b[^{]*)/,
    /^macro_rules! (\w+)/,
  ],
  typescript: script,
}

/** Words that stand where a method's name would. */
const noNames = new Set(['if', 'for', 'while', 'switch', 'catch', 'function', 'return', 'with', 'else', 'new', 'await'])

/** What a file declares, in its order; nothing where nobody knows how its language declares things. */
export function outlineOf(fileName: string, text: string): readonly OutlineEntry[] {
  const known = patterns[grammarOf(fileName, text) ?? '']
  if (known === undefined) return []
  const entries: OutlineEntry[] = []
  let inFence = false
  const until = performance.now() + budgetMs
  let at = -1
  for (const line of linesOf(text)) {
    at += 1
    if (at % 50 === 0 && performance.now() > until) break
    if (line.length > longestLine) continue
    // In a document: code is no heading.
    if (known === patterns['markdown'] && /^(?:```|~~~)/.test(line)) inFence = !inFence
    const name = inFence ? undefined : nameIn(line.trimEnd(), known)
    if (name === undefined) continue
    entries.push({ name, line: at + 1, depth: depthOf(line) })
    if (entries.length === mostEntries) break
  }
  return entries
}

/** One after another: where the time is up, those behind are not even cut off. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    yield text.slice(from, end)
    from = end + 1
  }
  yield text.slice(from)
}

function nameIn(line: string, known: readonly RegExp[]): string | undefined {
  for (const pattern of known) {
    const name = pattern.exec(line)?.[1]?.trim()
    if (name !== undefined && name !== '' && !noNames.has(name)) return name
  }
  return undefined
}

function depthOf(line: string): number {
  const hashes = /^#+(?= )/.exec(line)?.[0].length
  if (hashes !== undefined) return hashes - 1
  const space = /^\s*/.exec(line)?.[0] ?? ''
  return Math.min(4, space.includes('\t') ? space.length : Math.ceil(space.length / 4))
}
