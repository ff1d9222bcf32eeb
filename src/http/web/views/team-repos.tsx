import type { Role } from '../../../core/roles.ts'
import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { counted } from '../components/counted.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { RepoRow, type RepoSummary } from '../components/repo-list.tsx'
import { RowList } from '../components/row-list.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { TeamFrame, type TeamHead, teamUrl } from '../layout/team-frame.tsx'

/** `sharedRole` is null where the team owns it. */
export type TeamRepoRow = RepoSummary & { sharedRole: Role | null }

export type TeamReposProps = {
  chrome: Chrome
  team: TeamHead
  repositories: readonly TeamRepoRow[]
  pagination: PageInfo
}

export function TeamReposView({ chrome, team, repositories, pagination }: TeamReposProps) {
  return (
    <TeamFrame
      chrome={chrome}
      team={team}
      title={team.name}
      lead={team.description === '' ? undefined : team.description}
      actions={
        <>
          <LinkButton href={`/${team.slug}`} icon="globe">
            Public page
          </LinkButton>
          {team.can.manage && (
            <>
              <LinkButton href={`/new/import?owner=${encodeURIComponent(team.slug)}`} icon="download">
                Import
              </LinkButton>
              <LinkButton href={`/new?owner=${encodeURIComponent(team.slug)}`} tone="primary" icon="plus">
                New repository
              </LinkButton>
            </>
          )}
        </>
      }
    >
      <Panel title="Repositories" flush footer={<Pagination info={pagination} noun="repositories" />}>
        {repositories.length === 0 && team.repositories > 0 ? (
          <EmptyState icon="lock" title="Nothing that you may see">
            <p>
              The team has {counted(team.repositories, 'repository', 'repositories')}. Administrators manage the team;
              to see what it owns, they have to be in it.
            </p>
          </EmptyState>
        ) : repositories.length === 0 ? (
          <EmptyState icon="repo" title="No repositories yet">
            <p>
              What the team owns or what is shared with it is listed here. To share a repository, go to its Settings,
              Collaborators, and add <strong class="break">{team.slug}</strong>.
            </p>
          </EmptyState>
        ) : (
          <RowList label={`Repositories of ${team.slug}`}>
            {repositories.map((repo) => (
              <RepoRow
                key={`${repo.owner}/${repo.slug}`}
                repo={repo}
                actions={repo.sharedRole !== null && <Shared team={team} repo={repo} role={repo.sharedRole} />}
              />
            ))}
          </RowList>
        )}
      </Panel>
    </TeamFrame>
  )
}

function Shared({ team, repo, role }: { team: TeamHead; repo: TeamRepoRow; role: Role }) {
  const name = `${repo.owner}/${repo.slug}`
  return (
    <>
      <Badge icon="shield">Shared: {role}</Badge>
      {team.can.manage && (
        <Confirm
          id={`give-back-${repo.owner}-${repo.slug}`}
          trigger="Stop sharing"
          triggerLabel={`Stop sharing ${name}`}
          title={`Stop sharing ${name}?`}
          action={`${teamUrl(team.slug)}/repos/${repo.owner}/${repo.slug}/remove`}
          confirm="Stop sharing"
        >
          <p>The team loses access to it. Its owner can share it again.</p>
        </Confirm>
      )}
    </>
  )
}
