import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { Turns } from '../../core/turns.ts'
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
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'objects' | 'turns'>,
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
    open: () =>
      inTurn(app.turns.archive, queueOf(actor), () =>
        streamArchive(app.git, dir, { commit: revision.sha, format, folder }),
      ),
  }
}

/** A turn lasts until the stream is closed: by its end, or by whoever does not want more of it. */
function inTurn(turns: Turns, who: string, open: () => Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const stream = open()
      const closed = new Promise((close) => stream.once('close', close))
      resolve(stream)
      await closed
    }
    turns.run(who, work).catch(reject)
  })
}
