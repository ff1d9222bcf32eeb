import type { App } from '../../app.ts'
import { branchOf, branchRef, parseRefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, requireSha, type Sha } from '../../core/sha.ts'
import type { HookNote } from '../../outbox/hook-notes.ts'
import { readCommits } from '../commits/list-commits.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { describeRepo, describeSender } from './describe-repo.ts'

const mostCommits = 1000

export type PushNote = Extract<HookNote, { event: 'push' | 'create' | 'delete' }>
type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects' | 'records'>

/** The payload of a push, in the fields that receivers were promised; what was made or deleted is told with less. */
export async function describePush(app: Needs, repo: Repo, note: PushNote): Promise<object> {
  const about = {
    repository: describeRepo(app, repo),
    pusher: await describeSender(app, note.pusherId),
    ref: note.ref,
    before: note.before,
    after: note.after,
  }
  if (note.event === 'push') return { ...about, commits: await commitsOf(app, repo, note) }
  return { ...about, ref_type: note.ref.startsWith('refs/tags/') ? 'tag' : 'branch' }
}

export interface PushedCommit {
  readonly sha: string
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
}

/** What the branch has got by this push, the oldest first; of very many the newest thousand. */
export async function commitsOf(
  app: Pick<App, 'config' | 'db' | 'history' | 'objects'>,
  repo: Repo,
  note: PushNote,
): Promise<readonly PushedCommit[]> {
  const ref = parseRefName(note.ref)
  const after = requireSha(note.after)
  if (ref === null || branchOf(ref) === null || after === noSha) return []
  const dir = repoDirectory(app.config, repo)
  const before = requireSha(note.before)
  const known = before === noSha ? await otherwiseKnown(app, repo, note.ref) : before
  // After a force-push and a clean-up the old commits may be gone.
  const from = known !== null && (await app.objects.info(dir, known)) !== null ? known : undefined
  if ((await app.objects.info(dir, after)) === null) return []
  const shas = await app.history.page(dir, after, { notIn: from }, { skip: 0, count: mostCommits })
  const commits = await readCommits(app, dir, shas.toReversed())
  return commits.map(({ sha, message, author }) => ({
    sha,
    message,
    author: { name: author.name, email: author.email },
  }))
}

/** A new branch brings what the default branch has not. */
async function otherwiseKnown(app: Pick<App, 'db'>, repo: Repo, ref: string): Promise<Sha | null> {
  const main = branchRef(repo.defaultBranch)
  if (main === null || main === ref) return null
  const row = await app.db
    .selectFrom('refs')
    .select('sha')
    .where('repo_id', '=', repo.id)
    .where('name', '=', main)
    .executeTakeFirst()
  return row === undefined ? null : requireSha(row.sha)
}
