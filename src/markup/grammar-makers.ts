// The library makes all of its grammars while it is read. Where this is read first, it says how each is made instead.
import type { LanguageFn } from 'highlight.js'
import core from 'highlight.js/lib/core'

export const makers = new Map<string, LanguageFn>()
core.registerLanguage = (name, make) => void makers.set(name, make)
