import { notFound } from '../../../core/errors.ts'
import { type Mailed, readUnsubscribeToken, unsubscribe } from '../../../features/notifications/unsubscribe.ts'
import { type PageCall, page, show } from '../page-route.ts'
import { UnsubscribeView } from '../views/unsubscribe.tsx'

const path = '/notifications/unsubscribe/:token'

/** What mails lead to. A mail program presses the button by itself (RFC 8058), with no session and no cookie. */
export const unsubscribePages = [
  page({
    method: 'GET',
    path,
    right: 'anyone',
    secretPath: true,
    handle: async (call) => {
      const mailed = requireMailed(call)
      const state = { step: 'ask', token: call.params['token'] ?? '', isThread: mailed.threadId !== null } as const
      return show(<UnsubscribeView chrome={call.chrome} type={mailed.type} state={state} />)
    },
  }),
  page({
    method: 'POST',
    path,
    right: 'anyone',
    secretPath: true,
    handle: async (call) => {
      const mailed = requireMailed(call)
      await unsubscribe(call.app, mailed)
      return show(<UnsubscribeView chrome={call.chrome} type={mailed.type} state={{ step: 'done' }} />)
    },
  }),
]

function requireMailed({ app, params }: PageCall<'anyone'>): Mailed {
  const mailed = readUnsubscribeToken(app, params['token'] ?? '')
  if (mailed === null) throw notFound('NOTIFICATION')
  return mailed
}
