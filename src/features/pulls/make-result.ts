import type { App } from '../../app.ts'
import type { Repo } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import type { User } from '../../core/user.ts'
import type { Made } from '../../git/made.ts'
import { makeMerge } from '../../git/make-merge.ts'
import { makeRebase } from '../../git/make-rebase.ts'
import { makeSquash } from '../../git/make-squash.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { signatureOf } from '../users/signature-of.ts'
import { commitsToMerge } from './commits-to-merge.ts'
import { messageOf } from './merge-message.ts'
import type { MergeInput, Pull } from './pull.ts'

/** Writes the commits that merging would put on the target. Nothing leads to them yet. */
export async function makeResult(
  app: Pick<App, 'clock' | 'config' | 'git' | 'history' | 'kept' | 'objects'>,
  repo: Repo,
  { pull, target, by }: { readonly pull: Pull; readonly target: Sha; readonly by: User },
  input: MergeInput,
): Promise<Made> {
  const dir = repoDirectory(app.config, repo)
  const head = pull.headSha
  const committer = signatureOf(app, by)
  if (input.method === 'rebase') return makeRebase(app, dir, { target, head, committer })
  const commits = await commitsToMerge(app, repo, { head, target })
  const message = messageOf(pull, input, commits)
  if (input.method === 'merge') return makeMerge(app, dir, { target, head, message, author: committer, committer })
  // Whoever began the work; everybody else who did some of it is thanked in the message.
  const first = commits.at(-1)?.author
  const author = first === undefined ? committer : { ...first, at: committer.at }
  return makeSquash(app, dir, { target, head, message, author, committer })
}
