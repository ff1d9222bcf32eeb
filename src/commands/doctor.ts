import { openExisting } from './open-existing.ts'
import { asksForHelp } from './parse-flags.ts'
import { runChecks } from './run-checks.ts'

const help = `stithy doctor: check everything, and repair what can be repaired

  stithy doctor     exit code 1 when something is wrong

It may run beside the server. A line in capitals names what is wrong and cannot be repaired here; what was repaired is listed, and is no error.
`

export async function doctor(args: readonly string[]): Promise<number> {
  if (asksForHelp(args, help)) return 0
  const core = await openExisting()
  try {
    const findings = await runChecks(core.app, (line) => process.stdout.write(`${line}\n`))
    return findings.length === 0 ? 0 : 1
  } finally {
    await core.close()
  }
}
