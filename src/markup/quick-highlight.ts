import { type Role, role } from './code-roles.ts'
import { type CodeUnits, ColourSheet } from './colour-sheet.ts'
import { type QuickLanguage, quickLanguages } from './quick-languages.ts'
import { nextHash, WordTable } from './word-table.ts'

/** Longer lines are minified code or data: nobody reads the colours. */
const longestLine = 5000

const number = /0[xXbBoO]\w+|\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?\d+)?[a-zA-Z\d]*/
/** What stands before one is nothing that could be divided. Not for ever: a slash may be at every second place. */
const pattern = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,60}\]){1,120}\/[a-z]*/y
const beforePattern = ['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'else', 'do']
const tagLike = /<\/[A-Za-z>]|\/>/

const space = 32
const doubleQuote = 34
const dollar = 36
const singleQuote = 39
const parenthesis = 40
const parenthesisEnd = 41
const hashSign = 35
const dot = 46
const slash = 47
const colon = 58
const question = 63
const [firstUpper, lastUpper] = [65, 90]
const backslash = 92
const bracketEnd = 93
const backtick = 96
const [firstLower, lastLower] = [97, 122]
const brace = 123
const braceEnd = 125
const lastOfAscii = 127

/** What the first letter of a token tells already: most of a text is words, and what stands between them. */
const inWord = 1
const beginsOther = 2
const kinds = new Uint8Array(lastOfAscii + 1)
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$') mark(char, inWord)
for (const char of '"\'`/#@{}0123456789') mark(char, beginsOther)

function mark(char: string, kind: number): void {
  const code = char.charCodeAt(0)
  kinds[code] = (kinds[code] ?? 0) | kind
}

interface Lexer {
  readonly language: QuickLanguage
  readonly words: WordTable<Word>
  /** Comments, texts, what is told to the compiler, and numbers, by the letter that they begin with. */
  readonly others: readonly (readonly Other[])[]
}

interface Word {
  readonly role: Role | null
  /** What comes behind it cannot be divided by anything. */
  readonly isNoValue: boolean
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
  const { comment, string, meta = /(?!)/ } = language
  const numbers: Other[] = [{ expression: sticky(number), role: role.number }]
  const texts: Other[] = [{ expression: sticky(string), role: role.string }]
  const hints: Other[] = [
    { expression: sticky(comment), role: role.comment },
    { expression: sticky(meta), role: role.constant },
  ]
  const lexer: Lexer = {
    language,
    words: new WordTable(wordsOf(language)),
    others: Array.from({ length: lastOfAscii + 1 }, (_, code) => {
      const char = String.fromCharCode(code)
      if (/\d/.test(char)) return numbers
      if (/[/#@]/.test(char)) return hints
      return /["'`]/.test(char) || kinds[code] === inWord ? texts : []
    }),
  }
  lexers.set(name, lexer)
  return lexer
}

function wordsOf({ keywords, literals, builtIns }: QuickLanguage): ReadonlyMap<string, Word> {
  const roles = new Map<string, Role | null>(beforePattern.map((word) => [word, null]))
  for (const word of builtIns) roles.set(word, role.keyword)
  for (const word of literals) roles.set(word, role.number)
  for (const word of keywords) roles.set(word, role.keyword)
  return new Map(
    Array.from(roles, ([word, itsRole]) => [word, { role: itsRole, isNoValue: beforePattern.includes(word) }]),
  )
}

function isInWord(unit: number): boolean {
  return unit > lastOfAscii || ((kinds[unit] ?? 0) & inWord) !== 0
}

class Painter {
  readonly #text: string
  readonly #length: number
  readonly #lexer: Lexer
  readonly #sheet: ColourSheet
  /** Of the text. */
  readonly #units: CodeUnits
  /** Of each text with code in it, how many braces are open in the code. */
  readonly #open: number[] = []
  /** What could be divided stands right before. */
  #isValue = false

  constructor(text: string, lexer: Lexer) {
    this.#text = text
    this.#length = text.length
    this.#lexer = lexer
    this.#sheet = new ColourSheet(text)
    this.#units = this.#sheet.units
  }

  paint(): readonly string[] {
    for (let at = 0; at < this.#length; ) at = this.#next(at)
    return this.#sheet.lines()
  }

  #next(start: number): number {
    const units = this.#units
    const first = this.#unit(start)
    if (first > lastOfAscii) return this.#word(start)
    const kind = kinds[first] ?? 0
    if (kind !== 0) {
      const taken = this.#other(start, first, kind)
      return taken > start ? taken : this.#word(start)
    }
    let at = start
    let last = 0
    for (let next = first; at < this.#length && next <= lastOfAscii && kinds[next] === 0; next = units[at] ?? 0) {
      if (next > space) last = next
      at++
    }
    // A bracket that closes ends a value; spaces say nothing.
    if (last !== 0) this.#isValue = last === parenthesisEnd || last === bracketEnd
    return at
  }

  #unit(at: number): number {
    return this.#units[at] ?? 0
  }

  /** Neither a word nor what stands between: nothing where it is a word after all, as most texts with a prefix are not. */
  #other(start: number, first: number, kind: number): number {
    if (kind === inWord && !this.#mayBePrefix(start)) return start
    if (this.#lexer.language.isScript === true) {
      const end = this.#script(start, first)
      if (end > start) return end
    }
    for (const { expression, role: itsRole } of this.#lexer.others[first] ?? []) {
      expression.lastIndex = start
      if (!expression.test(this.#text)) continue
      const end = expression.lastIndex
      if (end === start) continue
      const isText = itsRole === role.string
      this.#sheet.add(isText && this.#isKey(end) ? role.constant : itsRole, start, end)
      if (itsRole !== role.comment) this.#isValue = isText || itsRole === role.number
      return end
    }
    if ((kind & inWord) !== 0) return start
    this.#isValue = first === braceEnd
    return start + 1
  }

  /** `b"…"`, `rb'…'`, `r#"…"#`. */
  #mayBePrefix(start: number): boolean {
    for (let at = start + 1; at < start + 4; at++) {
      const unit = this.#unit(at)
      if (unit === doubleQuote || unit === singleQuote) return true
      if (unit !== hashSign && (unit > lastOfAscii || !isInWord(unit))) return false
    }
    return false
  }

  #word(start: number): number {
    const units = this.#units
    let end = start
    let hash = 0
    do hash = nextHash(hash, units[end++] ?? 0)
    while (isInWord(units[end] ?? 0))
    const known = this.#lexer.words.find(units, start, end, hash)
    const itsRole = this.#roleOf(known?.role ?? null, start, end)
    if (itsRole !== null) this.#sheet.addWord(itsRole, start, end)
    this.#isValue = known?.isNoValue !== true
    return end
  }

  /** Regular expressions, and texts with code in them. Where there is none, nothing is taken. */
  #script(at: number, first: number): number {
    const depth = this.#open.length - 1
    if (first === slash && !this.#isValue) {
      pattern.lastIndex = at
      const end = pattern.test(this.#text) ? pattern.lastIndex : at
      if (end > at) this.#sheet.add(role.string, at, end)
      this.#isValue = end > at
      return end
    }
    if (first === backtick) return this.#template(at, at + 1)
    if (first === brace && depth >= 0) this.#open[depth] = (this.#open[depth] ?? 0) + 1
    if (first === braceEnd && depth >= 0) {
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
    let at = from
    while (at < this.#length && this.#unit(at) !== backtick && !this.#isCodeAt(at)) {
      at += this.#unit(at) === backslash ? 2 : 1
    }
    const isCode = this.#unit(at) === dollar
    const end = Math.min(this.#length, at + (isCode ? 2 : 1))
    this.#sheet.add(role.string, start, end)
    if (isCode) this.#open.push(0)
    this.#isValue = !isCode
    return end
  }

  #isCodeAt(at: number): boolean {
    return this.#unit(at) === dollar && this.#unit(at + 1) === brace
  }

  #roleOf(known: Role | null, start: number, end: number): Role | null {
    const isPart = start > 0 && this.#unit(start - 1) === dot && !(start > 1 && this.#unit(start - 2) === dot)
    if (!isPart && this.#isKey(end) && this.#text.slice(start, end) !== 'default') return role.constant
    if (!isPart && known !== null) return known
    if (this.#unit(end) === parenthesis) return role.function
    const first = this.#unit(start)
    if (first >= firstUpper && first <= lastUpper && this.#hasLower(start, end)) return role.type
    return isPart ? role.constant : null
  }

  /** What is in capitals throughout names a constant, not a type. */
  #hasLower(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const unit = this.#unit(at)
      if (unit >= firstLower && unit <= lastLower) return true
      if (unit > lastOfAscii) {
        const word = this.#text.slice(start, end)
        return word !== word.toUpperCase()
      }
    }
    return false
  }

  /** Whether a colon comes next, and not for a choice: `a ? b : c` has a space before it. */
  #isKey(end: number): boolean {
    if (this.#lexer.language.hasProperties !== true) return false
    const at = this.#unit(end) === question ? end + 1 : end
    return this.#unit(at) === colon && this.#unit(at + 1) !== colon
  }
}
