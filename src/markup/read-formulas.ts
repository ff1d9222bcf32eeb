import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { displayFormula, inlineFormula } from '../core/formula-marks.ts'

const dollar = 0x24
/** The one of GitLab: no dollar of a text is taken for it. */
const inlineCode = /\$(`{1,3})([^`]+)\1\$(?![\w$])/y

/**
 * `$x$`, `$$x$$` and their like, as code of a language called math, which is what the fence of that name is already: as
 * such it passes the sanitiser, and is made a formula after it.
 */
export function addFormulas(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'formula', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  markdown.inline.ruler.before('escape', 'formula', readInline)
}

/** `\begin{align}` without dollar signs, which a notebook takes for a formula where a line begins with it. */
export function addBareFormulas({ block }: MarkdownIt): void {
  block.ruler.before('fence', 'bare_formula', readBare, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function readInline(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== dollar) return false
  const next = state.src[state.pos + 1]
  const pattern = next === '$' ? displayFormula : next === '`' ? inlineCode : inlineFormula
  pattern.lastIndex = state.pos
  const found = pattern.exec(state.src)
  const tex = (next === '`' ? found?.[2] : found?.[1])?.trim() ?? ''
  if (found === null || tex === '') return skipRun(state, silent)
  state.pos += found[0].length
  if (silent) return true
  const token = state.push('code_inline', 'code', 0)
  token.content = tex
  token.attrs = [['class', next === '$' ? 'language-math-display' : 'language-math']]
  return true
}

/** A run of them that opens nothing is text, all of it at once. */
function skipRun(state: StateInline, silent: boolean): boolean {
  const from = state.pos
  while (state.src.charCodeAt(state.pos) === dollar) state.pos++
  if (!silent) state.pending += state.src.slice(from, state.pos)
  return true
}

const marks = /(?<!\\)\$\$/

/** Where lines were looked through in vain, so that those among them that begin alike do not look again. */
type Hopeless = WeakMap<StateBlock, { readonly from: number; readonly to: number }>
const withoutMarks: Hopeless = new WeakMap()
const withoutEnd: Hopeless = new WeakMap()

function isIn(hopeless: Hopeless, state: StateBlock, line: number): boolean {
  const known = hopeless.get(state)
  return known !== undefined && known.from <= line && line < known.to
}

/** `$$`, at the beginning of a line and at the end of that or another. Over empty lines only where it stands alone. */
function readBlock(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  const start = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  if (state.src.charCodeAt(start) !== dollar || state.src.charCodeAt(start + 1) !== dollar) return false
  if ((state.sCount[first] ?? 0) - state.blkIndent > 3) return false
  if (isIn(withoutMarks, state, first)) return false
  const last = lastLine(state, first, end, start + 2)
  if (last === null) return false
  const tex = linesOf(state, first, last).slice(2, -2).trim()
  if (tex === '') return false
  if (!silent) pushBlock(state, first, last, tex)
  return true
}

const environments = String.raw`\{((?:equation|align|alignat|gather|multline)\*?)\}`
const begin = new RegExp(String.raw`\\begin${environments}`, 'y')
const ending = new RegExp(String.raw`\\end${environments}[ \t]*$`)

/** As above, up to the line that ends it. */
function readBare(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) - state.blkIndent > 3) return false
  begin.lastIndex = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0)
  const name = begin.exec(state.src)?.[1]
  if (name === undefined || isIn(withoutEnd, state, first)) return false
  let line = first
  for (; line < end && !(line > first && isOver(state, line, false)); line++) {
    const found = ending.exec(state.src.slice(state.bMarks[line], state.eMarks[line]))
    if (found === null) continue
    if (found[1] !== name) return false
    if (!silent) pushBlock(state, first, line, linesOf(state, first, line))
    return true
  }
  withoutEnd.set(state, { from: first, to: line })
  return false
}

function linesOf(state: StateBlock, first: number, last: number): string {
  return state.getLines(first, last + 1, state.blkIndent, false).trim()
}

function pushBlock(state: StateBlock, first: number, last: number, tex: string): void {
  state.line = last + 1
  const token = state.push('fence', 'code', 0)
  token.info = 'math'
  token.content = tex
  token.map = [first, state.line]
}

/** The next two decide: they are the last of their line, or nothing. */
function lastLine(state: StateBlock, first: number, end: number, after: number): number | null {
  const isAlone = state.src.slice(after, state.eMarks[first]).trim() === ''
  let line = first
  for (; line < end; line++) {
    if (line > first && isOver(state, line, isAlone)) break
    const from = line === first ? after : (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
    const text = state.src.slice(from, state.eMarks[line]).trimEnd()
    const at = text.search(marks)
    if (at !== -1) return at === text.length - 2 ? line : null
  }
  withoutMarks.set(state, { from: first, to: line })
  return null
}

/** What stands around it, a list or a quote, ends there. */
function isOver(state: StateBlock, line: number, isAlone: boolean): boolean {
  return state.isEmpty(line) ? !isAlone : (state.sCount[line] ?? 0) < state.blkIndent
}
