import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { conflict, invalidField } from '../../core/errors.ts'
import type { Reader } from '../../db/handle.ts'
import type { CommitPair } from '../../git/parse-range-diff.ts'
import { compareVersions, type Version } from '../../git/range-diff.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Pull, PullVersion } from './pull.ts'
import { openPull, type PullRef } from './require-pull.ts'
import { readVersions } from './store.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'log' | 'objects' | 'passing'>

/** Every state that the series of commits was in, the oldest first. */
export function listVersions(reader: Reader, threadId: number): Promise<readonly PullVersion[]> {
  return readVersions(reader, threadId)
}

/** The newest first. */
export async function getVersions(app: Needs, actor: Actor, ref: PullRef): Promise<readonly PullVersion[]> {
  const { pull } = await openPull(app, actor, ref, { to: 'read' })
  return (await readVersions(app.db, pull.id)).toReversed()
}

export interface VersionComparison {
  readonly from: PullVersion
  readonly to: PullVersion
  readonly pairs: readonly CommitPair[]
}

/** How the series changed from one version to another, commit by commit. `range` is `1...3`. */
export async function getVersionComparison(
  app: Needs,
  actor: Actor,
  ref: PullRef,
  range: string,
): Promise<VersionComparison> {
  const { repo, pull } = await openPull(app, actor, ref, { to: 'read' })
  const versions = await readVersions(app.db, pull.id)
  const [, first, second] = /^(\d{1,9})\.\.\.(\d{1,9})$/.exec(range) ?? []
  const from = versions.find(({ number }) => number === Number(first))
  const to = versions.find(({ number }) => number === Number(second))
  if (from === undefined || to === undefined) {
    throw invalidField('range', 'unknown', `must be two versions between 1 and ${pull.version}, such as 1...2`)
  }
  const dir = repoDirectory(app.config, repo)
  const result = await compareVersions(app, dir, sidesOf(pull, from), sidesOf(pull, to))
  if (result.kind === 'too-large') throw conflict('These two versions are too large to be compared here')
  return { from, to, pairs: result.pairs }
}

function sidesOf(pull: Pull, { headSha, baseSha }: PullVersion): Version {
  return { base: baseSha ?? pull.mergeBase ?? pull.targetSha, head: headSha }
}
