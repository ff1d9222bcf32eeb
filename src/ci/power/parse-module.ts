import { stripTypeScriptTypes } from 'node:module'
import { type Options, type Program, parse } from 'acorn'
import { error, type Finding } from './finding.ts'

type Parsed = { readonly program: Program; readonly text: string } | { readonly finding: Omit<Finding, 'path'> }

/** Types are replaced by blanks, so that every place stays where it was. */
export function parseModule(path: string, text: string): Parsed {
  try {
    const plain = /\.[cm]?ts$/.test(path) ? stripTypeScriptTypes(text, { mode: 'strip' }) : text
    return { program: parseAs(path, plain), text: plain }
  } catch (thrown) {
    const { line, column } = placeOf(thrown)
    const [message = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n')
    return { finding: { line, column, ...error('syntax', `cannot be parsed: ${message.slice(0, 200)}`) } }
  }
}

const options: Options = { ecmaVersion: 'latest', locations: true, allowHashBang: true }

/** Whether a .js file is a module depends on a package.json; it is read as whichever it can be. */
function parseAs(path: string, text: string): Program {
  const script: Options = { ...options, sourceType: 'script', allowReturnOutsideFunction: true }
  if (/\.c[jt]s$/.test(path)) return parse(text, script)
  try {
    return parse(text, { ...options, sourceType: 'module' })
  } catch (thrown) {
    if (!/\.[jt]s$/.test(path)) throw thrown
    try {
      return parse(text, script)
    } catch {
      throw thrown
    }
  }
}

/** acorn says it in a field; Node draws the line with a mark below it. */
function placeOf(thrown: unknown): { readonly line: number; readonly column: number } {
  const start = { line: 1, column: 1 }
  if (!(thrown instanceof Error)) return start
  if ('loc' in thrown && isLocation(thrown.loc)) return { line: thrown.loc.line, column: thrown.loc.column + 1 }
  const drawn = /^[^\n]*:(\d+)\n(?:[^\n]*\n)*?([ \t]*)\^/.exec((thrown.stack ?? '').slice(0, 10_000))
  return drawn === null ? start : { line: Number(drawn[1]), column: (drawn[2]?.length ?? 0) + 1 }
}

function isLocation(value: unknown): value is { line: number; column: number } {
  if (typeof value !== 'object' || value === null) return false
  return 'line' in value && typeof value.line === 'number' && 'column' in value && typeof value.column === 'number'
}
