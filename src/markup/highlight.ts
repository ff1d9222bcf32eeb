import { anyTag, withRoles } from './code-roles.ts'
import { languageCalled } from './grammar-aliases.ts'
import type { Grammars } from './grammars.ts'
import { quickHighlight } from './quick-highlight.ts'
import { readProgram } from './read-program.ts'

/** Longer lines are minified code or data: nobody reads the colours, and some grammars take minutes. */
const longestLine = 5000

/** A piece of HTML for each line. A language that nobody knows is plain text, escaped like any other. */
export function highlightLines(text: string, language: string): readonly string[] {
  return quickHighlight(text, languageCalled(language)) ?? linesOf(byGrammar(text, language))
}

/** The same in one piece. */
export function highlight(text: string, language: string): string {
  return quickHighlight(text, languageCalled(language))?.join('\n') ?? byGrammar(text, language)
}

/** Never guesses the language: guessing tries every grammar there is. */
function byGrammar(text: string, language: string): string {
  const known = text.split('\n').some((line) => line.length > longestLine) ? null : grammars().for(language)
  if (known === null) return escapeHtml(text)
  return withRoles(known.highlight(text, { language, ignoreIllegals: true }).value)
}

let made: Grammars | null = null

function grammars(): Grammars {
  made ??= new (readProgram('grammars') as typeof import('./grammars.ts')).Grammars()
  return made
}

/** What is open at the end of a line is closed there and opened again on the next. */
function linesOf(html: string): readonly string[] {
  const open: string[] = []
  return html.split('\n').map((line) => {
    const before = open.join('')
    for (const [tag, slash] of line.matchAll(anyTag)) {
      if (slash === '') open.push(tag)
      else open.pop()
    }
    const closings = open.map((tag) => tag.replace('<', '</')).toReversed()
    return before + line + closings.join('')
  })
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
