import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { counted } from '../components/counted.ts'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { TypedConfirmation } from '../components/typed-confirmation.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type RepoDeleteProps = {
  chrome: Chrome
  repo: RepoHead
  losses: { branches: number; tags: number; issues: number; pulls: number; pipelines: number }
  errors: FormErrors
}

export function RepoDeleteView({ chrome, repo, losses, errors }: RepoDeleteProps) {
  const name = `${repo.owner}/${repo.slug}`
  const base = `${repoUrl(repo)}/settings`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title="Delete">
      <FormErrorSummary errors={errors} fields={{ confirm: 'Confirmation' }} />
      <Notice tone="danger" word="This cannot be undone.">
        <strong class="break">{name}</strong> will be deleted, with everything below.
      </Notice>
      <Panel title="What will be lost">
        <ul class="losses">
          <li>
            {counted(losses.branches, 'branch', 'branches')} and {counted(losses.tags, 'tag')} with the whole history
          </li>
          <li>
            {counted(losses.issues, 'issue')} and {counted(losses.pulls, 'pull request')}, open and closed, with their
            comments and files
          </li>
          <li>{counted(losses.pipelines, 'pipeline')} with logs and artifacts, variables and secrets</li>
          <li>{counted(repo.releases, 'release')} with the attached files, and large files of git LFS</li>
          <li>Protections of branches and tags, webhooks and deploy keys, {counted(repo.stars, 'star')}</li>
        </ul>
        <p class="muted">Forks that others made, and clones on people’s machines, stay.</p>
      </Panel>
      <TypedConfirmation
        action={`${base}/delete`}
        expected={name}
        noun="owner and the name"
        confirm="Delete permanently"
        error={errors['confirm']}
      />
      <p>
        <LinkButton href={base} tone="ghost" icon="arrow-left">
          Back to settings
        </LinkButton>
      </p>
    </RepoSettingsFrame>
  )
}
