import type { ElementContent, Root, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import { finishDocument, type Surroundings } from './finish-document.ts'
import { addFootnotes } from './footnotes.ts'
import { splitFrontMatter } from './front-matter.ts'
import { addBareFormulas, addFormulas } from './read-formulas.ts'
import { FormulaRoom } from './show-formulas.ts'
import { addSingleTildes } from './single-tildes.ts'
import type { Place, TextAround } from './task.ts'

/** In what people write to each other a line ends where they ended it; in a file, where there is room no more. */
const parsers = {
  document: newParser({ breaks: false }),
  talk: newParser({ breaks: true }),
  notebook: newParser({ breaks: false }, addBareFormulas),
}

function newParser(options: { breaks: boolean }, ...more: ((markdown: Parser) => void)[]): Parser {
  const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false, ...options })
  // "see x.md" is a word, not a host in Moldova.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true })
  linkHostsOfWww(markdown)
  addSingleTildes(markdown)
  addFootnotes(markdown)
  addFormulas(markdown)
  alignByAttribute(markdown)
  for (const add of more) add(markdown)
  return markdown
}

const { picture: _pictures, source: _sources, ...attributes } = defaultSchema.attributes ?? {}

/** They say what a text is, and do nothing. */
const meanings = ['abbr', 'cite', 'dfn', 'figcaption', 'figure', 'mark', 'small', 'time', 'u', 'wbr']

/** What may stay of HTML that somebody wrote. Names get a prefix, so that none stands for one of the page's own. */
const schema: Schema = {
  ...defaultSchema,
  // Those that are left out load from wherever they like, and say so in attributes that no list of protocols covers.
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'), ...meanings],
  attributes: { ...attributes, abbr: ['title'], code: [['className', /^language-[\w+#.-]+$/]] },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  clobberPrefix: namePrefix(),
}

/** A Markdown file: before it stands what it says about itself. */
export function renderDocument(text: string, around: Omit<TextAround, 'of'>): string {
  const { facts, text: rest } = splitFrontMatter(text)
  return facts + renderMarkdown(rest, { ...around, of: 'document' })
}

/** Markdown with HTML in it, as HTML that is safe to put into a page of ours. */
export function renderMarkdown(
  text: string,
  { of, place, references }: TextAround,
  { prefix = namePrefix(), formulas = new FormulaRoom() }: Partial<Part> = {},
): string {
  return safe(parsers[of].render(text), { place, references, prefix, formulas })
}

/** Of a whole that has several texts. */
type Part = Pick<Surroundings, 'formulas' | 'prefix'>

/** HTML that a program wrote, as what is left of it when nothing may run, load or pretend. */
export function sanitizeHtml(html: string, place: Place | null, part: Part): string {
  return safe(html, { place, references: {}, ...part })
}

function safe(html: string, surroundings: Surroundings): string {
  const written = fromHtml(html, { fragment: true })
  requireShallow(written)
  const tree = sanitize(written, { ...schema, clobberPrefix: surroundings.prefix })
  // Everything dangerous is gone: what is added from here on is our own.
  const root: Root = tree.type === 'root' ? tree : { type: 'root', children: tree.type === 'element' ? [tree] : [] }
  finishDocument(root, surroundings)
  return toHtml(root, { allowDangerousHtml: true })
}

/** As deep as browsers go, about. What is nested deeper takes ever longer to write, and is shown as it was written instead. */
const deepest = 500

export class TooDeep extends Error {}

function requireShallow(root: Root): void {
  let level: readonly (RootContent | ElementContent)[] = root.children
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new TooDeep('The text is nested too deep')
    level = level.flatMap((node) => (node.type === 'element' ? node.children : []))
  }
}

function namePrefix(): string {
  return 'user-content-'
}

/** `www.example.org/x`: what begins so is meant as an address. */
function linkHostsOfWww({ linkify }: Parser): void {
  linkify.add('www.', {
    validate: (text, at, { re }) => {
      const rest = re.get_relative_proto_validator()
      rest.lastIndex = at
      return rest.exec(text)?.[0].length ?? 0
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

/** Where a column's text stands is said in a style, which no page of ours may have; the attribute says the same. */
function alignByAttribute({ core }: Parser): void {
  core.ruler.after('block', 'align', ({ tokens }) => {
    for (const token of tokens) {
      const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style')))?.[1]
      if (side !== undefined) token.attrs = [['align', side]]
    }
  })
}
