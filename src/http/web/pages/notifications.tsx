import { notFound } from '../../../core/errors.ts'
import { type NotificationType, notificationTypes } from '../../../core/notification-types.ts'
import { listNotifications, markAllRead, markRead } from '../../../features/notifications/inbox.ts'
import { sentenceOf } from '../../../features/notifications/mail-notification.ts'
import { done, go, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { notificationGroups } from '../views/notification-types.ts'
import { NotificationsView } from '../views/notifications.tsx'
import { iso, pageInfo } from './page-info.ts'

const inbox = '/notifications'

interface Kind {
  readonly type: NotificationType
  readonly label: string
}

export const notificationPages = [
  page({
    method: 'GET',
    path: inbox,
    right: 'session',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      const type = notificationTypes.find((one) => one === query['type']) ?? null
      const onlyUnread = query['show'] !== 'all'
      const list = await listNotifications(app, actor, { unread: onlyUnread, type }, request)
      const rows = list.items.map((one) => ({
        id: one.id,
        type: one.type,
        sentence: sentenceOf(one),
        title: one.title,
        path: one.path,
        at: iso(one.createdAt),
        isRead: one.isRead,
      }))
      const here = addressOf(onlyUnread, type)
      return show(
        <NotificationsView
          chrome={chrome}
          type={type}
          onlyUnread={onlyUnread}
          filters={filtersOf(onlyUnread, type)}
          notifications={rows}
          pagination={pageInfo(list, here)}
          here={here}
        />,
      )
    },
  }),
  page({
    method: 'POST',
    path: `${inbox}/:id/read`,
    right: 'session',
    formAt: inbox,
    forPrograms: true,
    handle: async ({ app, actor, params, form }) => {
      const id = params['id'] ?? ''
      if (!/^\d{1,9}$/.test(id)) throw notFound('NOTIFICATION')
      await markRead(app, actor, Number(id))
      return go(safeRedirect(form.text('here'), inbox))
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

function addressOf(onlyUnread: boolean, type: NotificationType | null): string {
  const query = new URLSearchParams({ ...(onlyUnread ? {} : { show: 'all' }), ...(type === null ? {} : { type }) })
  return query.size === 0 ? inbox : `${inbox}?${query.toString()}`
}

function filtersOf(onlyUnread: boolean, type: NotificationType | null) {
  const kinds = notificationGroups.flatMap((group): readonly Kind[] => group.types)
  return [
    { label: 'Unread', href: addressOf(true, null), current: onlyUnread && type === null },
    { label: 'All', href: addressOf(false, null), current: !onlyUnread && type === null },
    ...kinds.map((kind) => ({ label: kind.label, href: addressOf(false, kind.type), current: type === kind.type })),
  ]
}
