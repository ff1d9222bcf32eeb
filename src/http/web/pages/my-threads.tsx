import { listMyThreads, reasons } from '../../../features/threads/list-my-threads.ts'
import { go, page, show } from '../page-route.ts'
import { MyThreadsView } from '../views/my-threads.tsx'
import { foundThreadRow } from './found-thread-row.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'

export const myThreadPages = (['issue', 'pull'] as const).map((kind) =>
  page({
    method: 'GET',
    path: `/${kind}s`,
    right: 'session',
    handle: async ({ app, actor, chrome, query, page: request }) => {
      // Nobody is asked to review an issue.
      const offered = reasons.filter((one) => kind === 'pull' || one !== 'review')
      const reason = offered.find((one) => one === query['by']) ?? 'created'
      const isOpen = query['state'] !== 'closed'
      const list = await listMyThreads(app, actor, { kind, isOpen, reason }, request)
      const asked = {
        ...(reason === 'created' ? {} : { by: reason }),
        ...(isOpen ? {} : { state: 'closed' }),
      }
      const back = backFromPastEnd(list, `/${kind}s`, asked)
      if (back !== null) return go(back)
      return show(
        <MyThreadsView
          chrome={chrome}
          kind={kind}
          reason={reason}
          isOpen={isOpen}
          counts={offered.map((one) => ({ reason: one, count: list.counts[one] }))}
          threads={list.items.map(foundThreadRow)}
          pagination={pageInfo(list, `/${kind}s`, asked)}
        />,
      )
    },
  }),
)
