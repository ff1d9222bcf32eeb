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
  branches: number
  tags: number
  errors: FormErrors
}

export function RepoDeleteView({ chrome, repo, branches, tags, errors }: RepoDeleteProps) {
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
            {counted(branches, 'branch', 'branches')} and {counted(tags, 'tag')} with the whole history
          </li>
          <li>{counted(repo.releases, 'release')} with their files, and large files of git LFS</li>
          <li>Branch protections and deploy keys, {counted(repo.stars, 'star')}</li>
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
