import { listBranchTips } from '../../../features/refs/list-branch-tips.ts'
import { listTags } from '../../../features/refs/list-refs.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { repoUrl } from '../code-urls.ts'
import { show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { BranchesView } from '../views/branches.tsx'
import { TagsView } from '../views/tags.tsx'
import { commitSummary, shownCommitChecks } from './commit-summary.ts'
import { maybeIso, pageInfo } from './page-info.ts'

export const repoRefPages = [
  repoPage({
    method: 'GET',
    path: '/branches',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, frame, chrome, head, page: request }) => {
      const list = await listBranchTips(app, actor, ref, request)
      const shas = list.items.map(({ sha }) => sha)
      const checks = await combineStates(app, frame.repo, shas)
      const branches = list.items.map((branch) => ({
        ...branch,
        commit: { ...commitSummary(branch.commit), checks: shownCommitChecks(checks.get(branch.sha)) },
      }))
      const pagination = pageInfo(list, `${repoUrl(head)}/branches`)
      return show(<BranchesView chrome={chrome} repo={head} branches={branches} pagination={pagination} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/tags',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, chrome, head, page: request }) => {
      const list = await listTags(app, actor, ref, request)
      const tags = list.items.map(({ name, sha, annotation }) => ({
        name,
        sha,
        message: annotation?.message.trim().split('\n', 1)[0] ?? '',
        tagger: annotation?.tagger?.name ?? null,
        at: maybeIso(annotation?.tagger?.at ?? null),
        signature: annotation?.signature ?? null,
      }))
      const pagination = pageInfo(list, `${repoUrl(head)}/tags`)
      return show(<TagsView chrome={chrome} repo={head} tags={tags} pagination={pagination} />)
    },
  }),
]
