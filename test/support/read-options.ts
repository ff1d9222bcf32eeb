// The options of the programs behind script/: what cannot be used is told in one line, with how to call it.
import type { ParseArgsOptionsConfig } from 'node:util'
import { parseFlags } from '../../src/commands/parse-flags.ts'
import { UsageError } from '../../src/commands/usage-error.ts'

/** `usage` begins with the name of the script. */
export function readOptions<const O extends ParseArgsOptionsConfig>(usage: string, options: O, words = 0) {
  try {
    return parseFlags(process.argv.slice(2), options, words)
  } catch (error) {
    if (error instanceof UsageError) refuse(usage, error.message)
    throw error
  }
}

export function readWholeNumber(
  usage: string,
  option: string,
  given: string,
  [least, most]: readonly [number, number],
) {
  const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
  if (number >= least && number <= most) return number
  refuse(usage, `${option} is "${given}": it may be a whole number from ${least} to ${most}`)
}

export function refuse(usage: string, what: string): never {
  console.error(`${usage.split(' ', 1)[0]}: ${what}. Usage: ${usage}`)
  process.exit(2)
}
