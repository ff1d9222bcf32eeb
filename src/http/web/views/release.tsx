import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { ReleaseArticle, type ShownRelease } from '../components/release-article.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ReleaseProps = { chrome: Chrome; repo: RepoHead; release: ShownRelease }

export function ReleaseView({ chrome, repo, release }: ReleaseProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title={release.name}>
      <div class="releases">
        <ReleaseArticle repo={repo} release={release} level={1} />
        <p>
          <LinkButton href={`${repoUrl(repo)}/releases`} tone="ghost" icon="arrow-left">
            All releases
          </LinkButton>
        </p>
      </div>
    </RepoFrame>
  )
}
