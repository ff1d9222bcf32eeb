import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type ArchiveFormat, streamArchive } from '../../git/stream-archive.ts'
import { whileRightful } from '../access/require-still.ts'
import { openRevision } from './open-revision.ts'
import { sendInTurn } from './send-in-turn.ts'

export interface Archive {
  readonly name: string
  readonly format: ArchiveFormat
  readonly commit: Sha
  open(): Promise<Readable>
}

/** All files of a revision in one. `file` is the revision with the ending that says which kind: `v1.0.tar.gz`. */
export async function getArchive(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'objects' | 'paces' | 'turns'>,
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
      const archive = { commit: revision.sha, format, folder } as const
      const stream = await sendInTurn(app, actor, 'archive', () => streamArchive(app.git, dir, archive))
      return whileRightful(app, actor, { repo, need: { role: 'Reader', scope: 'repo:read' }, stream })
    },
  }
}
