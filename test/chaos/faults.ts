// Which faults a life of the service gets, and the kinds that come from outside it.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkpoints } from '../../src/core/checkpoint.ts'
import { jobNames } from '../../src/outbox/subscriptions.ts'
import type { Random } from './random.ts'

/** What the acts of a run tell by their transactions. */
const told = [
  'nothing',
  'push.journal',
  'repo.pushed',
  'push.came-to-nothing',
  'pull.opened',
  'pull.merged',
  'issue.opened',
  'comment.created',
  'thread.mentioned',
  'user.registered',
  'user.deleted',
  'repo.deleted',
  'repo.forked',
  'REPO_CREATED',
  'REPO_UPDATED',
  'VARIABLE_CREATED',
  'WEBHOOK_CREATED',
  'PIPELINE_TRIGGERED',
  'PIPELINE_FINISHED',
  'notification.to-mail',
  'job.taken',
  'job.finished',
  'job.failed',
  'hook.body',
  'hook.outcome',
]
const failures = ['ENOSPC', 'EIO', 'EMFILE'] as const

/** Before there is anything to lose: `test/process/start.test.ts` and `serve.test.ts` look at these. */
const atStart: readonly string[] = ['database.changing', 'service.mending']

const points: readonly string[] = [
  ...Object.keys(checkpoints).filter((one) => !atStart.includes(one)),
  ...told.flatMap((one) => [`commit:${one}`, `committed:${one}`]),
  ...jobNames.flatMap((one) => [`run:${one}`, `ran:${one}`]),
]

/** Orders for one life: failures and delays, and mostly where it dies. Where it does not, the driver ends it. */
export function chooseFaults(random: Random): string {
  const some: string[] = []
  for (let left = random.below(4); left > 0; left--) {
    some.push(`${random.pick(points)}=${random.pick(failures)}@${1 + random.below(2)}`)
  }
  if (random.chance(0.4)) some.push(`${random.pick(points)}=delay${50 + random.below(400)}`)
  const kind = random.next()
  if (kind < 0.5) some.push(`${random.pick(points)}=kill@${1 + random.below(2)}`)
  else if (kind < 0.85) some.push(`*=kill@${1 + random.below(250)}`)
  return some.join(',')
}

/** Now and then it dies again while it puts right what the last death left. */
export function chooseFaultsOfStart(random: Random): string {
  return random.chance(0.1) ? `*=kill@${1 + random.below(15)}` : ''
}

/** For a moment it can open nothing more. */
export function takeDescriptors(pid: number): () => void {
  const open = readdirSync(`/proc/${pid}/fd`).length
  limit(pid, open + 2)
  return () => limit(pid, 4096)
}

function limit(pid: number, count: number): void {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`], { stdio: 'ignore' })
  } catch {
    // It died meanwhile.
  }
}

/** For a moment nothing more fits onto its disk, which has to be one of its own. */
export function fillDisk(folder: string): () => void {
  const ballast = join(folder, 'ballast')
  try {
    for (let count = 0; ; count++) writeFileSync(ballast, Buffer.alloc(1 << 20), { flag: 'a' })
  } catch {
    // Full.
  }
  return () => rmSync(ballast, { force: true })
}
