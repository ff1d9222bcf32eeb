import type { Contributions } from '../../../features/users/get-contributions.ts'
import { Avatar } from '../components/avatar.tsx'
import { Badge, Count } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { ContributionCalendar } from '../components/contribution-calendar.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import { SidePeople } from '../components/side-part.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'
import { teamUrl } from '../layout/team-frame.tsx'

export type ProfileProps = {
  chrome: Chrome
  /** Or a team. */
  person: {
    kind: 'user' | 'team'
    username: string
    fullName: string | null
    description: string
    avatarUrl: string
    joinedAt: string
  }
  repositories: readonly RepoSummary[]
  pagination: PageInfo
  /** Of a person alone. */
  contributions: Contributions | null
  /** Of a team that the reader belongs to: members alone see each other. */
  members: { first: readonly string[]; total: number } | null
  /** Of a person: those in which the reader sees the members. */
  teams: readonly string[]
  /** `edit`: the reader looks at their own page. `create`: repositories here. */
  can: { edit: boolean; create: boolean }
}

export function ProfileView(props: ProfileProps) {
  const { chrome, person, repositories, contributions, members, teams, pagination, can } = props
  const { username } = person
  return (
    <Page chrome={chrome} title={username} crumbs={[{ label: username, href: `/${username}` }]}>
      <div class="profile">
        <section class="profile-card">
          <Avatar src={person.avatarUrl} size={96} />
          <div class="profile-names">
            <h1>{person.fullName ?? username}</h1>
            {person.fullName !== null && <p class="profile-username">{username}</p>}
            {person.kind === 'team' && (
              <p>
                <Badge icon="people">Team</Badge>
              </p>
            )}
            {person.description !== '' && <p class="break">{person.description}</p>}
            <p class="muted with-icon">
              <Icon name="clock" />
              <span>
                {person.kind === 'team' ? 'Created' : 'Joined'} <Time at={person.joinedAt} />
              </span>
            </p>
          </div>
          {can.edit && <LinkButton href="/settings/profile">Edit profile</LinkButton>}
          {members && <Members slug={username} {...members} />}
          {teams.length > 0 && (
            <section class="profile-members">
              <h2>
                Teams <Count value={teams.length} />
              </h2>
              <SidePeople people={teams.map((team) => ({ username: team }))} nobody="None" />
            </section>
          )}
        </section>
        <div class="column-main">
          {contributions && (
            <Panel
              title={`${contributions.total.toLocaleString('en')} ${contributions.total === 1 ? 'contribution' : 'contributions'} in the last year`}
            >
              <ContributionCalendar contributions={contributions} name={username} />
            </Panel>
          )}
          <Panel title="Repositories" flush footer={<Pagination info={pagination} noun="repositories" />}>
            {repositories.length === 0 ? (
              <EmptyState
                icon="repo"
                title={can.edit ? 'You have no repositories yet' : 'Nothing to see here yet'}
                action={
                  can.create && (
                    <LinkButton href={`/new?owner=${encodeURIComponent(username)}`} icon="plus">
                      New repository
                    </LinkButton>
                  )
                }
              >
                <p>
                  {can.edit
                    ? 'Those that you own are listed here. Others see only the public ones.'
                    : `${username} has no repositories that you can see.`}
                </p>
              </EmptyState>
            ) : (
              <RepoList label={`Repositories of ${username}`} repositories={repositories} />
            )}
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Members({ slug, first, total }: { slug: string } & NonNullable<ProfileProps['members']>) {
  const base = teamUrl(slug)
  return (
    <>
      <LinkButton href={base} icon="people">
        Team page
      </LinkButton>
      <section class="profile-members">
        <h2>
          <a class="quiet-link" href={`${base}/members`}>
            Members <Count value={total} />
          </a>
        </h2>
        <SidePeople people={first.map((username) => ({ username }))} nobody="Nobody" />
        {total > first.length && <a href={`${base}/members`}>All members</a>}
      </section>
    </>
  )
}
