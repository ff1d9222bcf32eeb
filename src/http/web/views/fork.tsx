import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { OwnerField } from '../components/new-repo-fields.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type ForkProps = {
  chrome: Chrome
  repo: RepoHead
  /** Whom it may belong to. */
  owners: readonly string[]
  values: { owner: string; slug: string }
  errors: FormErrors
}

export function ForkView({ chrome, repo, owners, values, errors }: ForkProps) {
  const visibility = repo.isPublic ? 'It will be public, like this one.' : 'It will be private, like this one.'
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Fork">
      <div class="narrow">
        <PageHead
          title={`Fork ${repo.owner}/${repo.slug}`}
          lead="Your own copy, with all branches and tags. Changes there do not affect this repository."
        />
        <form method="post" action={`${repoUrl(repo)}/fork`} class="form">
          <FormErrorSummary errors={errors} fields={{ owner: 'Owner', slug: 'Name' }} />
          <OwnerField owners={owners} value={values.owner} error={errors['owner']} />
          <TextField
            name="slug"
            label="Name"
            value={values.slug}
            error={errors['slug']}
            hint={visibility}
            maxlength={100}
            autocomplete="off"
            required
            mono
          />
          <div class="form-actions">
            <Button tone="primary" icon="repo-forked">
              Fork
            </Button>
            <LinkButton href={repoUrl(repo)}>Cancel</LinkButton>
          </div>
        </form>
      </div>
    </RepoFrame>
  )
}
