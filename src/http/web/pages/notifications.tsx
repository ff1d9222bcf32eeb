import { notFound } from '../../../core/errors.ts'
import { iso } from '../../../core/iso-time.ts'
import { type NotificationType, notificationTypes } from '../../../core/notification-types.ts'
import { listNotifications, listNotifiedRepos, type NotifiedRepo } from '../../../features/notifications/inbox.ts'
import { sentenceOf } from '../../../features/notifications/mail-notification.ts'
import { type Mark, markAllRead, markNotifications } from '../../../features/notifications/mark.ts'
import { counted } from '../components/counted.ts'
import { pageHref } from '../components/pagination.tsx'
import { done, go, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { notificationGroups } from '../views/notification-types.ts'
import { NotificationsView } from '../views/notifications.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

const inbox = '/notifications'

interface Kind {
  readonly type: NotificationType
  readonly label: string
}

/** What is asked for, as the address says it. */
interface Asked {
  readonly shown: 'unread' | 'all' | 'done'
  readonly type: NotificationType | null
  readonly repo: string | null
}

const marks = ['read', 'unread', 'done'] as const satisfies readonly Mark[]

const everything: Asked = { shown: 'unread', type: null, repo: null }

export const notificationPages = [
  page({
    method: 'GET',
    path: inbox,
    right: 'session',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const asked = askedIn(query)
      const { shown, type, repo } = asked
      const filter = { unread: shown === 'unread', type, repo, done: shown === 'done' }
      const [list, repos] = await Promise.all([
        listNotifications(app, actor, filter, request),
        listNotifiedRepos(app, actor),
      ])
      const back = backFromPastEnd(list, inbox, wordsOf(asked))
      if (back !== null) return go(back)
      const pagination = pageInfo(list, inbox, wordsOf(asked))
      return show(
        <NotificationsView
          chrome={chrome}
          shown={shown}
          filters={filtersOf(asked, repos)}
          notifications={list.items.map((one) => ({
            id: one.id,
            type: one.type,
            sentence: inItsRepository(sentenceOf(one), one.repo),
            title: one.title,
            path: one.path,
            repo: one.repo === null ? '' : `${one.repo.owner}/${one.repo.slug}`,
            at: iso(one.createdAt),
            isRead: one.isRead,
          }))}
          pagination={pagination}
          here={pageHref(pagination, list.page)}
          allSelected={query['select'] === 'all'}
        />,
      )
    },
  }),
  ...marks.map((mark) =>
    page({
      method: 'POST',
      path: `${inbox}/:id/${mark}`,
      right: 'session',
      formAt: inbox,
      forPrograms: true,
      handle: async ({ app, actor, params, form }) => {
        await markNotifications(app, actor, [positionOf(params['id'] ?? '')], mark)
        return go(safeRedirect(form.text('here'), inbox))
      },
    }),
  ),
  page({
    method: 'POST',
    path: `${inbox}/selected`,
    right: 'session',
    formAt: inbox,
    forPrograms: true,
    handle: async ({ app, actor, form }) => {
      const here = safeRedirect(form.text('here'), inbox)
      const mark = marks.find((one) => one === form.text('mark'))
      const positions = form.all('id').map(positionOf)
      if (mark === undefined || positions.length === 0) {
        const missing = mark === undefined ? 'No button was pressed' : 'No notification was selected'
        return go(here, { tone: 'warning', text: `${missing}, so none was changed.` })
      }
      const marked = await markNotifications(app, actor, positions, mark)
      return done(here, `${counted(marked, 'notification')} ${marked === 1 ? 'was' : 'were'} marked as ${mark}.`)
    },
  }),
  page({
    method: 'POST',
    path: `${inbox}/read-all`,
    right: 'session',
    formAt: inbox,
    forPrograms: true,
    handle: async ({ app, actor }) => {
      await markAllRead(app, actor)
      return done(inbox, 'All are marked as read.')
    },
  }),
]

function positionOf(id: string): number {
  if (!/^\d{1,9}$/.test(id)) throw notFound('NOTIFICATION')
  return Number(id)
}

function askedIn(query: Readonly<Record<string, string>>): Asked {
  const repo = query['repo'] ?? ''
  return {
    shown: (['all', 'done'] as const).find((one) => one === query['show']) ?? 'unread',
    type: notificationTypes.find((one) => one === query['type']) ?? null,
    repo: /^[\w.-]{1,255}\/[\w.-]{1,255}$/.test(repo) ? repo : null,
  }
}

function wordsOf({ shown, type, repo }: Asked): Readonly<Record<string, string>> {
  return {
    ...(shown === 'unread' ? {} : { show: shown }),
    ...(type === null ? {} : { type }),
    ...(repo === null ? {} : { repo }),
  }
}

function addressOf(asked: Asked): string {
  const query = new URLSearchParams(wordsOf(asked))
  return query.size === 0 ? inbox : `${inbox}?${query.toString()}`
}

function filtersOf(asked: Asked, repos: readonly NotifiedRepo[]) {
  const kinds = notificationGroups.flatMap((group): readonly Kind[] => group.types)
  const entry = (label: string, other: Asked) => ({
    label,
    href: addressOf(other),
    current: addressOf(other) === addressOf(asked),
  })
  return [
    entry('Unread', everything),
    entry('All', { ...everything, shown: 'all' }),
    entry('Done', { ...everything, shown: 'done' }),
    ...repos.map(({ owner, slug, unread }) =>
      entry(`${owner}/${slug} (${unread})`, { ...everything, repo: `${owner}/${slug}` }),
    ),
    ...kinds.map(({ label, type }) => entry(label, { ...everything, shown: 'all', type })),
  ]
}

/** Those of a repository stand below its name. */
function inItsRepository(sentence: string, repo: { owner: string; slug: string } | null): string {
  return repo === null ? sentence : sentence.replace(`${repo.owner}/${repo.slug}#`, '#')
}
