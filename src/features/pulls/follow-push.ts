import type { App } from '../../app.ts'
import type { PushedRef } from '../../core/events.ts'
import { branchOf, parseRefName } from '../../core/ref-name.ts'
import { noSha } from '../../core/sha.ts'
import { checkPull } from './check-pull.ts'
import { leadOn } from './lead-on.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'keys' | 'log' | 'objects' | 'passing'>

const branchesAtOnce = 200

/** The job after a push: every open pull request from or into a branch that moved is looked at anew. */
export async function followPush(
  app: Needs,
  { repoId, pusherId, changes }: { repoId: number; pusherId: number | null; changes: readonly PushedRef[] },
): Promise<void> {
  const moved = changes.flatMap(({ ref, before, after }) => {
    const name = parseRefName(ref)
    const branch = name === null ? null : branchOf(name)
    return branch === null ? [] : [{ branch, before, isGone: after === noSha, isNew: before === noSha }]
  })
  for (const { branch: name, before: sha, isGone } of moved) {
    if (isGone) await leadOn(app, repoId, { name, sha, by: pusherId })
  }
  const branches = moved.map(({ branch }) => branch)
  const back = new Set(moved.filter(({ isNew }) => isNew).map(({ branch }) => branch))
  for (let at = 0; at < branches.length; at += branchesAtOnce) {
    const some = branches.slice(at, at + branchesAtOnce)
    const rows = await app.db
      .selectFrom('pulls')
      .select(['thread_id', 'target_branch'])
      .where('open_key', 'is not', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('source_repo_id', '=', repoId), eb('source_branch', 'in', some)]),
          eb.and([eb('repo_id', '=', repoId), eb('target_branch', 'in', some)]),
        ]),
      )
      .orderBy('thread_id', 'desc')
      .execute()
    for (const row of rows) await checkPull(app, row.thread_id, { isTargetBack: back.has(row.target_branch) })
  }
}
