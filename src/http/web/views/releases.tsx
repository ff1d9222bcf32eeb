import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { ReleaseArticle, type ShownRelease } from '../components/release-article.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ReleasesProps = {
  chrome: Chrome
  repo: RepoHead
  releases: readonly ShownRelease[]
  pagination: PageInfo
}

export function ReleasesView({ chrome, repo, releases, pagination }: ReleasesProps) {
  const add = repo.can.work && (
    <LinkButton href={`${repoUrl(repo)}/releases/new`} icon="plus" tone="primary">
      New release
    </LinkButton>
  )
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Releases">
      <PageHead title="Releases" actions={releases.length > 0 && add} />
      {releases.length === 0 ? (
        <Panel>
          <EmptyState icon="tag" title="No releases yet" action={add}>
            <p>
              A release is a tag with notes and files to download.
              {repo.can.work && ' Push a tag first, then create a release from it.'}
            </p>
            {repo.can.work && (
              <CodeBlock
                code={'git tag -a v1.0 -m "First release"\ngit push origin v1.0'}
                label="commands that push a tag"
              />
            )}
          </EmptyState>
        </Panel>
      ) : (
        <div class="releases">
          {releases.map((release) => (
            <ReleaseArticle key={release.id} repo={repo} release={release} level={2} />
          ))}
          <Pagination info={pagination} noun="releases" />
        </div>
      )}
    </RepoFrame>
  )
}
