// A program of its own, read when the first text comes in a language that is not read quickly: most threads never see one.
// Grammars are made when they are first needed: all of them would take longer than the thread to start, and five megabytes.
import { languageCalled } from './grammar-aliases.ts'
import { makers } from './grammar-makers.ts'

// After them, because it tells while it is read.

import library, { type HLJSApi, type Language, type LanguageFn } from 'highlight.js'

export const allGrammars: ReadonlyMap<string, LanguageFn> = makers

export class Grammars {
  readonly #made = library.newInstance()

  /** With the one for this language, and for those that are written within it; null where there is none. */
  for(name: string): HLJSApi | null {
    const language = languageCalled(name)
    if (!makers.has(language)) return null
    this.#make(language)
    return this.#made
  }

  #make(name: string): void {
    const make = makers.get(name)
    if (make === undefined || this.#made.getLanguage(name) !== undefined) return
    this.#made.registerLanguage(name, make)
    const grammar = this.#made.getLanguage(name)
    if (grammar !== undefined) for (const inner of languagesIn(grammar)) this.#make(inner)
  }
}

/** A grammar leads back to itself in many ways. */
function languagesIn(grammar: Language): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const left: unknown[] = [grammar]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    if ('subLanguage' in part) for (const name of namedBy(part.subLanguage)) found.add(name)
    left.push(...(Object.values(part) as unknown[]))
  }
  return found
}

/** An empty list means that any of them may come. */
function namedBy(inner: unknown): Iterable<string> {
  if (typeof inner === 'string') return [inner]
  if (!Array.isArray(inner)) return []
  return inner.length === 0 ? makers.keys() : (inner as string[])
}
