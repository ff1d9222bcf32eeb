import { Avatar } from '../components/avatar.tsx'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoList, type RepoSummary } from '../components/repo-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { Page } from '../layout/page.tsx'

export type ProfileProps = {
  chrome: Chrome
  person: { username: string; fullName: string | null; avatarUrl: string; joinedAt: string }
  repositories: readonly RepoSummary[]
  pagination: PageInfo
  /** `edit`: the reader looks at the own page. */
  can: { edit: boolean }
}

export function ProfileView({ chrome, person, repositories, pagination, can }: ProfileProps) {
  const { username } = person
  return (
    <Page chrome={chrome} title={username} crumbs={[{ label: username, href: `/${username}` }]}>
      <div class="profile">
        <section class="profile-card">
          <Avatar src={person.avatarUrl} size={96} />
          <div class="profile-names">
            <h1>{person.fullName ?? username}</h1>
            {person.fullName !== null && <p class="profile-username">{username}</p>}
            <p class="muted with-icon">
              <Icon name="clock" />
              <span>
                Joined <Time at={person.joinedAt} />
              </span>
            </p>
          </div>
          {can.edit && <LinkButton href="/settings/profile">Edit profile</LinkButton>}
        </section>
        <Panel title="Repositories" flush footer={<Pagination info={pagination} noun="repositories" />}>
          {repositories.length === 0 ? (
            <EmptyState icon="repo" title={can.edit ? 'You have no repository yet' : 'Nothing to see here yet'}>
              <p>
                {can.edit
                  ? 'Those that you own stand here. Others see only the public ones.'
                  : `${username} has no repository that you may read.`}
              </p>
            </EmptyState>
          ) : (
            <RepoList label={`Repositories of ${username}`} repositories={repositories} />
          )}
        </Panel>
      </div>
    </Page>
  )
}
