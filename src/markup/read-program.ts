import { createRequire } from 'node:module'

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** A program beside this file, from source or from the build. At once, so that whoever does not need it waits for nothing. */
export function readProgram(name: 'grammars' | 'write-formula'): unknown {
  return createRequire(import.meta.url)(`./${name}.${ending}`)
}
