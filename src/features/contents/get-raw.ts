import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { streamBlob } from '../../git/stream-blob.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { whileRightful } from '../access/require-still.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { splitRevision } from '../refs/split-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { requireEntry } from './find-entry.ts'
import { requirePath } from './open-revision.ts'
import { sendInTurn } from './send-in-turn.ts'

export interface RawFile {
  readonly repo: OpenRepo
  readonly name: string
  readonly sha: Sha
  readonly size: number
  /** The first bytes: enough to see whether it is text. */
  readonly start: Buffer
  /** Called once, by whoever really wants the bytes. */
  open(): Readable | Promise<Readable>
}

const reading = { role: 'Reader', scope: 'repo:read' } as const

/** A file as it is, of any size. `where` is a ref and a path in one. */
export async function getRaw(
  app: Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'objects' | 'paces' | 'turns'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<RawFile> {
  const repo = await requireRepo(app, actor, ref, reading)
  const split = await splitRevision(app, repo, where)
  const path = requirePath(split.path)
  const { sha: commit } = await requireRevision(app, repo, split.revision)
  const dir = repoDirectory(app.config, repo)
  const entry = await requireEntry(app, dir, commit, path)
  const info = entry.kind === 'folder' || entry.kind === 'submodule' ? null : await app.objects.info(dir, entry.sha)
  if (info === null) throw new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
  const { start, isHeld, open } = await streamBlob(app, dir, info)
  return {
    repo,
    name: entry.name,
    sha: entry.sha,
    size: info.size,
    start,
    // What is held goes out in one breath.
    open: async () => {
      if (isHeld) return open()
      const stream = await sendInTurn(app, actor, 'archive', open)
      return whileRightful(app, actor, { repo, need: reading, stream })
    },
  }
}
