import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { toldOfDisk } from '../../core/disk-failure.ts'
import { conflict, type Fault, notFound } from '../../core/errors.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Sha } from '../../core/sha.ts'
import type { Made } from '../../git/made.ts'
import { makeChange } from '../../git/make-change.ts'
import type { Signature } from '../../git/parse-commit.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { type CommitPlace, findStart } from '../contents/find-start.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { beginAnew } from '../transport/begin-anew.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { signatureOf } from '../users/signature-of.ts'

export interface ChangeToCommit extends CommitPlace {
  /** Commits; null for the state before there was anything. */
  readonly from: Sha | null
  readonly to: Sha | null
  readonly message: string
  /** Whoever asks for it unless said otherwise. */
  readonly author?: Signature | undefined
}

export interface ChangeCommit {
  readonly branch: string
  readonly sha: Sha
}

export type ChangeNeeds = Pick<
  App,
  'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing' | 'turns'
>

/**
 * What changed between two commits, made to a branch by one commit. In a repository that the gate has opened for
 * writing; the branch moves as by a push.
 */
export async function commitChange(
  app: ChangeNeeds,
  actor: KnownActor,
  repo: OpenRepo,
  change: ChangeToCommit,
): Promise<ChangeCommit> {
  try {
    return await beginAnew(() => commitOnce(app, actor, repo, change))
  } catch (error) {
    throw toldOfDisk(app.log, error)
  }
}

/** If the branch is still where all of this began. */
async function commitOnce(
  app: ChangeNeeds,
  actor: KnownActor,
  repo: OpenRepo,
  change: ChangeToCommit,
): Promise<ChangeCommit> {
  const dir = repoDirectory(app.config, repo)
  const start = await findStart(dir, repo, change)
  if (start.head === null) throw notFound('BRANCH')
  const committer = signatureOf(app, actor.user)
  const { from, to, message, author = committer } = change
  const request = { target: start.head, from, to, message, author, committer }
  // A git each, which may want much memory: whoever presses the button a hundred times waits for themselves.
  const made = await app.turns.push.run(queueOf(actor), () => makeChange(app, dir, request))
  if (made.kind !== 'made') throw whyNot(made, change.branch ?? repo.defaultBranch)
  await moveRefs(app, { actor, repo, way: 'push' }, [{ ref: start.ref, before: start.before, after: made.head }])
  return { branch: start.branch, sha: made.head }
}

const mostNamed = 5

function whyNot(made: Exclude<Made, { kind: 'made' }>, branch: string): Fault {
  switch (made.kind) {
    case 'conflict':
      return conflict(
        `It conflicts with what is in ${branch} by now: ${namesOf(made)}. Do it on your machine, and push`,
      )
    case 'nothing':
      return conflict(`It would change nothing in ${branch}`)
    case 'refused':
      return conflict(`The result would hold what cannot be pushed: ${made.why}`)
    case 'unrelated':
    case 'too-large':
      return conflict('It is too large to be done here. Do it on your machine, and push')
  }
}

function namesOf({ files }: Extract<Made, { kind: 'conflict' }>): string {
  const names = files.slice(0, mostNamed).map(({ path }) => path)
  const others = files.length - names.length
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
}
