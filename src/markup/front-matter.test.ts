import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { splitFrontMatter } from './front-matter.ts'
import { renderDocument } from './render-markdown.ts'

const render = (text: string) => renderDocument(text, { place: null, references: {} })

it('facts before a document are a table, with every value as it was written', () => {
  const html = render('---\ntitle: Tongs & "fire"\nversion: 1.10\ntags: [a, b]\nempty:\n---\n\n# Head\n')
  expect(html).toContain('<tr><th scope="row">title</th><td>Tongs &amp; &quot;fire&quot;</td></tr>')
  expect(html).toContain('<th scope="row">version</th><td>1.10</td>')
  expect(html).toContain('<th scope="row">tags</th><td>a, b</td>')
  expect(html).toContain('<th scope="row">empty</th><td></td>')
  expect(html).toContain('<h1 id="user-content-head">Head')
  expect(html).not.toMatch(/<hr|<h2/)
})

it.each([
  ['nested', 'a:\n  b: c'],
  ['broken', 'a: [b'],
  ['with aliases', 'a: &x [b]\nc: *x'],
  ['without end', Array.from({ length: 60 }, (_, at) => `k${at}: v`).join('\n')],
  ['very long', `a: ${'x'.repeat(20_000)}`],
])('facts that are %s are code', (_, yaml) => {
  const html = render(`---\n${yaml}\n---\nText\n`)
  expect(html).toMatch(/^<pre class="front-matter" tabindex="0"><code>/)
  expect(html).toContain('<p>Text</p>')
  expect(html).not.toMatch(/<hr|<h2|<table/)
})

it('an end of three dots and Windows line ends are understood; no facts at all are left out', () => {
  expect(render('---\r\na: b\r\n...\r\nText')).toMatch(/<td>b<\/td>.*<p>Text<\/p>/s)
  expect(render('---\n---\nText')).toBe('<p>Text</p>\n')
})

it.each([
  '---\n\nProse between rules\n\n---\n',
  '---\n# Head\n---\n',
  'Text\n\n---\na: b\n---\n',
  '---\na: b\n',
  '----\na: b\n----\n',
])('everything else is Markdown: %j', (text) => expect(splitFrontMatter(text)).toEqual({ facts: '', text }))

it.each(['"<b>": <script>x</script>', 'b: {"<b>": <script>}', 'b: [<script>'])(
  'nothing in the facts gets into the page as HTML: %s',
  (yaml) => expect(render(`---\na: c\n${yaml}\n---\n`)).not.toMatch(/<script|<b>|<h2/),
)

it.each([
  ['blank lines', `---\n${'\n'.repeat(200_000)}x`],
  ['spaces', `---\na${' '.repeat(200_000)}`],
  ['comments', `---\n${'#\n'.repeat(100_000)}`],
  ['no end', `---\na: b\n${'--\n'.repeat(100_000)}`],
  ['anchors', `---\na: &a [x]\n${'b: *a\n'.repeat(3000)}---\n`],
])('takes no longer than its length: %s', (_, text) => {
  const started = busyMs()
  splitFrontMatter(text)
  expect(busyMs() - started).toBeLessThan(3000)
})
