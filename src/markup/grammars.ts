// Grammars of languages are made when they are first needed. All of them would be a third of the time in which a thread
// starts, which the first page with a text waits for, and five megabytes of each.
import type { Language, LanguageFn } from 'highlight.js'
import core from 'highlight.js/lib/core'
import { aliasesOf } from './grammar-aliases.ts'

const makers = new Map<string, LanguageFn>()

const { registerLanguage } = core
core.registerLanguage = (name, make) => void makers.set(name, make)
await import('highlight.js')
core.registerLanguage = registerLanguage

export const allGrammars: ReadonlyMap<string, LanguageFn> = makers

const namesOf = new Map(
  Object.entries(aliasesOf).flatMap(([name, aliases]) => aliases.split(' ').map((alias) => [alias, name] as const)),
)

export class Grammars {
  readonly #made = core.newInstance()

  /** With the one for this language, and for those that are written within it; null where there is none. */
  for(name: string): typeof core | null {
    const plain = name.toLowerCase()
    const language = makers.has(plain) ? plain : namesOf.get(plain)
    if (language === undefined) return null
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
