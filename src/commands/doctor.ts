import { setPriority } from 'node:os'
import { misspeltSettings } from '../config.ts'
import { explainStart } from './explain-start.ts'
import { openExisting } from './open-existing.ts'
import { parseFlags } from './parse-flags.ts'
import { runChecks } from './run-checks.ts'

const help = `stithy doctor: check everything, and repair what can be repaired

  stithy doctor          exit code 1 when something is wrong
  stithy doctor --full   read every byte, too: objects of git and stored files are what their checksums say

It may run beside the server. A line in capitals names what is wrong and cannot be repaired here; what was repaired is listed, and is no error.
`

const flags = {
  full: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function doctor(args: readonly string[]): Promise<number> {
  const { values } = parseFlags(args, flags, 0)
  if (values.help === true) {
    process.stdout.write(help)
    return 0
  }
  // Behind everybody who waits for an answer; every git that we start is, too.
  setPriority(10)
  const depth = values.full === true ? 'every-byte' : 'connected'
  const core = await openExisting()
  for (const line of misspeltSettings()) process.stderr.write(`WARNING: ${line}\n`)
  try {
    const findings = await runChecks(core.app, (line) => process.stdout.write(`${line}\n`), depth)
    return findings.length === 0 ? 0 : 1
  } catch (error) {
    throw explainStart(core.app.config, error)
  } finally {
    await core.close()
  }
}
