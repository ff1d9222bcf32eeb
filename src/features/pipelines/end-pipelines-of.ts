import type { App } from '../../app.ts'
import { requireSha } from '../../core/sha.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { endPipeline } from './end-pipeline.ts'

type Needs = Pick<App, 'config' | 'db' | 'keys'>

const atOnce = 100

/** Nobody of the repository has stopped it: they are told. */
export const whyShut = {
  disabled: 'The account of whoever started it was disabled',
  deleted: 'The account of whoever started it was deleted',
} as const

/** The job after an account was shut: nothing that its owner has begun goes on running, or begins. */
export async function endPipelinesOf(app: Needs, userId: number): Promise<void> {
  for (let last = 0; ; ) {
    const open = await openPipelines(app.db, userId).where('id', '>', last).limit(atOnce).execute()
    if (open.length === 0) return
    for (const one of open) {
      last = one.id
      await inTransaction(app, async (tx) => {
        // Somebody may have thought better of it.
        if (await isShut(tx, userId)) await end(app, tx, one, whyShut.disabled)
      })
    }
  }
}

/** The same in the transaction after which nobody could say whose they were. */
export async function endPipelinesOfDeleted(
  app: Pick<Needs, 'config' | 'keys'>,
  tx: Tx,
  userId: number,
): Promise<void> {
  for (const one of await openPipelines(tx, userId).execute()) await end(app, tx, one, whyShut.deleted)
}

function openPipelines(reader: Reader, userId: number) {
  return reader
    .selectFrom('pipelines')
    .select(['id', 'uuid', 'number', 'commit_sha', 'repo_id'])
    .where('status', 'in', ['created', 'pending', 'running'])
    .where('triggered_by', '=', userId)
    .orderBy('id')
}

type OpenPipeline = Awaited<ReturnType<ReturnType<typeof openPipelines>['execute']>>[number]

async function end(app: Pick<Needs, 'config' | 'keys'>, tx: Tx, found: OpenPipeline, error: string): Promise<void> {
  const { commit_sha: sha, repo_id: repoId, ...one } = found
  const repo = await findRepoById(tx, repoId)
  if (repo === null) return
  const pipeline = { ...one, sha: requireSha(sha), lease: null }
  await endPipeline(app, tx, { repo, pipeline }, { status: 'canceled', error })
}

/** False for a team. */
export async function isShut(reader: Reader, ownerId: number): Promise<boolean> {
  const user = reader.selectFrom('users').select('id').where('id', '=', ownerId).where('disabled_at', 'is not', null)
  return (await user.executeTakeFirst()) !== undefined
}
