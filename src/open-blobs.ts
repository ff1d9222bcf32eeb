import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Passing } from './core/checkpoint.ts'
import { Fault } from './core/errors.ts'
import type { Log } from './core/log.ts'
import { BlobFiles } from './features/blobs/blob-files.ts'
import { BucketBlobs } from './features/blobs/bucket-blobs.ts'
import { Bucket } from './s3/bucket.ts'

interface Outside {
  readonly log: Log
  readonly passing: Passing
}

/** Where files are kept: on this machine, or in a bucket as well. */
export async function openBlobs(
  config: Config,
  { log, passing }: Outside,
): Promise<{ readonly blobs: App['blobs']; readonly close: () => void }> {
  const disk = new BlobFiles(config.DATA_DIR, log, passing)
  const bucket = bucketOf(config)
  if (bucket === null) return { blobs: disk, close: () => undefined }
  await requireUsable(bucket, log)
  const parts = { bucket, prefix: config.S3_PREFIX, dataDir: config.DATA_DIR, disk, log, passing }
  return { blobs: new BucketBlobs(parts), close: () => bucket.close() }
}

/** Null where there is none. That the settings come together was looked at when they were read. */
function bucketOf(config: Config): Bucket | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION: region } = config
  if (S3_ENDPOINT === null || S3_BUCKET === null || S3_ACCESS_KEY === null || S3_SECRET_KEY === null) return null
  const credentials = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region }
  return new Bucket({ url: new URL(S3_ENDPOINT), bucket: S3_BUCKET, credentials })
}

/** Wrong keys or a missing bucket stop the start; a storage that is out of reach for now does not. */
async function requireUsable(bucket: Bucket, log: Log): Promise<void> {
  const why = await bucket.whyUnusable().catch((error: unknown) => {
    log.error({ error: String(error) }, 'the object storage is out of reach')
    return null
  })
  if (why !== null) throw new Fault('unavailable', `${why}: look at S3_…`, { code: 'INTERNAL_ERROR' })
}
