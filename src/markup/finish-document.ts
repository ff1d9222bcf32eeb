import type { Element, ElementContent, Root, RootContent, Text } from 'hast'
import { withSigns } from '../core/emoji.ts'
import { piecesOf, showUnseen } from '../core/show-unseen.ts'
import { highlight } from './highlight.ts'
import { linkReferences, type ReferenceLinks } from './link-references.ts'
import { resolveLink, resolvePicture } from './resolve-link.ts'
import { type FormulaRoom, formulaOf } from './show-formulas.ts'
import type { Place } from './task.ts'

declare module 'hast' {
  interface RawOfOurs {
    type: 'raw'
    value: string
  }
  interface ElementContentMap {
    raw: RawOfOurs
  }
}

const largestBlock = 100_000

export interface Surroundings {
  readonly place: Place | null
  readonly references: ReferenceLinks
  /** Goes before the names of headings. */
  readonly prefix: string
  readonly formulas: FormulaRoom
}

interface Work extends Surroundings {
  readonly names: Map<string, number>
}

/**
 * Works on a tree that the sanitiser has been through: links lead somewhere, headings have names, code has colours,
 * formulas have their shape.
 */
export function finishDocument(root: Root, surroundings: Surroundings): void {
  const work = { ...surroundings, names: new Map<string, number>() }
  root.children = root.children.flatMap((child): RootContent[] =>
    child.type === 'text'
      ? linkReferences(signed(child), work.references)
      : [finish(child, work, { link: false, code: false })],
  )
}

/** What a piece of text stands in. */
interface Inside {
  readonly link: boolean
  readonly code: boolean
}

const codes = ['code', 'pre', 'kbd', 'samp']

function finish<T extends RootContent | ElementContent>(node: T, work: Work, around: Inside): T | Element {
  if (node.type !== 'element') return node
  const formula = around.code ? null : formulaOf(node, work.formulas)
  if (formula !== null) return formula
  const inside = { link: around.link || node.tagName === 'a', code: around.code || codes.includes(node.tagName) }
  const children = node.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'text') return [finish(child, work, inside)]
    if (inside.code) return withUnseen(child)
    return inside.link ? [signed(child)] : linkReferences(signed(child), work.references)
  })
  const element: Element = { ...node, children }
  switch (element.tagName) {
    case 'a':
      return finishLink(element, work)
    case 'img':
      return finishPicture(element, work, around.link)
    case 'pre':
      return finishCode(element)
    case 'li':
      return finishTask(element)
    case 'input':
      return { ...element, properties: { ...element.properties, ariaLabel: 'Task' } }
    case 'blockquote':
      return finishQuote(element)
    case 'table':
      return box('table-scroll', [element])
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      // Its name is made from what was written: tables of contents that others made lead there.
      return finishHeading(element, work, slugOf(textOf(node)))
    default:
      return element
  }
}

function signed(text: Text): Text {
  return { ...text, value: withSigns(text.value) }
}

/** In code, by their numbers: there a line that looks like another one does harm. */
function withUnseen(text: Text): ElementContent[] {
  return piecesOf(text.value).map(({ text: value, sign }): ElementContent => {
    if (sign === null) return { type: 'text', value }
    const properties = { className: ['unseen'], dataSign: sign }
    return { type: 'element', tagName: 'bdi', properties, children: [{ type: 'text', value }] }
  })
}

function finishLink(element: Element, { place, prefix }: Work): Element {
  const { href, ...properties } = element.properties
  if (typeof href !== 'string') return element
  const link = resolveLink(href, place, prefix)
  const rel = link.outside ? { rel: ['nofollow', 'noopener', 'noreferrer'] } : {}
  return { ...element, properties: { ...properties, href: link.href, ...rel } }
}

/** A picture from elsewhere would tell its host who reads this: it becomes a link, or words where it stands in one. */
function finishPicture(element: Element, { place }: Work, inLink: boolean): Element {
  const { src, alt = '', ...properties } = element.properties
  const own = typeof src === 'string' ? resolvePicture(src, place) : null
  if (own !== null) return { ...element, properties: { ...properties, alt, src: own, loading: 'lazy' } }
  const words: ElementContent = { type: 'text', value: String(alt) || 'picture' }
  if (inLink || typeof src !== 'string') return { ...element, tagName: 'span', properties: {}, children: [words] }
  const rel = ['nofollow', 'noopener', 'noreferrer']
  return { ...element, tagName: 'a', properties: { href: src, rel }, children: [words] }
}

function finishCode(pre: Element): Element {
  const [code] = pre.children
  const properties = { ...pre.properties, tabIndex: 0 }
  if (code?.type !== 'element' || code.tagName !== 'code') return { ...pre, properties }
  const classes = code.properties['className']
  const language = Array.isArray(classes) ? String(classes[0] ?? '').replace('language-', '') : ''
  const text = textOf(code)
  if (language === '' || text.length > largestBlock) return { ...pre, properties }
  const coloured: Element = {
    ...code,
    children: [{ type: 'raw', value: showUnseen(highlight(text, language.toLowerCase())) }],
  }
  return { ...pre, properties, children: [coloured] }
}

/** `- [x] done` */
function finishTask(item: Element): Element {
  const at = item.children.findIndex((child) => child.type === 'element' || child.value.trim() !== '')
  const first = item.children[at]
  if (first?.type === 'element' && first.tagName === 'p') {
    const inner = withBox(first)
    return inner === first ? item : asTask(item, item.children.with(at, inner))
  }
  const inner = withBox(item)
  return inner === item ? item : asTask(item, inner.children)
}

function asTask(item: Element, children: ElementContent[]): Element {
  return { ...item, properties: { ...item.properties, className: ['task'] }, children }
}

function withBox(element: Element): Element {
  const [first, ...rest] = element.children
  const mark = first?.type === 'text' ? /^\s*\[([ xX])\]\s/.exec(first.value) : null
  if (first?.type !== 'text' || mark === null) return element
  const checked = mark[1] !== ' '
  const properties = { type: 'checkbox', disabled: true, checked, ariaLabel: checked ? 'Done' : 'To do' }
  const input: Element = { type: 'element', tagName: 'input', properties, children: [] }
  const text: ElementContent = { type: 'text', value: ` ${first.value.slice(mark[0].length)}` }
  return { ...element, children: [input, text, ...rest] }
}

const alert = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/** `> [!NOTE]`: what begins so is not quoted, but stressed. */
function finishQuote(quote: Element): Element {
  const at = quote.children.findIndex((child) => child.type === 'element')
  const first = quote.children[at]
  const text = first?.type === 'element' && first.tagName === 'p' ? first.children[0] : undefined
  const found = text?.type === 'text' ? alert.exec(text.value) : null
  if (first?.type !== 'element' || text?.type !== 'text' || found === null) return quote
  const kind = (found[1] ?? '').toLowerCase()
  const words: ElementContent = { type: 'text', value: kind.replace(/^./, (letter) => letter.toUpperCase()) }
  const title: Element = {
    type: 'element',
    tagName: 'p',
    properties: { className: ['alert-title'] },
    children: [words],
  }
  const rest = [{ ...text, value: text.value.slice(found[0].length) }, ...withoutBreak(first.children.slice(1))]
  const isEmpty = rest.every((child) => child.type === 'text' && child.value.trim() === '')
  const body = [...(isEmpty ? [] : [{ ...first, children: rest }]), ...quote.children.slice(at + 1)]
  const properties = { className: ['alert', `alert-${kind}`] }
  return { type: 'element', tagName: 'div', properties, children: [title, ...body] }
}

/** The line of the sign ends in one where line breaks are kept. */
function withoutBreak(children: readonly ElementContent[]): readonly ElementContent[] {
  const [first, ...others] = children
  return first?.type === 'element' && first.tagName === 'br' ? others : children
}

function finishHeading(heading: Element, { names, prefix }: Work, base: string): Element {
  const id = `${prefix}${freeName(names, base)}`
  const sign: ElementContent = { type: 'text', value: '#' }
  const properties = { className: ['heading-link'], href: `#${id}`, ariaLabel: `Link to “${textOf(heading).trim()}”` }
  const link: Element = { type: 'element', tagName: 'a', properties, children: [sign] }
  return { ...heading, properties: { ...heading.properties, id }, children: [...heading.children, link] }
}

/** The second is `name-1`, or what follows where a heading is called so. */
function freeName(names: Map<string, number>, base: string): string {
  let name = base
  let times = names.get(base) ?? 0
  for (; names.has(name); times += 1) name = `${base}-${times}`
  names.set(base, Math.max(times, 1))
  if (name !== base) names.set(name, 1)
  return name
}

/** As other forges make them, for links that were written there: letters with their marks, digits, and `_`. */
function slugOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\s-]/gu, '')
    .replaceAll(/\s/g, '-')
  return slug === '' ? 'section' : slug
}

/** Wide tables scroll by themselves, by keyboard too. */
function box(name: string, children: ElementContent[]): Element {
  return { type: 'element', tagName: 'div', properties: { className: [name], tabIndex: 0 }, children }
}

function textOf(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
