import type { Activity } from '../../../features/repos/get-activity.ts'
import { repoUrl } from '../code-urls.ts'
import { ContributorName } from '../components/contributor-name.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Panel } from '../components/panel.tsx'
import { WeekPlot } from '../components/week-plot.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ContributorsProps = { chrome: Chrome; repo: RepoHead; activity: Activity | 'counting' | 'nothing' }

export function ContributorsView({ chrome, repo, activity }: ContributorsProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Contributors">
      <PageHead
        title="Contributors"
        lead={`Who wrote ${repo.defaultBranch}, and when. Merge commits are not counted.`}
      />
      {typeof activity === 'string' ? <Waiting repo={repo} activity={activity} /> : <Shown activity={activity} />}
    </RepoFrame>
  )
}

function Waiting({ repo, activity }: { repo: RepoHead; activity: 'counting' | 'nothing' }) {
  return (
    <Panel>
      {activity === 'counting' ? (
        <EmptyState icon="hourglass" title="Counting contributors">
          <p>The history is long. Reload in a moment to see them.</p>
        </EmptyState>
      ) : (
        <EmptyState icon="people" title="Nobody yet">
          <p>
            They appear after the first push. <a href={repoUrl(repo)}>How to push</a>
          </p>
        </EmptyState>
      )}
    </Panel>
  )
}

function Shown({ activity }: { activity: Activity }) {
  const { authors, total } = activity
  const top = Math.max(1, ...authors.flatMap(({ weekly }) => weekly ?? []))
  return (
    <div class="stack-wide">
      <Panel title="Commits per week" note="Without merges">
        <WeekPlot title="Commits per week in the last year" weeks={activity.weeks} values={activity.commits} />
      </Panel>
      <ol class="contributor-cards" role="list" aria-label="Contributors">
        {authors.map(({ name, username, commits, weekly }, at) => (
          <li key={at} class="panel contributor-card">
            <p class="contributor-name">
              <ContributorName name={name} username={username} />
              <span class="muted">
                {commits.toLocaleString('en')} {commits === 1 ? 'commit' : 'commits'}
              </span>
            </p>
            {weekly === null ? (
              <p class="muted contributor-quiet">Nothing in the last year.</p>
            ) : (
              <WeekPlot title={`Commits of ${name} a week`} weeks={activity.weeks} values={weekly} top={top} small />
            )}
          </li>
        ))}
      </ol>
      {total > authors.length && <p class="muted">and {(total - authors.length).toLocaleString('en')} more</p>}
    </div>
  )
}
