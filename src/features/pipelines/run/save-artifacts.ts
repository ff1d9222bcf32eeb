import { Readable } from 'node:stream'
import type { Box } from '../../../ci/isolation/isolation.ts'
import { day } from '../../../core/clock.ts'
import type { Tx } from '../../../db/handle.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { uuid } from '../../../db/uuid.ts'
import { emit } from '../../../outbox/emit.ts'
import { type Blob, storeBlob } from '../../blobs/store-blob.ts'
import { isHeld } from '../lease.ts'
import { realmOf } from './realm-of.ts'
import { Over, type Run } from './run.ts'
import { storeTar } from './store-tar.ts'

const mostBytes = 1024 ** 3
const usualMs = 30 * day

interface Wanted {
  readonly job: string
  readonly position: number
  readonly paths: readonly string[]
  readonly expireInS: number | null
  readonly signal: AbortSignal
}

interface Named {
  readonly job: string
  readonly name: string
  readonly keptMs: number
}

async function referTo(tx: Tx, run: Run, blob: Blob, { job, name, keptMs }: Named): Promise<void> {
  const { pipeline } = run
  if (!(await isHeld(tx, pipeline))) throw new Over('lost')
  await tx
    .insertInto('pipeline_artifacts')
    .values({
      uuid: uuid(),
      pipeline_id: pipeline.id,
      repo_id: pipeline.repo_id,
      job_name: job,
      name,
      blob_id: blob.id,
      realm: realmOf(run),
      created_at: tx.now,
      expires_at: tx.now + keptMs,
    })
    .execute()
}

/** Once, at the beginning: what a worker before us has kept would be there twice. */
export async function forgetArtifacts({ app, pipeline }: Run): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!(await isHeld(tx, pipeline))) throw new Over('lost')
    const gone = await tx.deleteFrom('pipeline_artifacts').where('pipeline_id', '=', pipeline.id).executeTakeFirst()
    if (gone.numDeletedRows > 0n) await emit(tx, { type: 'blob.released', repoId: pipeline.repo_id })
  })
}

/** Keeps a file of our own making beside what the jobs leave. */
export async function saveOwnArtifact(run: Run, name: string, bytes: Uint8Array): Promise<void> {
  const named = { job: 'sbom_gate', name, keptMs: usualMs }
  await storeBlob(run.app, Readable.from([bytes]), {}, (tx, blob) => referTo(tx, run, blob, named))
}

/** `test (20)` becomes `test-20`; of a name that has nothing to write a file's with, nothing would be left. */
function fileNameOf(job: string): string {
  return (
    job
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^-+/, '')
      .replace(/-+$/, '') || 'job'
  )
}

/** Keeps what a job made, whether it succeeded or not: reports are wanted most when it did not. */
export async function saveArtifacts(run: Run, box: Box, wanted: Wanted): Promise<void> {
  const { log } = run
  const name = `${fileNameOf(wanted.job)}.tar.gz`
  const kept = await storeTar(run, box, {
    paths: wanted.paths,
    mostBytes,
    signal: wanted.signal,
    onMessage: (text) => log.say(text, wanted.position),
    refer: (tx, blob) =>
      referTo(tx, run, blob, {
        job: wanted.job,
        name,
        keptMs: wanted.expireInS === null ? usualMs : wanted.expireInS * 1000,
      }),
  })
  log.say(kept ? `Artifacts were kept as ${name}` : 'There are no artifacts to keep', wanted.position)
}
