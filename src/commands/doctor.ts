import { verifyChain } from '../features/audit/chain.ts'
import { checkBlobs } from '../features/blobs/check-blobs.ts'
import { missingDirectories } from '../features/lifecycle/missing-directories.ts'
import { strayDirectories } from '../features/lifecycle/stray-directories.ts'
import { checkHeads } from '../features/repos/check-heads.ts'
import { sweepLeftovers } from '../features/repos/sweep-leftovers.ts'
import { checkRefs } from '../features/transport/check-refs.ts'
import { countJobs } from '../outbox/jobs.ts'
import { openExisting } from './open-existing.ts'
import { asksForHelp } from './parse-flags.ts'

const help = `stithy doctor: check that everything is sound, and mend what can be mended

  stithy doctor     exit code 1 when something is wrong
`

/** Checks what must hold, mends what is safe to mend, and says what it found. Exit code 1 when something is wrong. */
export async function doctor(args: readonly string[]): Promise<number> {
  if (asksForHelp(args, help)) return 0
  const core = await openExisting()
  const findings: string[] = []
  try {
    const chain = await verifyChain(core.app)
    say(chain.whole ? `audit log: whole, ${chain.entries} entries` : `audit log: BROKEN, ${chain.why}`)
    if (!chain.whole) findings.push('audit log')

    const mended = await missingDirectories(core.app)
    say(mended.length === 0 ? 'owner directories: all there' : `owner directories: made anew for ${mended.join(', ')}`)

    const stray = await strayDirectories(core.app, 'serving')
    if (stray.swept.length > 0)
      say(`directories without an account: removed, they were empty: ${stray.swept.join(', ')}`)
    if (stray.kept.length > 0) say(`directories without an account: left alone, not empty: ${stray.kept.join(', ')}`)

    // Before the refs: without its HEAD, a folder is no repository to git.
    const heads = await checkHeads(core.app)
    if (heads.length > 0) say(`HEAD pointed elsewhere than the default branch, set right: ${heads.join(', ')}`)

    const refs = await checkRefs(core.app)
    say(`repositories: ${refs.checked} looked at, ${refs.mended.length} with refs that differed from the database`)
    if (refs.mended.length > 0) say(`  brought in line with git: ${refs.mended.join(', ')}`)
    if (refs.lost.length > 0) {
      say(`  LOST, no folder on disk (restore it from a backup): ${refs.lost.join(', ')}`)
      findings.push('repositories')
    }

    const blobs = await checkBlobs(core.app)
    say(`stored files: ${blobs.checked} looked at, ${blobs.broken.length} missing or cut short`)
    for (const { sha256, neededBy } of blobs.broken) say(`  MISSING ${sha256}, needed by ${neededBy.join(', ')}`)
    if (blobs.broken.length > 0) {
      say('  restore them from a backup, or send them again: the same content takes the place of what is lost')
      findings.push('stored files')
    }

    const { swept, strangers } = await sweepLeftovers(core.app)
    if (swept.length > 0) say(`leftovers of crashes: ${swept.length} removed`)
    if (strangers.length > 0) say(`folders that no repository belongs to, left alone: ${strangers.join(', ')}`)

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
