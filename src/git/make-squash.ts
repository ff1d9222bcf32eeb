import { findCoAuthors, withCoAuthors } from './co-authors.ts'
import type { Made } from './made.ts'
import { commitMerged, type MakeParts, type MergeRequest } from './make-merge.ts'
import type { RepoDir } from './run-git.ts'

/** All changes as one commit on the target, which thanks everybody who wrote them. */
export async function makeSquash(parts: MakeParts, dir: RepoDir, request: MergeRequest): Promise<Made> {
  const { target, head, author } = request
  const coAuthors = await findCoAuthors(parts.git, dir, { target, head, author })
  return commitMerged(parts, dir, request, {
    parents: [target],
    message: withCoAuthors(request.message, coAuthors),
  })
}
