import { createHash } from 'node:crypto'
import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

// Of bounded length, so that a text full of beginnings is still gone through once.
const label = /\[\^([^\s[\]]{1,100})\]/y
/** Four characters mention a note: a text of nothing else would come back fifty times as long. */
const mostWaysBack = 20
const beginning = /\[\^([^\s[\]]{1,100})\]:/y

interface Note {
  readonly text: Token[]
  /** In the order of their first mention; null as long as nobody mentions it. */
  number: number | null
  mentions: number
}

/** What one document has of them. */
class Notes {
  readonly byLabel = new Map<string, Note>()
  readonly mentioned: Note[] = []
  /** Goes into the names, because several texts may stand on a page. */
  mark = ''
  isInside = false
}

/** `[^1]` leads to `[^1]: …`, which is set at the end of the document, and back. */
export function addFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readNote, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', readMention)
  markdown.core.ruler.after('inline', 'footnotes', setNotes)
  markdown.renderer.rules['footnote_mention'] = (tokens, at, _options, env) => mentionOf(tokens[at], markOf(env))
  markdown.renderer.rules['footnote_open'] = (tokens, at, _options, env) =>
    `<li id="${nameOf(noteOf(tokens[at]), markOf(env))}">\n`
  markdown.renderer.rules['footnote_back'] = (tokens, at, _options, env) => waysBack(noteOf(tokens[at]), markOf(env))
}

function readNote(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  const notes = notesOf(state.env)
  // Only at the outside: notes within notes would be taken apart again and again.
  if (state.level > 0 || notes.isInside || indentOf(state, first) > 3) return false
  const start = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  beginning.lastIndex = start
  const found = beginning.exec(state.src)
  if (found === null) return false
  if (silent) return true
  const next = endOfNote(state, first, end)
  const opening = state.src.slice(start + found[0].length, state.eMarks[first]).trimStart()
  const rest = next > first + 1 ? `\n${state.getLines(first + 1, next, 4, false)}` : ''
  const text: Token[] = []
  notes.isInside = true
  state.md.block.parse(opening + rest, state.md, state.env, text)
  notes.isInside = false
  const name = found[1] ?? ''
  if (!notes.byLabel.has(name)) notes.byLabel.set(name, { text: text.filter(isShown), number: null, mentions: 0 })
  state.line = next
  return true
}

/** The lines that follow at once, as in a paragraph, and after an empty line those that are indented. */
function endOfNote(state: StateBlock, first: number, end: number): number {
  const rules = state.md.block.ruler.getRules('paragraph')
  let last = first
  for (let line = first + 1; line < end; line++) {
    if (state.isEmpty(line)) continue
    const isIndented = indentOf(state, line) > 3
    const follows = last === line - 1 && !rules.some((rule) => rule(state, line, end, true))
    if (!isIndented && !follows) break
    last = line
  }
  return last + 1
}

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

function isShown({ type }: Token): boolean {
  return type !== 'reference_definition'
}

function readMention(state: StateInline, silent: boolean): boolean {
  label.lastIndex = state.pos
  const found = label.exec(state.src)
  const notes = notesOf(state.env)
  const note = notes.byLabel.get(found?.[1] ?? '')
  if (found === null || note === undefined) return false
  state.pos += found[0].length
  if (silent) return true
  note.number ??= notes.mentioned.push(note)
  note.mentions++
  state.push('footnote_mention', '', 0).meta = { note, mention: note.mentions }
  return true
}

/** Notes may mention others, which are then added to the end of the list that is gone through. */
function setNotes(state: StateCore): void {
  const notes = notesOf(state.env)
  if (notes.mentioned.length === 0) return
  notes.mark = createHash('sha256').update(state.src).digest('hex').slice(0, 8)
  state.tokens.push(html(state, '<section class="footnotes">\n<ol>\n'))
  for (const note of notes.mentioned) {
    for (const token of note.text) {
      if (token.type === 'inline') state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []))
    }
    state.tokens.push(tokenOf(state, 'footnote_open', note))
    for (const token of withWayBack(state, note)) state.tokens.push(token)
    state.tokens.push(html(state, '</li>\n'))
  }
  state.tokens.push(html(state, '</ol>\n</section>\n'))
}

/** At the end of the last paragraph, or by itself where the text ends otherwise. */
function withWayBack(state: StateCore, note: Note): readonly Token[] {
  const back = tokenOf(state, 'footnote_back', note)
  const last = note.text.at(-1)?.type === 'paragraph_close' ? note.text.at(-2) : undefined
  if (last?.children) {
    last.children.push(back)
    return note.text
  }
  return [...note.text, back]
}

function tokenOf(state: StateCore, type: string, note: Note): Token {
  const token = new state.Token(type, '', 0)
  token.meta = { note }
  return token
}

function html(state: StateCore, content: string): Token {
  const token = new state.Token('html_block', '', 0)
  token.content = content
  return token
}

function mentionOf(token: Token | undefined, mark: string): string {
  const note = noteOf(token)
  const id = mentionName(note, Number(token?.meta?.['mention']), mark)
  return `<sup><a href="#${nameOf(note, mark)}" id="${id}" aria-label="Footnote ${note.number}">${note.number}</a></sup>`
}

function waysBack(note: Note, mark: string): string {
  const ways = Array.from({ length: Math.min(note.mentions, mostWaysBack) }, (_, at) => {
    const sign = at === 0 ? '↩' : `↩<sup>${at + 1}</sup>`
    return ` <a href="#${mentionName(note, at + 1, mark)}" aria-label="Back to the text">${sign}</a>`
  })
  return ways.join('')
}

/** No heading has such a name: theirs have no dots. */
function nameOf(note: Note, mark: string): string {
  return `note.${mark}.${note.number}`
}

function mentionName(note: Note, mention: number, mark: string): string {
  return `mention.${mark}.${note.number}.${mention}`
}

function noteOf(token: Token | undefined): Note {
  return token?.meta?.['note'] as Note
}

function markOf(env: Env | undefined): string {
  return env === undefined ? '' : notesOf(env).mark
}

function notesOf(env: Env): Notes {
  const known = env['notes']
  if (known instanceof Notes) return known
  const notes = new Notes()
  env['notes'] = notes
  return notes
}
