import type { App } from '../app.ts'
import { verifyChain } from '../features/audit/chain.ts'
import { checkBlobs } from '../features/blobs/check-blobs.ts'
import { sweepStrays } from '../features/blobs/collect-blobs.ts'
import { missingDirectories } from '../features/lifecycle/missing-directories.ts'
import { strayDirectories } from '../features/lifecycle/stray-directories.ts'
import { sweepTrash } from '../features/lifecycle/sweep-trash.ts'
import { sweepDrafts } from '../features/mail/sweep-drafts.ts'
import { checkHeads } from '../features/repos/check-heads.ts'
import { sweepLeftovers } from '../features/repos/sweep-leftovers.ts'
import { checkCounts } from '../features/soundness/check-counts.ts'
import { checkDatabase } from '../features/soundness/check-database.ts'
import { checkEffects, type Unsound } from '../features/soundness/check-effects.ts'
import { checkRefs } from '../features/transport/check-refs.ts'
import { lapsedEntries, reconcilePushes } from '../features/transport/reconcile-pushes.ts'
import type { Depth } from '../git/find-damage.ts'
import { countJobs } from '../outbox/tend-jobs.ts'

type Say = (line: string) => void

/** Says what it looked at; returns what is wrong, in a word or two, or null. */
type Examination = (app: App, say: Say, depth: Depth) => Promise<string | null>

/** In this order: a database that cannot be trusted first, then what others stand on. */
const examinations: readonly Examination[] = [database, audit, directories, pushes, repositories, files, effects, jobs]

/** Checks what must hold, mends what is safe to mend, and says what it found. Returns what is wrong. */
export async function runChecks(app: App, say: Say, depth: Depth = 'connected'): Promise<readonly string[]> {
  const findings: string[] = []
  for (const examine of examinations) {
    const finding = await examine(app, say, depth)
    if (finding !== null) findings.push(finding)
  }
  say(findings.length === 0 ? 'everything is sound' : `WRONG: ${findings.join(', ')}`)
  return findings
}

async function database(app: App, say: Say): Promise<string | null> {
  const broken = await checkDatabase(app)
  if (broken.length === 0) return null
  say(`database: BROKEN (restore it from a backup): ${broken.join('; ')}`)
  return 'database'
}

async function audit(app: App, say: Say): Promise<string | null> {
  const chain = await verifyChain(app)
  say(chain.whole ? `audit log: whole, ${chain.entries} entries` : `audit log: BROKEN, ${chain.why}`)
  return chain.whole ? null : 'audit log'
}

async function directories(app: App, say: Say): Promise<string | null> {
  const mended = await missingDirectories(app)
  say(mended.length === 0 ? 'owner directories: all there' : `owner directories: recreated for ${mended.join(', ')}`)
  const stray = await strayDirectories(app, 'serving')
  if (stray.swept.length > 0) say(`directories without an account: removed, they were empty: ${stray.swept.join(', ')}`)
  if (stray.kept.length > 0) say(`directories without an account: left alone, not empty: ${stray.kept.join(', ')}`)
  return null
}

/** Before the refs are compared: one that was cut off is about to change them. */
async function pushes(app: App, say: Say): Promise<string | null> {
  const ended = await reconcilePushes(app, 'serving')
  if (ended > 0) say(`pushes that were cut off: ${ended} ended now`)
  const left = await lapsedEntries(app)
  if (left > 0) say(`pushes that were cut off: ${left} COULD NOT BE ENDED, the log of the server says why`)
  return left > 0 ? 'pushes' : null
}

async function repositories(app: App, say: Say, depth: Depth): Promise<string | null> {
  // Before the refs: without its HEAD, a folder is no repository to git.
  const heads = await checkHeads(app)
  if (heads.length > 0) say(`HEAD pointed elsewhere than the default branch, set right: ${heads.join(', ')}`)
  const refs = await checkRefs(app, depth)
  say(`repositories: ${refs.checked} looked at, ${refs.mended.length} with refs that differed from the database`)
  if (refs.mended.length > 0) say(`  brought in line with git: ${refs.mended.join(', ')}`)
  if (refs.repaired.length > 0) say(`  broken, and repaired: ${refs.repaired.join(', ')}`)
  if (refs.lost.length > 0) say(`  LOST, no folder on disk (restore it from a backup): ${refs.lost.join(', ')}`)
  for (const { name, folder, damage } of refs.damaged) say(`  DAMAGED: ${name} (${folder}): ${damage}`)
  if (refs.damaged.length > 0) {
    say('  give those that may not be read to the user of the service (chown -R), and take the folders of those that')
    say('  are broken from a backup: docs/BACKUP.md, "Only one repository"')
  }
  return refs.lost.length + refs.damaged.length > 0 ? 'repositories' : null
}

async function files(app: App, say: Say, depth: Depth): Promise<string | null> {
  const blobs = await checkBlobs(app, depth)
  const wrong = depth === 'every-byte' ? 'missing, cut short or changed' : 'missing or cut short'
  say(`stored files: ${blobs.checked} looked at, ${blobs.broken.length} ${wrong}`)
  for (const { sha256, neededBy } of blobs.broken) say(`  MISSING ${sha256}, needed by ${neededBy.join(', ')}`)
  if (blobs.broken.length > 0) {
    say('  restore them from a backup, or send them again: the same content takes the place of what is lost')
  }
  const { swept, strangers } = await sweepLeftovers(app)
  const strays = await sweepStrays(app)
  const others = (await sweepDrafts(app, 'serving')) + (await sweepTrash(app)).length
  const left = swept.length + strays + others
  if (left > 0) say(`leftovers of crashes: ${left} removed`)
  if (strangers.length > 0) say(`folders that no repository belongs to, left alone: ${strangers.join(', ')}`)
  return blobs.broken.length > 0 ? 'stored files' : null
}

async function effects(app: App, say: Say): Promise<string | null> {
  const unsound: readonly Unsound[] = [...(await checkEffects(app)), ...(await checkCounts(app))]
  say(unsound.length === 0 ? 'effects and counts: all there, once' : 'effects and counts: NOT AS THEY SHOULD BE')
  for (const { what, where } of unsound) say(`  ${what}: ${where.join(', ')}`)
  return unsound.length === 0 ? null : 'effects'
}

async function jobs(app: App, say: Say): Promise<string | null> {
  const counts = await countJobs(app.db)
  say(`jobs: ${counts.ready} waiting, ${counts.running} running, ${counts.dead} dead`)
  if (counts.dead > 0) say('  dead jobs wait for an administrator at /admin/jobs')
  return null
}
