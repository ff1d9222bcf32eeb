import type { App } from '../../../app.ts'
import type { SessionActor } from '../../../core/actor.ts'
import { listNotifications } from '../../../features/notifications/inbox.ts'
import { listWaiting } from '../../../features/pulls/list-waiting.ts'
import { pullUrl } from '../pull-urls.ts'
import type { WaitingItem } from '../views/dashboard.tsx'
import { iso } from './page-info.ts'

const mentions = { unread: true, type: 'issue_mentioned' }
const some = { page: 1, perPage: 10 }

/** What somebody has to do, for their first page: what has been waiting for long stands below what is new. */
export async function waitingItems(app: Pick<App, 'db'>, actor: SessionActor): Promise<readonly WaitingItem[]> {
  const [pulls, told] = await Promise.all([listWaiting(app, actor), listNotifications(app, actor, mentions, some)])
  const waiting = pulls.map(
    ({ why, owner, repo, number, title, at }): WaitingItem => ({
      kind: why,
      title,
      href: pullUrl({ owner, slug: repo, number }),
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
  return [...waiting, ...mentioned].toSorted((one, other) => (one.at < other.at ? 1 : -1))
}
