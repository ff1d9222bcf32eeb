import { Fault } from '../../../core/errors.ts'
import { iso } from '../../../core/iso-time.ts'
import { getVersionComparison, getVersions } from '../../../features/pulls/read-versions.ts'
import { viewPull } from '../../../features/pulls/view-pull.ts'
import { type PageAnswer, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { PullVersionsView } from '../views/pull-versions.tsx'
import { type PullCall, pullRef } from './repo-pull.tsx'
import { pullHead } from './shown-pull.ts'

export const repoPullVersionPages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number/versions',
    right: 'anyone',
    handle: showVersions,
  }),
]

async function showVersions(call: PullCall): Promise<PageAnswer> {
  const { app, actor, chrome, head, query } = call
  const [view, versions] = await Promise.all([
    viewPull(app, actor, pullRef(call)),
    getVersions(app, actor, pullRef(call)),
  ])
  const from = query['from'] ?? (view.pull.version > 1 ? String(view.pull.version - 1) : undefined)
  const to = query['to'] ?? String(view.pull.version)
  const compared = from === undefined ? null : await compareOrWhy(call, `${from}...${to}`)
  return show(
    <PullVersionsView
      chrome={chrome}
      repo={head}
      pull={pullHead(head, view)}
      versions={versions.map(({ number, headSha, pusher, createdAt }) => ({
        number,
        sha: headSha,
        by: pusher,
        at: iso(createdAt),
      }))}
      comparison={
        compared === null || 'why' in compared
          ? null
          : { from: compared.from.number, to: compared.to.number, pairs: compared.pairs }
      }
      problem={compared !== null && 'why' in compared ? compared.why : null}
    />,
  )
}

async function compareOrWhy(call: PullCall, range: string) {
  try {
    return await getVersionComparison(call.app, call.actor, pullRef(call), range)
  } catch (error) {
    if (!(error instanceof Fault) || (error.kind !== 'invalid' && error.kind !== 'conflict')) throw error
    return { why: error.kind === 'conflict' ? `${error.message}.` : 'There are no such versions.' }
  }
}
