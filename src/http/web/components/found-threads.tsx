import { Row, RowList } from './row-list.tsx'
import { type Status, StatusIcon } from './status-label.tsx'
import { Time } from './time.tsx'

export type FoundThreadRow = {
  href: string
  repository: string
  number: number
  title: string
  status: Status
  author: string | null
  elsewhere: string | null
  updatedAt: string
}

export function FoundThreads({ threads }: { threads: readonly FoundThreadRow[] }) {
  return (
    <RowList label="Issues and pull requests">
      {threads.map((thread) => (
        <Row
          key={thread.href}
          picture={<StatusIcon status={thread.status} />}
          title={
            <a class="row-link" href={thread.href}>
              {thread.title}
            </a>
          }
          meta={
            <>
              <span class="break">
                {thread.repository}#{thread.number}
              </span>
              {(thread.author ?? thread.elsewhere) !== null && (
                <span class="break">by {thread.author ?? thread.elsewhere}</span>
              )}
              <Time at={thread.updatedAt} />
            </>
          }
        />
      ))}
    </RowList>
  )
}
