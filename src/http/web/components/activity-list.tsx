import { releaseUrl } from '../code-urls.ts'
import { Person } from './comment-card.tsx'
import type { IconName } from './icon.tsx'
import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type ShownActivity = {
  kind: keyof typeof looks
  owner: string
  repo: string
  number: number | null
  tag: string | null
  title: string
  by: string | null
  at: string
}

const looks = {
  'issue-opened': { icon: 'issue-opened', word: 'opened' },
  'issue-closed': { icon: 'issue-closed', word: 'closed' },
  'pull-opened': { icon: 'git-pull-request', word: 'opened' },
  'pull-closed': { icon: 'git-pull-request-closed', word: 'closed' },
  'pull-merged': { icon: 'git-merge', word: 'merged' },
  released: { icon: 'tag', word: 'released' },
} satisfies Record<string, { icon: IconName; word: string }>

/** What others did, a line each. */
export function ActivityList({ activity }: { activity: readonly ShownActivity[] }) {
  return (
    <RowList label="Recent activity">
      {activity.map((one) => (
        <Row
          key={`${one.kind} ${one.owner}/${one.repo} ${one.number ?? one.tag}`}
          icon={looks[one.kind].icon}
          title={
            <a class="row-link" href={hrefOf(one)}>
              {one.title === '' ? one.tag : one.title}
            </a>
          }
          meta={
            <>
              <span>
                <Person username={one.by} /> {looks[one.kind].word} <Time at={one.at} />
              </span>
              <code>
                {one.owner}/{one.repo}
                {one.number === null ? '' : `#${one.number}`}
              </code>
            </>
          }
        />
      ))}
    </RowList>
  )
}

function hrefOf({ kind, owner, repo, number, tag }: ShownActivity): string {
  if (tag !== null) return releaseUrl({ owner, slug: repo }, tag)
  return `/${owner}/${repo}/${kind.startsWith('pull') ? 'pulls' : 'issues'}/${number}`
}
