import type { JobOutcome } from './job-book.ts'
import type { Vars } from './resolve-all.ts'
import type { Run } from './run.ts'
import type { PowerEntry } from './validate-power.ts'

export async function executePower(_run: Run, _entry: PowerEntry, _vars: Vars): Promise<JobOutcome> {
  return 'failed'
}
