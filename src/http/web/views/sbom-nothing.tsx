import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

/** A repository that nobody has pushed to. */
export function SbomNothingView({ chrome, repo }: { chrome: Chrome; repo: RepoHead }) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="SBOM">
      <PageHead title="Components" />
      <Panel>
        <EmptyState
          icon="package"
          title="Nothing has been pushed yet"
          action={<LinkButton href={repoUrl(repo)}>How to push</LinkButton>}
        >
          <p>Once the lock file of a package manager is pushed, its components are listed here.</p>
        </EmptyState>
      </Panel>
    </RepoFrame>
  )
}
