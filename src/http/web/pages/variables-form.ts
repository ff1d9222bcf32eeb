import { invalidField } from '../../../core/errors.ts'

/** `NAME=value`, one a line; a value may hold anything but a line break. Blank lines do not count. */
export function readVariables(text: string): Readonly<Record<string, string>> {
  const entries = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line): readonly [string, string] => {
      const split = line.indexOf('=')
      if (split === -1) throw invalidField('variables', 'format', `has a line without a “=”: ${line.slice(0, 60)}`)
      return [line.slice(0, split).trim(), line.slice(split + 1)]
    })
  return Object.fromEntries(entries)
}
