import type { App } from '../../../app.ts'
import type { SessionActor } from '../../../core/actor.ts'
import { iso } from '../../../core/iso-time.ts'
import { listAssigned } from '../../../features/issues/list-assigned.ts'
import { listNotifications } from '../../../features/notifications/inbox.ts'
import { listWaitingPipelines, type WaitingPipeline } from '../../../features/pipelines/list-waiting-pipelines.ts'
import { listWaiting } from '../../../features/pulls/list-waiting.ts'
import { pipelineUrl } from '../ci-urls.ts'
import { pullUrl } from '../pull-urls.ts'
import type { Waiting, WaitingItem } from '../views/dashboard.tsx'

/** Whoever leaves thousands unread does not wait for the oldest. */
const mentions = { unread: true, type: 'issue_mentioned', newest: 2000 }
/** Of each kind: whoever has more to do begins with what is new. */
const some = { page: 1, perPage: 10 }

type Needs = Pick<App, 'clock' | 'config' | 'db'>

/** What somebody has to do, for their first page: what has been waiting for long stands below what is new. */
export async function waitingItems(app: Needs, actor: SessionActor): Promise<Waiting> {
  const [{ pulls, asked }, issues, told, pipelines] = await Promise.all([
    listWaiting(app, actor, some),
    listAssigned(app, actor, some),
    listNotifications(app, actor, mentions, some),
    listWaitingPipelines(app, actor),
  ])
  const waiting = pulls.map(
    ({ why, owner, repo, number, title, at }): WaitingItem => ({
      kind: why,
      title,
      href: pullUrl({ owner, slug: repo, number }),
      reference: `${owner}/${repo}#${number}`,
      at: iso(at),
    }),
  )
  const assigned = issues.items.map(
    ({ owner, repo, number, title, at }): WaitingItem => ({
      kind: 'assigned',
      title,
      href: `/${owner}/${repo}/issues/${number}`,
      reference: `${owner}/${repo}#${number}`,
      at: iso(at),
    }),
  )
  const mentioned = told.items.map(
    ({ title, path, repo, issue, pull, createdAt }): WaitingItem => ({
      kind: 'mention',
      title,
      href: path,
      reference: repo === null ? '' : `${repo.owner}/${repo.slug}#${issue ?? pull}`,
      at: iso(createdAt),
    }),
  )
  // What is to be done says more than that somebody was called to it.
  const known = new Set([...waiting, ...assigned].map(({ href }) => href))
  const calls = mentioned.filter(({ href }) => !known.has(href))
  const items = [...waiting, ...assigned, ...calls, ...pipelines.map(waitingPipeline)]
  const all = [
    { kind: 'review', total: asked, href: '/pulls?by=review' },
    { kind: 'assigned', total: issues.total, href: '/issues?by=assigned' },
    { kind: 'mention', total: told.total, href: `/notifications?type=${mentions.type}` },
  ] as const
  const cut = all.filter(({ total }) => total > some.perPage)
  const unseen = cut.reduce((sum, { total }) => sum + total - some.perPage, 0)
  return {
    items: items.toSorted((one, other) => (one.at < other.at ? 1 : -1)),
    total: items.length + unseen,
    cut,
  }
}

function waitingPipeline({ kind, ref, number, at, ...repo }: WaitingPipeline): WaitingItem {
  const pull = /^refs\/pull\/(\d+)\//.exec(ref)?.[1]
  return {
    kind: kind === 'failing' ? 'failed' : kind,
    title: `Pipeline #${number} of ${pull === undefined ? ref : `pull request #${pull}`}`,
    href: pipelineUrl(repo, repo.uuid),
    reference: `${repo.owner}/${repo.slug}`,
    at: iso(at),
  }
}
