import { repoUrl } from '../code-urls.ts'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TransferForm } from '../components/transfer-form.tsx'
import type { Chrome } from '../layout/chrome.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'

export type RepoTransferProps = {
  chrome: Chrome
  repo: RepoHead
  newOwner: string
  /** Names to choose from. */
  suggestions: readonly string[]
  errors: FormErrors
}

export function RepoTransferView({ chrome, repo, newOwner, suggestions, errors }: RepoTransferProps) {
  const name = `${repo.owner}/${repo.slug}`
  const base = `${repoUrl(repo)}/settings`
  return (
    <RepoSettingsFrame chrome={chrome} repo={repo} title="Transfer">
      <FormErrorSummary errors={errors} fields={{ new_owner: 'New owner', confirm: 'Confirmation' }} />
      <Notice tone="warning">
        <strong class="break">{name}</strong> will belong to the new owner immediately, and only they can transfer it
        back. Its address changes; the old one redirects. You stay a Maintainer.
      </Notice>
      <TransferForm
        action={`${base}/transfer`}
        name={name}
        newOwner={newOwner}
        hint="The name of a user, or of a team that you maintain."
        suggestions={suggestions}
        errors={errors}
        backHref={base}
      />
    </RepoSettingsFrame>
  )
}
