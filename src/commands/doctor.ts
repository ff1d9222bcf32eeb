import { composeCore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { verifyChain } from '../features/audit/chain.ts'
import { missingDirectories } from '../features/lifecycle/missing-directories.ts'
import { createLogger } from '../logger.ts'
import { countJobs } from '../outbox/jobs.ts'
import { systemClock } from './system-clock.ts'

/** Checks what must hold, mends what is safe to mend, and says what it found. Exit code 1 when something is wrong. */
export async function doctor(): Promise<number> {
  const config = readConfig()
  const core = await composeCore(config, { clock: systemClock, log: createLogger('warn') })
  const findings: string[] = []
  try {
    const chain = await verifyChain(core.app)
    say(chain.whole ? `audit log: whole, ${chain.entries} entries` : `audit log: BROKEN, ${chain.why}`)
    if (!chain.whole) findings.push('audit log')

    const mended = await missingDirectories(core.app)
    say(mended.length === 0 ? 'owner directories: all there' : `owner directories: made anew for ${mended.join(', ')}`)

    const jobs = await countJobs(core.app.db)
    say(`jobs: ${jobs.ready} waiting, ${jobs.running} running, ${jobs.dead} dead`)
    if (jobs.dead > 0) say('  dead jobs wait for an administrator at /admin/jobs')
  } finally {
    await core.close()
  }
  say(findings.length === 0 ? 'everything is sound' : `WRONG: ${findings.join(', ')}`)
  return findings.length === 0 ? 0 : 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
