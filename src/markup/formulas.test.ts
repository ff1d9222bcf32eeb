import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { renderMarkdown } from './render-markdown.ts'
import { renderNotebook } from './render-notebook.ts'

const render = (text: string, references = {}) => renderMarkdown(text, { of: 'document', place: null, references })
const formulasIn = (html: string) => Array.from(html.matchAll(/<math[^>]* alttext="([^"]*)"/g), ([, tex]) => tex)
const source = (html: string) => /<code title="([^"]*)" class="formula-source">([^<]*)<\/code>/.exec(html)

it('a formula in a line, by itself, and in a fence', () => {
  expect(render('So $x_1$ is.')).toBe('<p>So <math alttext="x_1"><msub><mi>x</mi><mn>1</mn></msub></math> is.</p>\n')
  const block =
    '<div class="formula" tabindex="0"><math display="block" alttext="\\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math></div>\n'
  expect(render('$$\\frac{a}{b}$$')).toBe(block)
  expect(render('$$\n\\frac{a}{b}\n$$')).toBe(block)
  expect(render('```math\n\\frac{a}{b}\n```')).toBe(block)
  expect(render('So $$x$$ is.')).toContain(
    '<p>So <span class="formula" tabindex="0"><math display="block" alttext="x">',
  )
})

it.each([
  ['$x$, ($y$) and *$z$*: $w$-axis, "$v$".', ['x', 'y', 'z', 'w', 'v']],
  ['当$x$时', ['x']],
  ['$`a_1*b*`$ and $``c``$', ['a_1*b*', 'c']],
  ['a $b\nc$ d', ['b\nc']],
  ['costs $5 and $x^2$ more', ['x^2']],
  ['$a\\$b$', ['a\\$b']],
  ['text\n$$\na\n- b\n# c\n$$\nmore', ['a\n- b\n# c']],
  ['$$\na\n\nb\n$$', ['a\n\nb']],
  ['> $$\n> a\n> $$', ['a']],
  ['- $a$\n\n  $$\n  b\n  $$\n- c', ['a', 'b']],
  ['| $a$ | $5 |\n|--|--|\n| $b$ | $6 |', ['a', 'b']],
  ['# The $E=mc^2$', ['E=mc^2']],
  ['[^1]\n\n[^1]: Where $x$.', ['x']],
  ['$$ open\nx[^1]\n\n[^1]: $$x$$', ['x']],
])('is found: %j', (text, formulas) => {
  // What cannot be read, such as the heading that is none, is shown as it was written.
  const html = render(text)
  const found = [...formulasIn(html), ...(source(html)?.slice(2) ?? [])]
  expect(found).toEqual(formulas)
})

it.each([
  'costs $5 and $10',
  'between $5-$10, or $1,000 ($2,000)',
  '$HOME/bin:$PATH and $FOO/$BAR',
  '${a}/${b} $(a)/$(b)',
  '$.ajax/$.get',
  '$ npm install $',
  'US$5 or 5$ or A$6',
  '$a=$b; $this->c=$d',
  '$x $y',
  '$$',
  '$$$$ and $$$x$$$',
  '$$ is open',
  'php $$a and more',
  'The "$" sign, another "$"; ‘$’ and ‘$’, ($) or ($), [$] or [$].',
  'Before $x stands the sign "$" here.',
  "sed 's/$/;/' and sed 's/^/$/'",
])('is no formula: %s', (text) => expect(render(text)).toBe(`<p>${text}</p>\n`))

it('is neither in code nor where the sign is escaped', () => {
  expect(render('\\$x$ `$x$` $a `b$c` d$')).not.toContain('<math')
  expect(render('```\n$$x$$\n```\n\n    $x$\n\n<kbd>`$x$`</kbd>')).not.toContain('<math')
})

it('nothing in it is Markdown, a reference, a shortcode or a task', () => {
  const links = { '@ada': '/ada', '#12': '/12' }
  const html = render('- $[x] a_b * c * d ~ \\text{@ada :tada: }$\n\n$\\#12 < 1234567 & x$', links)
  expect(html).not.toMatch(/<a |<em|<input|🎉/)
  expect(html).toContain('@ada :tada:')
  expect(source(html)?.[2]).toBe('\\#12 &#x3C; 1234567 &#x26; x')
})

it('is its source where only words can stand', () => {
  const place = { files: '/a/b/blob/main/', pictures: '/a/b/media/main/', folder: '', home: '' }
  const html = renderMarkdown('![The $x^2$](y.png)', { of: 'document', place, references: {} })
  expect(html).toContain('alt="The x^2"')
})

it('a heading is named by what was written in it', () => {
  expect(render('## The $E=mc^2$')).toContain('<h2 id="user-content-the-emc2">')
})

it.each([
  ['\\foo{x}', 'Unsupported function name: \\foo'],
  ['\\frac{1}{', 'Unexpected end of input'],
  ['a & b', 'Expected'],
  ['\\def\\a{\\a\\a}\\a', '\\def is not for formulas here'],
  ['\\newcommand{\\a}[1]{\\a{#1#1}}\\a{x}', '\\newcommand is not'],
  ['{'.repeat(7000), 'inside of something else'],
  [`${'\\sqrt{'.repeat(250)}x${'}'.repeat(250)}`, 'inside of something else'],
  [`\\begin{matrix}${'&'.repeat(100)}${'\\\\'.repeat(100)}\\end{matrix}`, 'more than 4000 cells'],
  [`\\begin{matrix}${'&\\substack{a\\\\b}'.repeat(250)}${'\\\\'.repeat(1500)}\\end{matrix}`, 'more than 4000 cells'],
  ['x+'.repeat(5000), 'longer than 8000 characters'],
  ['\\href{javascript:alert(1)}{x}', 'No formula'],
  ['\\url{https://e.example}', 'No formula'],
  ['\\includegraphics{https://e.example/x.png}', 'No formula'],
  ['\\class{a}{x}', 'No formula'],
  ['\\id{main}{x}', 'No formula'],
  ['\\style{position:fixed}{x}', 'No formula'],
  ['\\data{a=b}{x}', 'No formula'],
  ['\\htmlData{a=b}{x}', 'No formula'],
  ['\\toggle{a}{b}\\endtoggle', 'No formula'],
  ['\\constructor', 'Unsupported'],
])('what cannot be shown is its source, and says why: %s', (tex, reason) => {
  const found = source(render(`$$\n${tex}\n$$`))
  expect(found?.[1]).toContain(reason)
  expect(found?.[2]?.replaceAll('&#x26;', '&')).toBe(tex)
})

it('has no address, name, style or element that is not listed', () => {
  const tex = [
    '\\text{<img src=x onerror=alert(1)></mtext><script>alert(1)</script>}',
    '\\begin{align}a&=b\\label{main}\\tag{1}\\\\\\ref{main}&\\eqref{x}\\end{align}',
    '\\color{red}x\\colorbox{yellow}{z}\\fcolorbox{red}{blue}{y}\\textcolor{#12345678}{a}\\cancel{b}\\cancelto{0}{c}',
    "\\llap{a}\\rlap{b}\\mathclap{c}\\raisebox{9em}{d}f'\\ce{H2O}\\bordermatrix{a&b\\cr c&d\\cr}\\reflectbox{R}\\boxed{e}",
    '\\begin{array}{|c:c||}\\hline a&b\\\\\\hdashline\\end{array}\\underbrace{a}_b\\sideset{_a}{^b}\\sum\\mathtip{a}{b}',
  ]
  for (const one of tex) {
    const html = render(`$$${one}$$`).replaceAll(/ (?:alttext|title)="[^"]*"/g, '')
    expect(html).not.toMatch(/<(?!\/?(?:div|math|code|m[a-z]+|none)\b)/)
    const names = Array.from(html.matchAll(/<[^>]*/g)).flatMap(([tag]) => tag.match(/[\w:-]+(?==)/g) ?? [])
    expect(names.filter((name) => /^(?:on.*|id|style|href|src|xlink.*|data.*)$/.test(name))).toEqual([])
  }
})

it('raw MathML goes through the sanitiser, as all HTML', () => {
  const html = render(
    '<math href="javascript:x"><annotation-xml encoding="text/html"><style><img src=x onerror=y></style></annotation-xml><mi>x</mi></math>',
  )
  expect(html).not.toMatch(/<(?!\/?p>)/)
})

it('nothing is larger than anybody needs', () => {
  const html = render(
    '$\\rule{1000000em}{9999cm}\\kern99999pt\\raise 500em{x}\\Huge\\text{\\Huge a}{\\Huge b}\\hspace{80cm}$',
  )
  const lengths = Array.from(html.matchAll(/ (?:width|height|depth|voffset|mathsize)="([\d.]+)(em|pt)"/g))
  expect(lengths.length).toBeGreaterThan(4)
  for (const [, number, unit] of lengths) expect(Number(number) / (unit === 'pt' ? 12 : 1)).toBeLessThanOrEqual(30)
})

it('a notebook has formulas without their signs, and as what a program gave', () => {
  const output = {
    output_type: 'execute_result',
    data: { 'text/latex': ['$\\displaystyle x^{2}$'], 'text/plain': 'x**2' },
  }
  const cells = [
    {
      cell_type: 'markdown',
      source: ['So\n', '\\begin{align*}\n', 'a &= b \\\\\n', '&= c\n', '\\end{align*}\n', 'it is'],
    },
    { cell_type: 'markdown', source: '`\\begin{align}`\n\n\\begin{align}\n\nx\n\\end{align}' },
    { cell_type: 'code', source: 'x**2', outputs: [output] },
  ]
  const html = renderNotebook(JSON.stringify({ nbformat: 4, cells }), null)
  expect(formulasIn(html)).toEqual([
    '\\begin{align*}\na &#x26;= b \\\\\n&#x26;= c\n\\end{align*}',
    '\\displaystyle x^{2}',
  ])
  expect(render('\\begin{align}x\\end{align}')).not.toContain('<math')
})

it('a text has so many formulas, and a notebook too', () => {
  const many = '$x$ '.repeat(3000)
  expect(formulasIn(render(many))).toHaveLength(2000)
  expect(render(many)).toContain('title="No formula: there are too many formulas in this text."')
  const cells = Array.from({ length: 30 }, () => ({ cell_type: 'markdown', metadata: {}, source: '$x$ '.repeat(100) }))
  const notebook = renderNotebook(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }), null)
  expect(formulasIn(notebook)).toHaveLength(2000)
})

it.each([
  ['dollars', '$'],
  ['beginnings', '$a '],
  ['beginnings of lines', '$$a\n'],
  ['pairs inside of lines', '$$ x $$ y\n'],
  ['empty ones', '$$\n\n'],
  ['escapes', '$\\$'],
  ['ticks', '$`a'],
  ['quotes', '> $$\n'],
  ['items', '- $$a\n'],
  ['formulas', '$$x$$\n\n'],
  ['broken ones', '$\\foo$ '],
  ['bare ones', '\\begin{align}\n'],
  ['fractions', `$${'\\frac1{'.repeat(60)}x${'}'.repeat(60)}$ `],
])('takes no longer than its length: %s', (_, part) => {
  const started = busyMs()
  renderMarkdown(part.repeat(100_000 / part.length), { of: 'notebook', place: null, references: {} })
  expect(busyMs() - started).toBeLessThan(6000)
})
