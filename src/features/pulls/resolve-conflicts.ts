import type { App } from '../../app.ts'
import type { KnownActor } from '../../core/actor.ts'
import { isDotGitmodules } from '../../core/disguised-names.ts'
import { toldOfDisk } from '../../core/disk-failure.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import { parseSha, type Sha } from '../../core/sha.ts'
import { findHostileSubmodule } from '../../git/find-hostile-submodule.ts'
import { makeResolved } from '../../git/make-resolved.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { requireSmall } from '../contents/write-input.ts'
import { inRoom } from '../quota/take-room.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { bringCommit } from '../transport/bring-commit.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { signatureOf } from '../users/signature-of.ts'
import { mergeBlocked } from './blocker.ts'
import { conflictIn } from './merge-blockers.ts'
import { headChanged, openSourceBranch } from './open-source-branch.ts'
import type { Pull } from './pull.ts'
import { refreshPull } from './refresh-pull.ts'
import type { PullRef } from './require-pull.ts'
import { findPullById } from './store.ts'
import { largestConflict, mostConflicts } from './view-conflicts.ts'

export interface Resolution {
  /** The two commits that somebody saw. */
  readonly headSha: string
  readonly targetSha: string
  /** Every file in conflict, as it is to be. */
  readonly files: readonly { readonly path: string; readonly content: Buffer }[]
  /** What looks like a marker is meant to be there. */
  readonly keepMarkers: boolean
}

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/**
 * Merges the target into the branch that a pull request comes from, with what somebody has made of the files in conflict.
 * It goes the way of every push to that branch, and only from the commit that they saw: nobody's push is lost.
 */
export async function resolveConflicts(app: Needs, actor: KnownActor, ref: PullRef, input: Resolution): Promise<Pull> {
  const opened = await openSourceBranch(app, actor, ref)
  const { repo, pull, source, branch, dir } = opened
  if (input.headSha.toLowerCase() !== pull.headSha) throw headChanged(pull)
  const target = await requireOlder(app, repoDirectory(app.config, repo), input.targetSha, opened.target)
  const files = readFiles(input)
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0)
  await requireHarmless(app, dir, files)
  await bringCommit(app, { from: repo, to: source }, target)
  const committer = signatureOf(app, actor.user)
  const message = `Merge branch '${pull.targetBranch}' into ${pull.sourceBranch}`
  const request = { target: pull.headSha, head: target, message, author: committer, committer }
  try {
    await inRoom(app, source, bytes, async () => {
      const made = await makeResolved(app, dir, request, files)
      if (made.kind === 'nothing') throw conflict('There are no conflicts left to resolve')
      if (made.kind === 'refused')
        throw invalidField('files', 'format', `git refuses what these files say: ${made.why}`)
      if (made.kind === 'conflict') throw mergeBlocked([conflictIn(made.files.map(({ path }) => path))])
      if (made.kind !== 'made') throw mergeBlocked([conflictIn([])])
      const change = { ref: branch, before: pull.headSha, after: made.head }
      await moveRefs(app, { actor, repo: source, way: 'push' }, [change])
    })
  } catch (error) {
    throw toldOfDisk(app.log, error)
  }
  const after = await findPullById(app.db, pull.id)
  return after === null ? pull : refreshPull(app, repo, after)
}

/** The target may have gone on since: what it was is still a part of it. */
async function requireOlder(app: Needs, dir: RepoDir, text: string, now: Sha): Promise<Sha> {
  const seen = parseSha(text.toLowerCase())
  if (seen !== null && (seen === now || (await app.history.isAncestor(dir, seen, now)))) return seen
  throw conflict('The target branch has changed: look at the conflicts again')
}

/** What would be refused in a push is refused here too. */
async function requireHarmless(app: Needs, dir: RepoDir, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [path, content] of files) {
    if (!isDotGitmodules(path.split('/').at(-1) ?? '')) continue
    const hostile = await findHostileSubmodule(app.git, dir, content)
    if (hostile !== null) throw invalidField('files', 'format', hostile)
  }
}

function readFiles({ files, keepMarkers }: Resolution): ReadonlyMap<string, Buffer> {
  if (files.length === 0 || files.length > mostConflicts) {
    throw invalidField('files', 'format', `must be 1 to ${mostConflicts} files`)
  }
  const found = new Map(files.map(({ path, content }) => [path, requireSmall(content, largestConflict)]))
  if (found.size !== files.length) throw invalidField('files', 'format', 'must name each file once')
  const left = [...found].filter(([, content]) => hasMarkers(content)).map(([path]) => path)
  if (left.length > 0 && !keepMarkers) {
    const message = `Lines that look like conflict markers are left in ${left.join(', ')}`
    throw invalidField('markers', 'left', message)
  }
  return found
}

/** A row of equal signs alone underlines a heading: only the two ends tell. */
function hasMarkers(content: Buffer): boolean {
  return /^(?:<{7}|>{7}|\|{7})(?: |\r?$)/m.test(content.toString('latin1'))
}
