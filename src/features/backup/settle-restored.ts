import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { requireSha } from '../../core/sha.ts'
import { slicesOf } from '../../core/slices-of.ts'
import type { Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../audit/record.ts'
import { endPipeline } from '../pipelines/end-pipeline.ts'
import { findRepoById } from '../repos/find-repo.ts'
import type { Revoked } from './revoked-since.ts'

export interface Settling {
  /** What was restored, for the audit log. */
  readonly point: string
  readonly revoked: readonly Revoked[]
  /** Sessions go on. By default everybody signs in again: nobody knows which were ended since. */
  readonly keepSessions: boolean
  /** Every token is revoked. */
  readonly revokeTokens: boolean
  /** What was waiting goes on. By default what leaves the house is held: it may have left since. */
  readonly resume: boolean
}

export interface Settled {
  readonly sessions: number
  readonly tokens: number
  readonly mails: number
  readonly deliveries: number
  readonly pipelines: number
}

const why = 'Held by a restore from a backup: it may have been done since the backup was made'
const atOnce = 500

/** What must not simply go on where it was: whoever was at work is gone, and the world has moved on. */
export function settleRestored(app: Pick<App, 'config' | 'db' | 'keys'>, settling: Settling): Promise<Settled> {
  return inTransaction(app, async (tx) => {
    await releaseAll(tx)
    const tokens = await revoke(tx, settling)
    const sessions = settling.keepSessions ? 0 : await endAllSessions(tx)
    const pipelines = settling.resume ? 0 : await endPipelines(app, tx)
    const held = settling.resume ? { mails: 0, deliveries: 0 } : await hold(tx)
    const settled = { sessions, tokens, pipelines, ...held }
    await record(app, tx, systemActor, {
      event: 'BACKUP_RESTORED',
      target: { type: 'backup', id: settling.point, name: settling.point },
      metadata: { ...settled },
    })
    return settled
  })
}

/** Leases and processes of the machine that the backup was made on. */
async function releaseAll(tx: Tx): Promise<void> {
  const free = { lease: null, lease_until: null }
  await tx
    .updateTable('jobs')
    .set({ state: 'ready', ...free })
    .where('state', '=', 'running')
    .execute()
  await tx.updateTable('webhooks').set(free).where('lease', 'is not', null).execute()
  await tx.updateTable('pipelines').set({ lease_until: 0 }).where('status', '=', 'running').execute()
  // None of these has moved a ref: the refs are those of before. The next start finds that out, and forgets them.
  await tx.updateTable('push_journal').set({ git_process: null, lease_until: 0 }).execute()
}

async function revoke(tx: Tx, { revoked, revokeTokens }: Settling): Promise<number> {
  let count = 0
  for (const { table, ids } of revoked) {
    for (const some of slicesOf(ids, atOnce)) {
      const gone = await tx.deleteFrom(table).where('id', 'in', some).executeTakeFirst()
      count += Number(gone.numDeletedRows)
    }
  }
  if (!revokeTokens) return count
  return count + Number((await tx.deleteFrom('access_tokens').executeTakeFirst()).numDeletedRows)
}

/** Everything that stands for somebody who has signed in, or is about to: nobody knows what of it was ended since. */
async function endAllSessions(tx: Tx): Promise<number> {
  await tx.deleteFrom('refresh_tokens').execute()
  await tx.deleteFrom('login_challenges').execute()
  await tx.deleteFrom('mail_tokens').execute()
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

async function endPipelines(app: Pick<App, 'config' | 'keys'>, tx: Tx): Promise<number> {
  const open = await tx
    .selectFrom('pipelines')
    .select(['id', 'uuid', 'number', 'commit_sha', 'repo_id'])
    .where('status', 'in', ['created', 'pending', 'running'])
    .orderBy('id')
    .execute()
  for (const row of open) {
    const repo = await findRepoById(tx, row.repo_id)
    if (repo === null) continue
    const pipeline = { id: row.id, uuid: row.uuid, number: row.number, sha: requireSha(row.commit_sha), lease: null }
    await endPipeline(app, tx, { repo, pipeline }, { status: 'canceled', error: why })
  }
  return open.length
}

async function hold(tx: Tx): Promise<Pick<Settled, 'mails' | 'deliveries'>> {
  const mails = await tx
    .updateTable('jobs')
    .set({ state: 'dead', last_error: why })
    .where('state', '=', 'ready')
    .where('name', 'like', 'mail.%')
    .executeTakeFirst()
  const deliveries = await tx
    .updateTable('hook_deliveries')
    .set({ state: 'failed', error: why, finished_at: tx.now })
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  await tx.updateTable('webhooks').set({ due_at: null }).execute()
  return { mails: Number(mails.numUpdatedRows), deliveries: Number(deliveries.numUpdatedRows) }
}
