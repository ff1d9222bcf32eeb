import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type BlameRange, type LineSpan, readBlame } from '../../git/read-blame.ts'
import { type Commit, readCommit } from '../commits/list-commits.ts'
import { type FoundEntry, requireEntry } from './find-entry.ts'
import { openRevision, requirePath } from './open-revision.ts'

export interface BlamedRange extends Omit<BlameRange, 'commit'> {
  readonly commit: Commit
}

export interface FileBlame {
  readonly entry: FoundEntry
  readonly ranges: readonly BlamedRange[]
}

/** Beyond this nobody reads it, and working it out takes minutes. */
const largestBlamed = 10 * 1024 * 1024

/** Which commit each line of a file came with. */
export async function getBlame(
  app: Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>,
  actor: Actor,
  ref: RepoRef,
  where: { readonly path: string; readonly revision: string | undefined; readonly lines?: LineSpan },
): Promise<FileBlame> {
  const path = requirePath(where.path)
  const { dir, revision } = await openRevision(app, actor, ref, where.revision)
  const entry = await requireEntry(app, dir, revision.sha, path)
  if (entry.kind !== 'file' && entry.kind !== 'executable') {
    throw new Fault('not-found', 'There is no file at this path', { code: 'FILE_NOT_FOUND' })
  }
  const info = await app.objects.info(dir, entry.sha)
  const blame =
    (info?.size ?? 0) > largestBlamed ? null : await readBlame(app, dir, revision.sha, { path, lines: where.lines })
  if (blame === null) {
    throw new Fault('too-large', 'The file is too large to say where each line came from: look at it raw', {
      code: 'PAYLOAD_TOO_LARGE',
    })
  }
  const commits = new Map<Sha, Commit>()
  for (const sha of new Set(blame.ranges.map((range) => range.commit))) {
    commits.set(sha, await readCommit(app, dir, sha))
  }
  const ranges = blame.ranges.flatMap((range) => {
    const commit = commits.get(range.commit)
    return commit === undefined ? [] : [{ ...range, commit }]
  })
  return { entry, ranges }
}
