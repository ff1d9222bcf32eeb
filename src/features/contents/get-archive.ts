import { PassThrough, type Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { pour } from '../../git/pour.ts'
import { type ArchiveFormat, streamArchive } from '../../git/stream-archive.ts'
import { openRevision } from './open-revision.ts'

export interface Archive {
  readonly name: string
  readonly format: ArchiveFormat
  readonly commit: Sha
  open(): Promise<Readable>
}

/** All files of a revision in one. `file` is the revision with the ending that says which kind: `v1.0.tar.gz`. */
export async function getArchive(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'objects' | 'paces' | 'turns'>,
  actor: Actor,
  ref: RepoRef,
  file: string,
): Promise<Archive> {
  const format = file.endsWith('.zip') ? 'zip' : file.endsWith('.tar.gz') ? 'tar.gz' : null
  if (format === null) {
    throw new Fault('not-found', 'Archives are available as .zip and .tar.gz', { code: 'COMMIT_NOT_FOUND' })
  }
  const { repo, dir, revision } = await openRevision(app, actor, ref, file.slice(0, -format.length - 1))
  const short = revision.kind === 'commit' ? revision.sha.slice(0, 12) : revision.name
  // A branch may hold slashes; the folder that people unpack into may not.
  const folder = `${repo.slug}-${short.replaceAll(/[^\w.+-]/g, '-')}`
  return {
    name: `${folder}.${format}`,
    format,
    commit: revision.sha,
    open: async () => {
      const turn = await app.turns.archive.take(queueOf(actor))
      const sent = new PassThrough()
      const made = streamArchive(app.git, dir, { commit: revision.sha, format, folder })
      // A turn lasts until all is packed, or whoever wanted it has left; it rests while they do not read.
      void pour(made, sent, { turn, pace: app.paces.reading })
        .catch((error: Error) => sent.destroy(error))
        .finally(() => turn.end())
      return sent
    },
  }
}
