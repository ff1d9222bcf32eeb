import { type Role, role, tags } from './code-roles.ts'
import { type QuickLanguage, quickLanguages } from './quick-languages.ts'

/** Longer lines are minified code or data: nobody reads the colours. */
const longestLine = 5000

const number = /0[xXbBoO][\da-fA-F_]+n?|\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?\d+)?[a-zA-Z\d]*/
/** What stands before one is nothing that could be divided. Not for ever: a slash may be at every second place. */
const pattern = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,60}\]){1,120}\/[a-z]*/y
const beforePattern = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'else', 'do'])
const tagLike = /<\/[A-Za-z>]|\/>/

/** What the first letter of a token tells already: most of a text is words, and what stands between them. */
const inWord = new Uint8Array(128)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$') inWord[char.charCodeAt(0)] = 1
const beginsOther = new Uint8Array(128)
for (const char of '"\'`/#@{}0123456789') beginsOther[char.charCodeAt(0)] = 1

interface Lexer {
  readonly language: QuickLanguage
  readonly words: ReadonlyMap<string, Role>
  /** Comments, texts, what is told to the compiler, and numbers, by the letter that they begin with. */
  readonly others: readonly (readonly Other[])[]
}

interface Other {
  readonly expression: RegExp
  readonly role: Role
}

const lexers = new Map<string, Lexer>()

/**
 * Words in colour for the languages that most code is written in, in one go and a fraction of the time that a grammar
 * takes. Null for what it cannot read: other languages, and scripts with tags in them.
 */
export function quickHighlight(text: string, name: string): readonly string[] | null {
  const lexer = lexerOf(name)
  if (lexer === null || (lexer.language.isScript === true && tagLike.test(text))) return null
  for (let from = 0, end = 0; end !== -1; from = end + 1) {
    end = text.indexOf('\n', from)
    if ((end === -1 ? text.length : end) - from > longestLine) return null
  }
  return new Painter(text, lexer).paint()
}

/** Looks at one place, and not behind it. */
function sticky({ source }: RegExp): RegExp {
  return new RegExp(source, 'y')
}

function lexerOf(name: string): Lexer | null {
  const known = lexers.get(name)
  if (known !== undefined) return known
  const language = Object.hasOwn(quickLanguages, name) ? quickLanguages[name] : undefined
  if (language === undefined) return null
  const { comment, string, meta = /(?!)/, keywords, literals, builtIns } = language
  const numbers: Other[] = [{ expression: sticky(number), role: role.number }]
  const texts: Other[] = [{ expression: sticky(string), role: role.string }]
  const hints: Other[] = [
    { expression: sticky(comment), role: role.comment },
    { expression: sticky(meta), role: role.constant },
  ]
  const lexer: Lexer = {
    language,
    words: new Map<string, Role>([
      ...Array.from(builtIns, (word) => [word, role.keyword] as const),
      ...Array.from(literals, (word) => [word, role.number] as const),
      ...Array.from(keywords, (word) => [word, role.keyword] as const),
    ]),
    others: Array.from({ length: 128 }, (_, code) => {
      const char = String.fromCharCode(code)
      if (/\d/.test(char)) return numbers
      return /["'`]/.test(char) || inWord[code] === 1 ? texts : hints
    }),
  }
  lexers.set(name, lexer)
  return lexer
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code > 127 || inWord[code] === 1
}

class Painter {
  readonly #text: string
  readonly #lexer: Lexer
  #html = ''
  /** Where the text begins that has no colour and is not in there yet. */
  #plain = 0
  /** Of each text with code in it, how many braces are open in the code. */
  readonly #open: number[] = []
  /** What could be divided stands right before. */
  #isValue = false

  constructor(text: string, lexer: Lexer) {
    this.#text = text
    this.#lexer = lexer
  }

  paint(): readonly string[] {
    for (let at = 0; at < this.#text.length; ) at = this.#next(at)
    this.#addPlain(this.#text.length)
    return this.#html.split('\n')
  }

  #next(start: number): number {
    const text = this.#text
    const code = text.charCodeAt(start)
    if (code > 127 || beginsOther[code] === 1 || inWord[code] === 1) {
      const taken = code > 127 ? start : this.#other(start, code)
      return taken > start ? taken : this.#word(start)
    }
    let at = start
    let last = 0
    for (let next = code; at < text.length && next <= 127 && inWord[next] === 0; next = text.charCodeAt(at)) {
      if (beginsOther[next] === 1) break
      if (next > 32) last = next
      at++
    }
    // A bracket that closes ends a value; spaces say nothing.
    if (last !== 0) this.#isValue = last === 41 || last === 93
    return at
  }

  /** Neither a word nor what stands between: nothing where it is a word after all, as most texts with a prefix are not. */
  #other(start: number, code: number): number {
    if (beginsOther[code] === 0 && !this.#mayBePrefix(start)) return start
    if (this.#lexer.language.isScript === true) {
      const end = this.#script(start)
      if (end > start) return end
    }
    for (const { expression, role: kind } of this.#lexer.others[code] ?? []) {
      expression.lastIndex = start
      if (!expression.test(this.#text)) continue
      const end = expression.lastIndex
      if (end === start) continue
      const isText = kind === role.string
      this.#add(isText && this.#isKey(end) ? role.constant : kind, start, end)
      if (kind !== role.comment) this.#isValue = isText || kind === role.number
      return end
    }
    if (inWord[code] === 1) return start
    this.#isValue = code === 125
    return start + 1
  }

  /** `b"…"`, `rb'…'`, `r#"…"#`. */
  #mayBePrefix(start: number): boolean {
    for (let at = start + 1; at < start + 4; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === 34 || code === 39) return true
      if (code !== 35 && !(code <= 127 && inWord[code] === 1)) return false
    }
    return false
  }

  #word(start: number): number {
    let end = start + 1
    while (end < this.#text.length && isWordAt(this.#text, end)) end++
    const word = this.#text.slice(start, end)
    const kind = this.#roleOf(word, start, end)
    if (kind !== null) {
      this.#addPlain(start)
      this.#plain = end
      // Nothing in a word could be taken for anything else.
      this.#html += tags[kind].opening + word + tags[kind].closing
    }
    this.#isValue = !beforePattern.has(word)
    return end
  }

  /** Regular expressions, and texts with code in them. Where there is none, nothing is taken. */
  #script(at: number): number {
    const char = this.#text[at]
    const depth = this.#open.length - 1
    if (char === '/' && !this.#isValue) {
      pattern.lastIndex = at
      const end = pattern.test(this.#text) ? pattern.lastIndex : at
      if (end > at) this.#add(role.string, at, end)
      this.#isValue = end > at
      return end
    }
    if (char === '`') return this.#template(at, at + 1)
    if (char === '{' && depth >= 0) this.#open[depth] = (this.#open[depth] ?? 0) + 1
    if (char === '}' && depth >= 0) {
      if (this.#open[depth] === 0) {
        this.#open.pop()
        return this.#template(at, at + 1)
      }
      this.#open[depth] = (this.#open[depth] ?? 0) - 1
    }
    return at
  }

  /** Up to its end, or to the next piece of code. */
  #template(start: number, from: number): number {
    const text = this.#text
    let at = from
    while (at < text.length && text[at] !== '`' && !(text[at] === '$' && text[at + 1] === '{')) {
      at += text[at] === '\\' ? 2 : 1
    }
    const isCode = text[at] === '$'
    const end = Math.min(text.length, at + (isCode ? 2 : 1))
    this.#add(role.string, start, end)
    if (isCode) this.#open.push(0)
    this.#isValue = !isCode
    return end
  }

  #roleOf(word: string, start: number, end: number): Role | null {
    const isPart = this.#text[start - 1] === '.' && this.#text[start - 2] !== '.'
    const known = isPart ? undefined : this.#lexer.words.get(word)
    if (!isPart && word !== 'default' && this.#isKey(end)) return role.constant
    if (known !== undefined) return known
    if (this.#text[end] === '(') return role.function
    const first = word.charCodeAt(0)
    if (first > 64 && first < 91 && word !== word.toUpperCase()) return role.type
    return isPart ? role.constant : null
  }

  /** Whether a colon comes next, and not for a choice: `a ? b : c` has a space before it. */
  #isKey(end: number): boolean {
    if (this.#lexer.language.hasProperties !== true) return false
    const at = this.#text[end] === '?' ? end + 1 : end
    return this.#text[at] === ':' && this.#text[at + 1] !== ':'
  }

  #add(kind: Role, start: number, end: number): void {
    this.#addPlain(start)
    this.#plain = end
    const html = escape(this.#text.slice(start, end))
    const { opening, closing } = tags[kind]
    if (!html.includes('\n')) {
      this.#html += opening + html + closing
      return
    }
    const lines = html.split('\n').map((line) => (line === '' ? '' : opening + line + closing))
    this.#html += lines.join('\n')
  }

  /** Everything since the last colour, in one piece. */
  #addPlain(end: number): void {
    if (end > this.#plain) this.#html += escape(this.#text.slice(this.#plain, end))
  }
}

/** For what stands between tags: quotes do no harm there. */
function escape(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}
