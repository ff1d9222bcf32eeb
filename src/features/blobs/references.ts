/** The tables whose `blob_id` keeps a stored file alive. A new one has to be named here. */
export const referencesToBlobs = [
  'release_assets',
  'attachments',
  'lfs_objects',
  'pipeline_artifacts',
  'pipeline_caches',
] as const

/** Those whose files nobody brings back. A cache comes by itself again, and a job does without one that is lost. */
export const lastingReferences = referencesToBlobs.filter((table) => table !== 'pipeline_caches')
