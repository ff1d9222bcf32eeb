import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/** Options, and as many words besides as `most` says. What is not understood is told in a sentence of our own. */
export function parseFlags<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O, most = 0) {
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true })
  let words = 0
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words += 1
      if (words > most) throw new UsageError(`"${token.value}" is an extra argument`)
    }
    if (token.kind !== 'option') continue
    const type = options[token.name]?.type
    if (type === undefined) throw new UsageError(`there is no option ${token.rawName}`)
    if (type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`)
    if (type === 'string' && (token.value === undefined || (!token.inlineValue && token.value.startsWith('-')))) {
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName}=…`)
    }
  }
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
}

/** For commands that have no other option. */
export function asksForHelp(args: readonly string[], help: string): boolean {
  const { values } = parseFlags(args, { help: { type: 'boolean', short: 'h' } })
  if (values.help === true) process.stdout.write(help)
  return values.help === true
}
