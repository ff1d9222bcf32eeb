import type { Role } from '../../../core/roles.ts'
import { Avatar } from '../components/avatar.tsx'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { counted } from '../components/counted.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { teamUrl } from '../layout/team-frame.tsx'

export type TeamRow = {
  slug: string
  name: string
  description: string
  avatarUrl: string
  members: number
  repositories: number
  /** The reader's own; null where an administrator looks in from outside. */
  role: Role | null
}

export type TeamsProps = {
  chrome: Chrome
  teams: readonly TeamRow[]
  pagination: PageInfo
  /** Every team there is, not the reader's own. */
  isAll: boolean
  can: { seeAll: boolean }
}

export function TeamsView({ chrome, teams, pagination, isAll, can }: TeamsProps) {
  return (
    <Page chrome={chrome} title="Teams" crumbs={[{ label: 'Teams' }]}>
      <PageHead
        title={isAll ? 'All teams' : 'Teams'}
        lead="A team can own repositories, and what is shared with a team is shared with all its members."
        actions={
          <>
            {can.seeAll && (
              <LinkButton href={isAll ? '/teams' : '/teams?all=1'}>{isAll ? 'My teams' : 'All teams'}</LinkButton>
            )}
            <LinkButton href="/teams/new" tone="primary" icon="plus">
              New team
            </LinkButton>
          </>
        }
      />
      <Panel flush footer={<Pagination info={pagination} noun="teams" />}>
        {teams.length === 0 ? (
          <EmptyState icon="people" title={isAll ? 'No teams yet' : 'You are not in a team yet'}>
            <p>Create one and add members, or ask to be added to one.</p>
          </EmptyState>
        ) : (
          <RowList label="Teams">
            {teams.map((team) => (
              <Team key={team.slug} team={team} />
            ))}
          </RowList>
        )}
      </Panel>
    </Page>
  )
}

function Team({ team }: { team: TeamRow }) {
  return (
    <Row
      picture={<Avatar src={team.avatarUrl} size={32} />}
      title={
        <>
          <a class="row-link" href={teamUrl(team.slug)}>
            {team.name}
          </a>
          {team.name !== team.slug && <span class="muted">{team.slug}</span>}
        </>
      }
      meta={
        <>
          {team.description !== '' && <span class="row-description">{team.description}</span>}
          <span>{counted(team.members, 'member')}</span>
          <span>{counted(team.repositories, 'repository', 'repositories')}</span>
        </>
      }
      actions={team.role !== null && <Badge icon="shield">{team.role}</Badge>}
    />
  )
}
