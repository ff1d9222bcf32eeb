import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { quickHighlight } from './quick-highlight.ts'
import { quickLanguages } from './quick-languages.ts'

const textOf = (lines: readonly string[] | null): string =>
  (lines ?? [])
    .join('\n')
    .replace(/<\/?c-[a-z]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

it('words are told apart', () => {
  const [first, second] =
    quickHighlight("export const a = `x ${b('y')} z` // <c>\n  .test(/[/]'/) / 0xff\n", 'typescript') ?? []
  expect(first).toBe(
    [
      '<c-k>export</c-k> <c-k>const</c-k> a = ',
      '<c-s>`x ${</c-s><c-f>b</c-f>(',
      `<c-s>'y'</c-s>)<c-s>} z\`</c-s> `,
      '<c-r>// &lt;c&gt;</c-r>',
    ].join(''),
  )
  expect(second).toContain(`<c-s>/[/]'/</c-s>) / <c-n>0xff</c-n>`)
  const [json] = quickHighlight('{ "key": ["text", 1.5e3, true] }', 'json') ?? []
  expect(json).toMatch(/<c-c>"key".*<c-s>"text".*<c-n>1\.5e3.*<c-n>true/)
  expect(quickHighlight('0xff_u8 + 0b1n', 'rust')).toEqual(['<c-n>0xff_u8</c-n> + <c-n>0b1n</c-n>'])
  const python = quickHighlight('def f(x):\n  """a\n  b"""\n  return rb"c" # d', 'python') ?? []
  expect(python[2]).toBe('<c-s>  b"""</c-s>')
  expect(python[3]).toMatch(/<c-k>return<\/c-k> <c-s>rb"c"<\/c-s> <c-r># d/)
})

it('no text is changed, whatever it is taken for', () => {
  const folder = import.meta.dirname
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  for (const source of sources) {
    const text = readFileSync(join(folder, source), 'utf8')
    for (const language of Object.keys(quickLanguages)) {
      const lines = quickHighlight(text, language)
      expect([source, language, lines === null || textOf(lines) === text]).toEqual([source, language, true])
      expect(lines?.length ?? text.split('\n').length).toBe(text.split('\n').length)
    }
  }
})

it('letters that take two bytes change nothing about the others, and one text leaves nothing in the next', () => {
  const text = 'const q = `a ${f("q", /q<&>/)} b` // q\nexport class Q { q: string = "q" } /* q\nq */\n'.repeat(40)
  const plain = quickHighlight(text, 'typescript')
  for (const letter of ['ü', '\u5b57', '\u{1f528}']) {
    const lines = quickHighlight(text.replaceAll('q', letter), 'typescript')
    expect(lines?.map((line) => line.replaceAll(letter, 'q'))).toEqual(plain)
    expect(quickHighlight('q', 'typescript')).toEqual(['q'])
  }
  expect(plain?.slice(0, 3)).toEqual([
    '<c-k>const</c-k> q = <c-s>`a ${</c-s><c-f>f</c-f>(<c-s>"q"</c-s>, <c-s>/q&lt;&amp;&gt;/</c-s>)<c-s>} b`</c-s> <c-r>// q</c-r>',
    '<c-k>export</c-k> <c-k>class</c-k> Q { <c-c>q</c-c>: <c-k>string</c-k> = <c-s>"q"</c-s> } <c-r>/* q</c-r>',
    '<c-r>q */</c-r>',
  ])
})

it('what is open at the end, out of place or endless harms nobody', () => {
  const pieces = [
    '"',
    "'",
    '`',
    '`${',
    '}',
    '/*',
    '*/',
    '//',
    '/[',
    '\\',
    '\n',
    '"""',
    "'''",
    'r#"',
    '#[',
    '@',
    '#',
    '<script>',
    '&amp;',
    'ü',
    '\u2028',
    '9',
    'a',
    ' ',
  ]
  const longest = 4000
  for (const language of Object.keys(quickLanguages)) {
    for (const [at, piece] of pieces.entries()) {
      for (const other of pieces.slice(0, at + 1)) {
        const text = `${`${piece}${other}`.repeat(20)}\n${(piece + other).repeat(longest / 10)}`
        const lines = quickHighlight(text, language)
        expect([language, piece, other, textOf(lines)]).toEqual([language, piece, other, lines === null ? '' : text])
        expect(lines?.join('') ?? '').not.toMatch(/<(?!\/?c-[a-z]>)/)
      }
    }
  }
  const began = busyMs()
  for (const piece of ['/[', '"\\', '/*', '`${', '(/a', 'r#"', '#']) {
    quickHighlight(Array.from({ length: 4 }, () => piece.repeat(2000)).join('\n'), 'javascript')
  }
  expect(busyMs() - began).toBeLessThan(2000)
  expect(quickHighlight('x'.repeat(6000), 'c')).toBeNull()
  for (const name of ['', 'toString', '__proto__', 'markdown']) expect(quickHighlight('a', name)).toBeNull()
})
