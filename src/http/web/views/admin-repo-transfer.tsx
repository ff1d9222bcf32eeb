import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TransferForm } from '../components/transfer-form.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminRepoTransferProps = {
  chrome: Chrome
  owner: string
  slug: string
  newOwner: string
  /** Names to choose from. */
  suggestions: readonly string[]
  errors: FormErrors
}

export function AdminRepoTransferView({ chrome, owner, slug, newOwner, suggestions, errors }: AdminRepoTransferProps) {
  const name = `${owner}/${slug}`
  return (
    <AdminFrame chrome={chrome} title={`Transfer ${name}`}>
      <div class="stack narrow">
        <FormErrorSummary errors={errors} fields={{ new_owner: 'New owner', confirm: 'Confirmation' }} />
        <Notice tone="warning">
          <strong class="break">{name}</strong> will belong to the new owner immediately, with everything in it. Its
          address changes; the old one redirects while the account <strong class="break">{owner}</strong> exists. The
          audit log keeps who did this.
        </Notice>
        <TransferForm
          action={`/admin/repos/${encodeURIComponent(owner)}/${encodeURIComponent(slug)}/transfer`}
          name={name}
          newOwner={newOwner}
          hint="The name of a user or of a team."
          suggestions={suggestions}
          errors={errors}
          backHref="/admin/repos"
        />
      </div>
    </AdminFrame>
  )
}
