import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type RepoReadOnly = {
  repo: RepoHead
  /** Where the file that was to be edited is edited in a fork; null for other changes. */
  editHref: string | null
}

/** For readers who come to a page that changes files: the frame stays, and the way that they do have is named. */
export function RepoReadOnlyView({ chrome, repo, editHref }: RepoReadOnly & { chrome: Chrome }) {
  const base = repoUrl(repo)
  return (
    <RepoFrame chrome={chrome} repo={repo} title="You can only read this repository">
      <article class="error-page">
        <p class="error-status" aria-hidden="true">
          403
        </p>
        <h1>You can only read this repository</h1>
        <p>
          To suggest a change, fork it: make the change in your own copy, and open a pull request from there. Or ask a
          maintainer to give you the role Developer.
        </p>
        <div class="error-actions">
          {editHref === null ? (
            <LinkButton href={`${base}/fork`} icon="repo-forked" tone="primary">
              Fork
            </LinkButton>
          ) : (
            <LinkButton href={editHref} icon="pencil" tone="primary">
              Edit in your fork
            </LinkButton>
          )}
          <LinkButton href={base} icon="code">
            Go to the repository
          </LinkButton>
        </div>
      </article>
    </RepoFrame>
  )
}
