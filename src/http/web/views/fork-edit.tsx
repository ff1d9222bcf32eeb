import { codeUrl, repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ForkEditProps = {
  chrome: Chrome
  repo: RepoHead
  branch: string
  path: string
  username: string
  errors: FormErrors
}

/** For whoever only reads: what a press will do for them. */
export function ForkEditView({ chrome, repo, branch, path, username, errors }: ForkEditProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`Edit ${path} in your fork`}>
      <div class="narrow">
        <PageHead
          title={<span class="break">Edit {path} in your fork</span>}
          lead={`You can read ${repo.owner}/${repo.slug}, and suggest changes by a pull request.`}
        />
        <form method="post" action={codeUrl(repo, 'fork-edit', branch, path)} class="form">
          <FormErrorSummary errors={errors} fields={{}} />
          <ol class="steps">
            <li>Your fork is used, or created under {username} if you have none yet.</li>
            <li>
              <p>
                You edit the file on a new branch there, which starts at <code class="break">{branch}</code> of this
                repository.
              </p>
            </li>
            <li>You open a pull request with what you changed.</li>
          </ol>
          <div class="form-actions">
            <Button tone="primary" icon="repo-forked">
              Edit in my fork
            </Button>
            <LinkButton href={codeUrl(repo, 'blob', branch, path)}>Cancel</LinkButton>
            <LinkButton href={`${repoUrl(repo)}/fork`} tone="ghost">
              Fork with another name or owner
            </LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
