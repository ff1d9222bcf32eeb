import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { renderMarkdown } from './render-markdown.ts'

const render = (text: string) => renderMarkdown(text, { of: 'document', place: null, references: {} })
const renderTalk = (text: string) => renderMarkdown(text, { of: 'talk', place: null, references: {} })

it('a line break is kept in what people say, and is a space in a file', () => {
  expect(renderTalk('one\ntwo\n\nthree')).toBe('<p>one<br>\ntwo</p>\n<p>three</p>\n')
  expect(render('one\ntwo')).toBe('<p>one\ntwo</p>\n')
  expect(renderTalk('> [!NOTE]\n> Hot\n> iron')).toContain('Note</p><p>\nHot<br>\niron</p>')
  expect(renderTalk('```\na\nb\n```')).not.toContain('<br>')
})

it('columns of a table stand where they were told to', () => {
  const html = render('| a | b | c | d |\n|---|:-:|--:|:--|\n| 1 | 2 | 3 | 4 |')
  expect(html).toContain('<td>1</td>\n<td align="center">2</td>\n<td align="right">3</td>\n<td align="left">4</td>')
  expect(html).not.toContain('style')
})

it('a shortcode is its sign, but not in code, in words, in addresses, or where there is none', () => {
  expect(render('Done :tada: :+1:')).toBe('<p>Done 🎉 👍</p>\n')
  expect(render('<p align="center">:rocket:</p>')).toContain('🚀')
  expect(render('[:bug: list](x)')).toContain('>🐛 list</a>')
  expect(render('## :tada: News')).toContain('<h2 id="user-content-tada-news">🎉 News')
  const same = '`:tada:` 12:30:45 a:tada:b http://x.org/:tada:/ :nothing: :toString: ::tada::'
  expect(
    render(same)
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  ).toBe(same.replaceAll('`', ''))
  expect(render('```\n:tada:\n```\n\n<kbd><b>:tada:</b></kbd>')).not.toContain('🎉')
})

it.each(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'])('a quote that begins with [!%s] is a box', (kind) => {
  const html = render(`> [!${kind}]\n> Hot **iron**.\n>\n> More.`)
  const title = kind[0] + kind.slice(1).toLowerCase()
  expect(html).toContain(`<div class="alert alert-${kind.toLowerCase()}"><p class="alert-title">${title}</p>`)
  expect(html).toContain('<p>Hot <strong>iron</strong>.</p>')
  expect(html).not.toContain('blockquote')
})

it.each(['> [!NOTE] in a line', '> [!OTHER]\n> x', '> x\n> [!NOTE]', '> **[!NOTE]**\n> x'])(
  'any other quote stays one: %j',
  (text) => expect(render(text)).toContain('<blockquote>'),
)

it('an alert may have nothing in its first paragraph, or nothing at all', () => {
  expect(render('> [!TIP]\n>\n> - a')).toMatch(/Tip<\/p>\s*<ul>/)
  expect(render('> [!TIP]')).toContain('Tip</p>')
})

it('footnotes are numbered as they are mentioned, and lead there and back', () => {
  const html = render(
    'One[^b], two[^a], one again[^b].\n\n[^a]: Of *a*.\n[^b]: Of b,\non two lines.\n\n    And more.\n\nEnd.',
  )
  const ids = [...html.matchAll(/id="([^"]*)"/g)].map((found) => found[1])
  const hrefs = [...html.matchAll(/href="#([^"]*)"/g)].map((found) => found[1])
  expect(ids.map((id) => id?.replace(/\.[\da-f]{8}/, ''))).toEqual([
    'user-content-mention.1.1',
    'user-content-mention.2.1',
    'user-content-mention.1.2',
    'user-content-note.1',
    'user-content-note.2',
  ])
  expect(hrefs.every((href) => ids.includes(href))).toBe(true)
  expect(hrefs).toHaveLength(6)
  expect(html).toContain('<p>Of b,\non two lines.</p>\n<p>And more.')
  expect(html).toContain('<p>Of <em>a</em>.')
  expect(html.indexOf('End.')).toBeLessThan(html.indexOf('Of b'))
})

it('a footnote that is mentioned without end leads back to the first few places', () => {
  const html = render(`${'x[^1] '.repeat(5000)}\n\n[^1]: Once`)
  expect(html.match(/Back to the text/g)).toHaveLength(20)
  expect(html.match(/aria-label="Footnote 1"/g)).toHaveLength(5000)
})

it('the same footnote in two texts has two names', () => {
  const nameIn = (text: string) => /id="([^"]*note\.[^"]*)"/.exec(render(text))?.[1]
  expect(nameIn('a[^1]\n\n[^1]: x')).not.toBe(nameIn('b[^1]\n\n[^1]: x'))
})

it('what is no footnote stays as it is, and what nobody mentions is left out', () => {
  expect(render('a[^1] `[^2]`\n\n[^2]: x')).toBe('<p>a[^1] <code>[^2]</code></p>\n')
  expect(render('    [^1]: code\n\n[^1]')).not.toContain('footnotes')
  expect(render('[^__proto__] [^constructor]')).not.toContain('footnotes')
})

it('nothing in a footnote gets past the sanitiser', () => {
  const html = render(
    'a[^"><script>x</script>] [^x"onclick=y]\n\n[^x"onclick=y]: <img src=x onerror=alert(1)> [p](javascript:x)',
  )
  expect(html).not.toMatch(/<script|onerror|onclick="|href="javascript/)
})

it.each([
  ['mentions of one note', `${'[^a]'.repeat(10_000)}\n\n[^a]: x`],
  [
    'notes that mention each other',
    Array.from({ length: 10_000 }, (_, at) => `[^${at}]: [^${at + 1}]`).join('\n') + '\n\n[^0]',
  ],
  ['notes in notes', '[^a]: '.repeat(50_000)],
  ['beginnings', '[^'.repeat(100_000)],
  ['long beginnings', `[^${'a'.repeat(200_000)}`],
  ['a note of many lines', `[^a]: x\n${'y\n'.repeat(50_000)}`],
  ['empty lines after a note', `[^a]: x\n${'\n[^a]: x\n\n\n'.repeat(20_000)}`],
  ['shortcodes', ':tada'.repeat(50_000)],
  ['quotes', '> [!NOTE]\n\n'.repeat(20_000)],
])('takes no longer than its length: %s', (_, text) => {
  const started = busyMs()
  render(text)
  expect(busyMs() - started).toBeLessThan(8000)
})

it.each([
  ['See www.example.org/help.', 'See <a href="http://www.example.org/help"'],
  ['(www.example.org/a_(b))', '(<a href="http://www.example.org/a_(b)"'],
  ['Write to ada+forge@example.org.', 'Write to <a href="mailto:ada+forge@example.org"'],
  ['~gone~ and ~~gone~~', '<s>gone</s> and <s>gone</s>'],
  ['~~a ~b~ c~~', '<s>a <s>b</s> c</s>'],
  ['<mark>a</mark><abbr title="b">c</abbr>', '<mark>a</mark><abbr title="b">c</abbr>'],
])('what GitHub Flavored Markdown has is understood: %s', (text, html) => {
  expect(render(text)).toContain(html)
})

it.each([
  'HEAD~1 and HEAD~2',
  '~/a and ~/b',
  '~5 of ~6',
  'see x.md',
  'www.',
  'xwww.example.org',
  'a@b',
  '@scope/a@1.2.3',
])('what only looks like it is left alone: %s', (text) => expect(render(text)).toBe(`<p>${text}</p>\n`))

it('a heading is named as elsewhere, and none twice', () => {
  const ids = (text: string) => [...render(text).matchAll(/ id="user-content-([^"]*)"/g)].map((found) => found[1])
  expect(ids('# हिन्दी शीर्षक\n# Cafe\u0301 ½\n# ⚙️ Tools\n# a_b‿c')).toEqual([
    'हिन्दी-शीर्षक',
    'cafe\u0301-',
    '\ufe0f-tools',
    'a_b‿c',
  ])
  expect(ids('# Foo\n# Foo\n# Foo-1\n# Foo\n# Foo-1')).toEqual(['foo', 'foo-1', 'foo-1-1', 'foo-2', 'foo-1-2'])
  expect(render('[x](#foo) [y](#user-content-foo)')).toContain(
    '<a href="#user-content-foo">x</a> <a href="#user-content-foo">y</a>',
  )
})

it('what is nested without end is not written at all: to write it takes ever longer', () => {
  expect(render('<b>'.repeat(450))).toContain('<b><b><b>')
  for (const text of ['<b>', '<div>', '<b>$']) expect(() => render(text.repeat(1200))).toThrow('nested too deep')
})
