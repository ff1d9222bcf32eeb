import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import { requireSha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endPipeline } from './end-pipeline.ts'

/**
 * Pipelines of a pull request that wait to be let run, but whose commit it does not offer any more: nobody should be asked
 * about them, or run by mistake what was taken back.
 */
export async function withdrawStale(
  app: Pick<App, 'config' | 'db' | 'keys'>,
  repo: Repo,
  threadId: number,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (const row of await offered(tx).where('pipelines.thread_id', '=', threadId).execute()) {
      const error = whyStale(row)
      if (error === null) continue
      const pipeline = { ...row, sha: requireSha(row.sha), lease: null }
      await endPipeline(app, tx, { repo, pipeline }, { status: 'canceled', error })
    }
  })
}

/** Why it should not be let run; null where nothing speaks against it. */
export async function findObjection(reader: Reader, pipelineId: number): Promise<string | null> {
  const row = await offered(reader).where('pipelines.id', '=', pipelineId).executeTakeFirst()
  return row === undefined ? null : whyStale(row)
}

function offered(reader: Reader) {
  return reader
    .selectFrom('pipelines')
    .innerJoin('threads', 'threads.id', 'pipelines.thread_id')
    .innerJoin('pulls', 'pulls.thread_id', 'threads.id')
    .select([
      'pipelines.id',
      'pipelines.uuid',
      'pipelines.number',
      'pipelines.commit_sha as sha',
      'threads.state',
      'pulls.head_sha as head',
    ])
    .where('pipelines.status', '=', 'blocked')
    .orderBy('pipelines.id')
}

function whyStale({ state, head, sha }: { readonly state: 'open' | 'closed' | 'merged'; head: string; sha: string }) {
  if (state !== 'open') return `The pull request was ${state}`
  return head === sha ? null : 'The pull request has gone on to another commit'
}
