import type { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { streamBlob } from '../../git/stream-blob.ts'
import { requireRepo } from '../access/require-repo.ts'
import { requireRevision } from '../refs/resolve-revision.ts'
import { splitRevision } from '../refs/split-revision.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { requireEntry } from './find-entry.ts'
import { requirePath } from './open-revision.ts'

export interface RawFile {
  readonly name: string
  readonly sha: Sha
  readonly size: number
  /** The first bytes: enough to see whether it is text. */
  readonly start: Buffer
  /** Called once, by who really wants the bytes. */
  open(): Readable
}

/** A file as it is, of any size. `where` is a ref and a path in one. */
export async function getRaw(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: string,
): Promise<RawFile> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'repo:read' })
  const split = await splitRevision(app, repo, where)
  const path = requirePath(split.path)
  const { sha: commit } = await requireRevision(app, repo, split.revision)
  const dir = repoDirectory(app.config, repo)
  const entry = await requireEntry(app, dir, commit, path)
  const info = entry.kind === 'folder' || entry.kind === 'submodule' ? null : await app.objects.info(dir, entry.sha)
  if (info === null) throw new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
  const blob = await streamBlob(app, dir, info)
  return { name: entry.name, sha: entry.sha, size: info.size, ...blob }
}
