import type { Element, ElementContent, Text } from 'hast'
import { type FoundReference, referencesIn } from '../core/references.ts'
import { shortSha } from '../core/sha.ts'

/** As they stand in the text, to where they lead: only what is in here becomes a link. */
export type ReferenceLinks = Readonly<Record<string, string>>

/** `#12`, `@ada` and the ids of commits in a piece of text, as links. */
export function linkReferences(text: Text, links: ReferenceLinks): (Text | Element)[] {
  const nodes: (Text | Element)[] = []
  let end = 0
  for (const found of referencesIn(text.value)) {
    const href = Object.hasOwn(links, found.text) ? links[found.text] : undefined
    if (href === undefined) continue
    if (found.at > end) nodes.push({ type: 'text', value: text.value.slice(end, found.at) })
    nodes.push(linkTo(found, href))
    end = found.at + found.text.length
  }
  if (end === 0) return [text]
  if (end < text.value.length) nodes.push({ type: 'text', value: text.value.slice(end) })
  return nodes
}

function linkTo({ text, reference }: FoundReference, href: string): Element {
  const properties = { href, className: [reference.kind === 'mention' ? 'mention' : 'reference'] }
  return { type: 'element', tagName: 'a', properties, children: [contentOf(text, reference)] }
}

function contentOf(text: string, reference: FoundReference['reference']): ElementContent {
  if (reference.kind !== 'commit') return { type: 'text', value: text }
  const value = text.slice(0, text.length - reference.id.length) + shortSha(reference.id)
  return { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }
}
