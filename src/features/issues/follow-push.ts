import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { systemActor } from '../../core/actor.ts'
import type { Event, PushedRef } from '../../core/events.ts'
import { branchOf, parseRefName } from '../../core/ref-name.ts'
import { referencesIn, withoutCode } from '../../core/references.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, parseSha, type Sha } from '../../core/sha.ts'
import type { Reader } from '../../db/handle.ts'
import { inTransaction } from '../../db/transaction.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { type Commit, readCommits } from '../commits/list-commits.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { inNameOf } from '../threads/may-read.ts'
import { commitKey, recordReferences } from '../threads/record-references.ts'
import { findUserById } from '../users/find-user.ts'
import { closeByText } from './close-by-text.ts'

/** Whoever pushes a history of ten thousand commits is not writing about today's issues. */
const mostCommits = 500
/** Nor who pushes a whole mirror. */
const mostBranches = 100

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>

/** The job: commits that name issues are told there, and those that reach the default branch close what they say. */
export async function followPush(app: Needs, event: Extract<Event, { type: 'repo.pushed' }>): Promise<void> {
  const repo = await findRepoById(app.db, event.repoId)
  if (repo === null) return
  const actor = await pusherOf(app, repo, event.pusherId)
  if (actor === null) return
  for (const { change, branch } of movedBranches(repo, event.changes)) {
    for (const commit of await newCommits(app, repo, change, branch)) {
      if (commit.message.includes('#'))
        await followCommit(app, actor, { repo, commit, closes: branch === repo.defaultBranch })
    }
  }
}

/** The default branch first, and of others that stand at the same commit one: each costs a git. */
function movedBranches(repo: Repo, changes: readonly PushedRef[]) {
  const branches = changes.flatMap((change) => {
    const ref = change.after === noSha ? null : parseRefName(change.ref)
    const branch = ref === null ? null : branchOf(ref)
    return branch === null ? [] : [{ change, branch }]
  })
  const isDefault = (one: { readonly branch: string }): boolean => one.branch === repo.defaultBranch
  const others = new Map(
    branches.filter((one) => !isDefault(one)).map((one) => [`${one.change.before} ${one.change.after}`, one]),
  )
  return [...branches.filter(isDefault), ...others.values()].slice(0, mostBranches)
}

/** A deploy key speaks for its own repository alone. Whoever is gone or shut out speaks no more. */
async function pusherOf(app: Needs, repo: Repo, pusherId: number | null): Promise<Actor | null> {
  if (pusherId === null) {
    return { kind: 'deploy-key', via: systemActor.via, repoId: repo.id, readOnly: false, keyId: 0 }
  }
  const user = await findUserById(app.db, pusherId)
  return user === null || user.disabled ? null : inNameOf(user)
}

async function followCommit(
  app: Needs,
  actor: Actor,
  { repo, commit, closes }: { readonly repo: Repo; readonly commit: Commit; readonly closes: boolean },
): Promise<void> {
  const found = referencesIn(commit.message).map(({ reference }) => reference)
  const source = { key: commitKey(commit.sha), name: `${repo.owner}/${repo.slug}@${commit.sha}`, repo, threadId: null }
  await inTransaction(app, async (tx) => {
    await recordReferences(tx, actor, source, found)
    if (!closes) return
    const text = await closingWords(tx, repo, commit)
    await closeByText(tx, actor, source, { text, cause: { commitSha: commit.sha } })
  })
}

/** Commits are plain text; but a merge that we made says what the pull request said, and that was Markdown. */
async function closingWords(reader: Reader, repo: Repo, { sha, message }: Commit): Promise<string> {
  const words = withoutCode(message)
  if (words === message) return message
  const merged = await reader
    .selectFrom('pulls')
    .innerJoin('threads', 'threads.id', 'pulls.thread_id')
    .select('threads.id')
    .where('threads.repo_id', '=', repo.id)
    .where('pulls.merge_commit_sha', '=', sha)
    .where('pulls.merge_request', 'is not', null)
    .executeTakeFirst()
  return merged === undefined ? message : words
}

/** The oldest first. A branch that is new brings what the default branch does not have. */
async function newCommits(
  app: Needs,
  repo: Repo,
  { before, after }: PushedRef,
  branch: string,
): Promise<readonly Commit[]> {
  const dir = repoDirectory(app.config, repo)
  const to = await commitAt(app, dir, parseSha(after))
  if (to === null) return []
  const from =
    (await commitAt(app, dir, parseSha(before))) ??
    (branch === repo.defaultBranch ? null : await findDefaultCommit(app, repo))
  const few = from === null ? null : await straightLine(app, dir, to, from)
  if (few !== null) return (await readCommits(app, dir, few)).toReversed()
  const window = { skip: 0, count: mostCommits }
  const shas = await app.history.page(dir, to, from === null ? {} : { notIn: from }, window)
  return (await readCommits(app, dir, shas)).toReversed()
}

/** Most pushes are a few commits on top of what was there: no git has to be started to find them. */
const longestLine = 8

async function straightLine(app: Needs, dir: RepoDir, to: Sha, from: Sha): Promise<readonly Sha[] | null> {
  const line: Sha[] = []
  for (let at = to; line.length < longestLine; ) {
    const commit = await app.objects.read(dir, at)
    const [parent, ...others] = commit?.type === 'commit' ? parseCommit(commit.data).parents : []
    if (parent === undefined || others.length > 0) return null
    line.push(at)
    if (parent === from) return line
    at = parent
  }
  return null
}

async function commitAt(app: Needs, dir: RepoDir, sha: Sha | null): Promise<Sha | null> {
  if (sha === null || sha === noSha) return null
  return (await app.objects.info(dir, sha))?.type === 'commit' ? sha : null
}
