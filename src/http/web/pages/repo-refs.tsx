import { Fault } from '../../../core/errors.ts'
import { maybeIso } from '../../../core/iso-time.ts'
import { findUpstreamOffers } from '../../../features/pulls/find-upstream-offers.ts'
import { pullsOfBranches } from '../../../features/pulls/pulls-of-branches.ts'
import { dateTags } from '../../../features/refs/date-tags.ts'
import { deleteBranch, deleteTag } from '../../../features/refs/delete-ref.ts'
import { type BranchTip, listBranchTips } from '../../../features/refs/list-branch-tips.ts'
import { listTags } from '../../../features/refs/list-refs.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { done, go, show } from '../page-route.ts'
import { newPullUrl, upstreamPullUrl } from '../pull-urls.ts'
import { repoPage } from '../repo-page.ts'
import { BranchesView } from '../views/branches.tsx'
import { TagsView } from '../views/tags.tsx'
import { commitSummary, shownCommitChecks } from './commit-summary.ts'
import { pageInfo } from './page-info.ts'

export const repoRefPages = [
  repoPage({
    method: 'GET',
    path: '/branches',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, frame, chrome, head, query, page: request }) => {
      const q = askedFor(query)
      const list = await listBranchTips(app, actor, ref, { ...request, q })
      const shas = list.items.map(({ sha }) => sha)
      const [checks, upstream, pulls] = await Promise.all([
        combineStates(app, frame.repo, shas),
        head.can.push ? findUpstreamOffers(app, actor, frame.repo, list.items) : null,
        pullsOfBranches(app, actor, frame.repo.id, list.items),
      ])
      const branches = list.items.map((branch) => ({
        ...branch,
        pull: pulls.get(branch.name) ?? null,
        pullAt: pullAtOf(head, branch, upstream),
        commit: { ...commitSummary(branch.commit), checks: shownCommitChecks(checks.get(branch.sha)) },
      }))
      const pagination = pageInfo(list, `${repoUrl(head)}/branches`, { q })
      return show(<BranchesView chrome={chrome} repo={head} q={q} branches={branches} pagination={pagination} />)
    },
  }),
  ...(['branch', 'tag'] as const).map((kind) =>
    repoPage({
      method: 'POST',
      path: kind === 'branch' ? '/branches/delete' : '/tags/delete',
      formAt: kind === 'branch' ? '/:owner/:repo/branches' : '/:owner/:repo/tags',
      right: 'session',
      handle: async ({ app, actor, ref, head, form }) => {
        const name = form.text('name')
        const back = `${repoUrl(head)}/${kind === 'branch' ? 'branches' : 'tags'}`
        try {
          await (kind === 'branch' ? deleteBranch : deleteTag)(app, actor, ref, name)
        } catch (error) {
          // Protected, moved on, gone already: the list says what there is now, and the reason stands above it.
          if (!(error instanceof Fault) || ['not-found', 'unauthorized'].includes(error.kind)) throw error
          return go(back, { tone: 'danger', text: error.message })
        }
        return done(back, `The ${kind} ${name} was deleted.`)
      },
    }),
  ),
  repoPage({
    method: 'GET',
    path: '/tags',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, frame, chrome, head, query, page: request }) => {
      const q = askedFor(query)
      const list = await listTags(app, actor, ref, { ...request, q })
      const dated = await dateTags(app, frame.repo, list.items)
      const tags = dated.map(({ name, sha, at, annotation, isCommit, isProtected, canDelete }) => ({
        name,
        sha,
        isCommit,
        isProtected,
        canDelete,
        message: annotation?.message.trim().split('\n', 1)[0] ?? '',
        tagger: annotation?.tagger?.name ?? null,
        at: maybeIso(at),
        signature: annotation?.signature ?? null,
      }))
      const pagination = pageInfo(list, `${repoUrl(head)}/tags`, { q })
      return show(<TagsView chrome={chrome} repo={head} q={q} tags={tags} pagination={pagination} />)
    },
  }),
]

function askedFor(query: Readonly<Record<string, string>>): string {
  return (query['q'] ?? '').trim().slice(0, 100)
}

/** Of a fork, where it was forked from comes first; the form there leads back. */
function pullAtOf(
  head: RepoHead,
  { name, divergence }: BranchTip,
  upstream: ReadonlySet<string> | null,
): string | null {
  const there = upstream?.has(name) === true ? upstreamPullUrl(head, name) : null
  if (there !== null) return there
  return (divergence?.ahead ?? 0) > 0 ? newPullUrl(head, head.defaultBranch, name) : null
}
