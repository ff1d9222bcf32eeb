import { createHash } from 'node:crypto'
import type { Actor } from '../../core/actor.ts'
import type { RepoRef } from '../../core/repo.ts'
import { openRevision } from '../contents/open-revision.ts'
import type { SbomNeeds } from './open-sbom.ts'
import { sbomFileName, writeSbom } from './write-sbom.ts'

export interface SbomFile {
  readonly name: string
  readonly type: string
  /** A name of exactly these bytes. */
  readonly etag: string
  readonly bytes: Uint8Array
}

/** The document of a revision, for those who may read it. */
export async function getSbom(
  app: SbomNeeds,
  actor: Actor,
  ref: RepoRef,
  revision: string | undefined,
): Promise<SbomFile> {
  const open = await openRevision(app, actor, ref, revision)
  const { document } = await writeSbom(app, open.repo, open.revision.sha)
  const etag = createHash('sha256').update(document).digest('hex').slice(0, 32)
  return { name: sbomFileName, type: 'application/vnd.cyclonedx+json', etag, bytes: document }
}
