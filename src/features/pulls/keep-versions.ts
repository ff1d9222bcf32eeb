import type { App } from '../../app.ts'
import { systemActor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { parseRefName, type RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha } from '../../core/sha.ts'
import { bringObjects } from '../../git/bring-objects.ts'
import { readRefs } from '../../git/read-ref.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { moveRefs } from '../transport/move-refs.ts'
import type { Pull } from './pull.ts'
import { readVersions } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'log' | 'objects' | 'passing'>

/** Everybody can fetch it, and nobody can push to it. */
function pullRef(number: number): RefName {
  return requireRef(`refs/pull/${number}/head`)
}

/** Seen by nobody: it keeps what was pushed away. */
function versionRef(number: number, version: number): RefName {
  return requireRef(`refs/stithy/pull/${number}/${version}`)
}

/**
 * Brings the commits of a pull request into the repository that it is for, and keeps every version of them by a ref of
 * its own, whatever becomes of the branch or the fork. Bears repetition; of two who do it at once, one is enough.
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
  if (missing.length === 0) return
  const changes: RefChange[] = []
  for (const change of missing) if (await isBrought(app, repo, pull, change)) changes.push(change)
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
  }
}

/** False when it is nowhere any more: pushed to a fork that is gone before anybody looked. */
async function isBrought(app: Needs, repo: Repo, pull: Pull, { after }: RefChange): Promise<boolean> {
  const dir = repoDirectory(app.config, repo)
  if ((await app.objects.info(dir, after)) !== null) return true
  const source = pull.sourceRepo === null ? null : await findRepoById(app.db, pull.sourceRepo.id)
  if (source === null) return false
  const from = repoDirectory(app.config, source)
  if ((await app.objects.info(from, after)) === null) return false
  await bringObjects(app.git, { from, to: dir }, after, [pull.targetSha])
  return true
}

function requireRef(text: string): RefName {
  const ref = parseRefName(text)
  if (ref === null) throw new Error(`${text} is not a ref`)
  return ref
}
