import { expect, it } from 'vitest'
import { highlight, highlightLines } from './highlight.ts'

const program = 'return "a" # <b>\n"""c\nd"""\n'

it.each([
  ['python', ['py', 'PY', 'gyp']],
  ['typescript', ['ts', 'tsx', 'mts']],
  ['cpp', ['c++', 'cc', 'hpp']],
  ['ruby', ['rb', 'gemspec']],
])('code in %s has the colours in a text that it has in a file, by every name of the language', (language, aliases) => {
  const lines = highlightLines(program, language)
  expect(lines.join('\n')).toContain('<c-k>return</c-k> <c-s>')
  for (const name of [language, ...aliases]) {
    expect(highlightLines(program, name)).toEqual(lines)
    expect(withoutColours(highlight(program, name))).toBe(withoutColours(lines.join('\n')))
    expect(coloursOf(highlight(program, name))).toEqual(coloursOf(lines.join('\n')))
  }
})

it('a language that nobody knows is plain text', () => {
  expect(highlight('<b> "a"', 'no-such-language')).toBe('&lt;b&gt; &quot;a&quot;')
})

function withoutColours(html: string): string {
  return html.replace(/<\/?c-[a-z]>/g, '')
}

/** Of each letter; what is open at the end of a line may be closed there, or not. */
function coloursOf(html: string): readonly string[] {
  const open: string[] = []
  const colours: string[] = []
  for (const [piece, slash, tag] of html.matchAll(/<(\/?)(c-[a-z])>|&\w+;|[^]/g)) {
    if (tag !== undefined && slash === '') open.push(tag)
    else if (tag !== undefined) open.pop()
    else if (piece !== '\n') colours.push(`${piece} ${open.at(-1) ?? ''}`)
  }
  return colours
}
