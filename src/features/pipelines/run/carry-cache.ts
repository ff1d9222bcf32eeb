import { interpolate, type RunFacts } from '../../../ci/easy/interpolate.ts'
import type { Box } from '../../../ci/isolation/isolation.ts'
import type { PlannedJob } from '../../../ci/plan.ts'
import { Fault } from '../../../core/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { isHeld } from '../lease.ts'
import { baseEnv } from './job-env.ts'
import { realmOf } from './realm-of.ts'
import { Over, type Run } from './run.ts'
import { storeTar } from './store-tar.ts'

const mostBytes = 1024 ** 3
const longestKey = 500
/** Where the job finds what was kept. */
export const cacheFile = '/svc/cache.tar.gz'

/** What a job would like to find again. */
export interface Cache {
  readonly key: string
  readonly paths: readonly string[]
  /** The file of ours that holds it; null where nothing was kept under this key so far. */
  readonly stored: string | null
}

interface CacheCall {
  readonly cache: Cache
  readonly position: number | null
  readonly signal: AbortSignal
}

interface FindCall {
  readonly job: PlannedJob
  readonly facts: RunFacts
  /** Where it is put, if it does not lie on this machine. */
  readonly folder: string
}

export async function findCache(run: Run, { job: { cache }, facts, folder }: FindCall): Promise<Cache | null> {
  if (cache === null) return null
  const { app, pipeline } = run
  const key = (await interpolate(cache.key, facts)).slice(0, longestKey)
  const row = await app.db
    .selectFrom('pipeline_caches')
    .innerJoin('blobs', 'blobs.id', 'pipeline_caches.blob_id')
    .select(['pipeline_caches.id', 'blobs.file', 'blobs.size'])
    .where('repo_id', '=', pipeline.repo_id)
    .where('realm', '=', realmOf(run))
    .where('cache_key', '=', key)
    .executeTakeFirst()
  const stored = row === undefined ? null : await bring(run, folder, row)
  if (row === undefined || stored === null) return { key, paths: cache.paths, stored: null }
  await inTransaction(app, async (tx) => {
    await tx.updateTable('pipeline_caches').set({ used_at: tx.now }).where('id', '=', row.id).execute()
  })
  return { key, paths: cache.paths, stored }
}

/** A job does without a cache that is lost, or that the storage does not hand out. */
async function bring(
  { app, log }: Run,
  folder: string,
  { file, size }: { readonly file: string; readonly size: number },
): Promise<string | null> {
  try {
    return (await app.blobs.has(file, size)) ? await app.blobs.bringTo(folder, file) : null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    log.say(`A cache was not brought: ${error.message}`)
    return null
  }
}

export async function restoreCache(run: Run, box: Box, { cache, position, signal }: CacheCall): Promise<void> {
  if (cache.stored === null) {
    run.log.say(`Nothing is kept under the cache key ${cache.key}`, position)
    return
  }
  const argv = ['tar', '-xzf', cacheFile, '-C', '/workspace']
  const exit = await box.run({ argv, env: baseEnv(), signal, onOutput: () => undefined })
  const how = exit.code === 0 ? 'was brought back' : 'could not be unpacked'
  run.log.say(`The cache ${cache.key} ${how}`, position)
}

export interface KeptCache {
  readonly key: string
  readonly stored: string
}

/** The newest that a module may ask for by name. */
export async function listCaches(run: Run, folder: string, most: number): Promise<readonly KeptCache[]> {
  const { app, pipeline } = run
  const rows = await app.db
    .selectFrom('pipeline_caches')
    .innerJoin('blobs', 'blobs.id', 'pipeline_caches.blob_id')
    .select(['pipeline_caches.cache_key as key', 'blobs.file', 'blobs.size'])
    .where('repo_id', '=', pipeline.repo_id)
    .where('realm', '=', realmOf(run))
    .orderBy('used_at', 'desc')
    .limit(most)
    .execute()
  const kept: KeptCache[] = []
  for (const { key, ...row } of rows) {
    const stored = await bring(run, folder, row)
    if (stored !== null) kept.push({ key, stored })
  }
  return kept
}

/** Once under each key: what is there stays as it is. */
export async function saveCache(run: Run, box: Box, { cache, position, signal }: CacheCall): Promise<void> {
  if (cache.stored !== null) return
  const { pipeline, log } = run
  const kept = await storeTar(run, box, {
    paths: cache.paths,
    mostBytes,
    signal,
    onMessage: (text) => log.say(text, position),
    refer: async (tx, blob) => {
      if (!(await isHeld(tx, pipeline))) throw new Over('lost')
      await tx
        .insertInto('pipeline_caches')
        .values({
          repo_id: pipeline.repo_id,
          realm: realmOf(run),
          cache_key: cache.key,
          blob_id: blob.id,
          created_at: tx.now,
          used_at: tx.now,
        })
        .onConflict((oc) => oc.columns(['repo_id', 'realm', 'cache_key']).doNothing())
        .execute()
    },
  })
  if (kept) log.say(`The cache ${cache.key} was kept`, position)
}
