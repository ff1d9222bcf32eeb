import type { Delimiter, MarkdownIt, StateInline, Token } from 'markdown-it'

const tilde = 0x7e
/** No letter: a run of two is another thing, and neither closes the other. */
const single = 0x1_00_7e

/** `~gone~`, as `~~gone~~`. Inside a word a tilde is one: `HEAD~1 and HEAD~2`. */
export function addSingleTildes({ inline }: MarkdownIt): void {
  inline.ruler.before('strikethrough', 'single_tilde', readTilde)
  inline.ruler2.after('strikethrough', 'single_tilde', (state) => {
    strike(state, state.delimiters)
    for (const meta of state.tokens_meta) strike(state, meta?.delimiters ?? [])
    return true
  })
}

function readTilde(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, false)
  if (length !== 1) return false
  state.push('text', '', 0).content = '~'
  state.delimiters.push({ marker: single, length: 0, token: state.tokens.length - 1, end: -1, open, close })
  state.pos += 1
  return true
}

function strike(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const [first, last] = [state.tokens[token], state.tokens[delimiters[end]?.token ?? -1]]
    if (marker !== single || first === undefined || last === undefined) continue
    become(first, 's_open', 1)
    become(last, 's_close', -1)
  }
}

function become(token: Token, type: string, nesting: 1 | -1): void {
  Object.assign(token, { type, tag: 's', nesting, markup: '~', content: '' })
}
