import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { parseRefName, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import { readRefs } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { roleOf } from '../access/role-of.ts'
import { type Guest, guestOf } from '../quota/guest-room.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { inNameOf } from '../threads/may-read.ts'
import { awaitSettled } from '../transport/await-settled.ts'
import { moveRefs } from '../transport/move-refs.ts'
import { findUserById } from '../users/find-user.ts'
import { bringOffered } from './bring-offered.ts'
import type { Pull, PullVersion } from './pull.ts'
import { refuseVersion } from './refuse-version.ts'
import { readVersions } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** Everybody can fetch it, and nobody can push to it. */
export function pullRef(number: number): RefName {
  return requireRef(`refs/pull/${number}/head`)
}

/** Seen by nobody: it keeps what was pushed away. */
export function versionRef(number: number, version: number): RefName {
  return requireRef(`refs/stithy/pull/${number}/${version}`)
}

/**
 * Brings the commits of a pull request into the repository that it is for, and keeps every version of them by a ref of
 * its own, whatever becomes of the branch or the fork. Bears repetition; of two who do it at once, one is enough, and
 * both are done when every door tells of it.
 */
export async function keepVersions(app: Needs, repo: Repo, pull: Pull): Promise<void> {
  const dir = repoDirectory(app.config, repo)
  const versions = await readVersions(app.db, pull.id)
  const wanted = [
    ...versions.map(({ number, headSha }) => ({ ref: versionRef(pull.number, number), after: headSha })),
    { ref: pullRef(pull.number), after: pull.headSha },
  ]
  const there = await readRefs(
    dir,
    wanted.map(({ ref }) => ref),
  )
  const missing = wanted.flatMap(({ ref, after }): RefChange[] => {
    const before = there.get(ref) ?? noSha
    return before === after ? [] : [{ ref, before, after }]
  })
  // Whoever was faster may not have written it down yet.
  if (missing.length === 0) return awaitSettled(app, repo.id)
  for (const version of versions) {
    if (missing.some(({ after }) => after === version.headSha)) await bringVersion(app, repo, pull, version)
  }
  const changes: RefChange[] = []
  // Not what is nowhere any more, pushed to a fork that is gone before anybody looked, or what there is no room for.
  for (const change of missing) if ((await app.objects.info(dir, change.after)) !== null) changes.push(change)
  try {
    const move = {
      actor: systemActor,
      repo: { ...repo, role: 'Owner' },
      way: 'keep',
      purpose: { kind: 'keep' },
    } as const
    if (changes.length > 0) await moveRefs(app, move, changes)
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict') throw error
    await awaitSettled(app, repo.id)
  }
}

async function bringVersion(app: Needs, repo: Repo, pull: Pull, version: PullVersion): Promise<void> {
  const { number, headSha: commit } = version
  const dir = repoDirectory(app.config, repo)
  if ((await app.objects.info(dir, commit)) !== null) return
  const from = pull.sourceRepo === null ? null : await findRepoById(app.db, pull.sourceRepo.id)
  if (from === null || (await app.objects.info(repoDirectory(app.config, from), commit)) === null) return
  const hasSeen = (await app.objects.info(dir, pull.seenHead)) !== null
  const known = [pull.targetSha, ...(hasSeen ? [pull.seenHead] : [])]
  const guest = await guestBehind(app, repo, version.pusherId ?? pull.author?.id ?? null)
  try {
    await bringOffered(app, { from, to: repo, commit, known, guest, version: { threadId: pull.id, number } })
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'too-large') throw error
    await refuseVersion(app, pull, version, error.message)
  }
}

/** Null where whoever pushed it could have pushed it here. */
async function guestBehind(app: Needs, repo: Repo, userId: number | null): Promise<Guest | null> {
  const user = userId === null ? null : await findUserById(app.db, userId)
  return guestOf(userId, user === null ? null : await roleOf(app.db, inNameOf(user), repo))
}

function requireRef(text: string): RefName {
  const ref = parseRefName(text)
  if (ref === null) throw new Error(`${text} is not a ref`)
  return ref
}
