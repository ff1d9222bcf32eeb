import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { TextField } from '../components/text-field.tsx'
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
        <form
          method="post"
          action={`/admin/repos/${encodeURIComponent(owner)}/${encodeURIComponent(slug)}/transfer`}
          class="form"
          data-typed-confirmation={name}
        >
          <TextField
            name="new_owner"
            label="New owner"
            value={newOwner}
            error={errors['new_owner']}
            hint="The name of a user or of a team."
            autocomplete="off"
            suggestions={suggestions}
            required
            mono
          />
          <TextField
            name="confirm"
            label={`Type ${name} to confirm`}
            error={errors['confirm']}
            autocomplete="off"
            required
            mono
          />
          <div class="form-actions">
            <Button tone="danger">Transfer repository</Button>
            <LinkButton href="/admin/repos">Cancel</LinkButton>
          </div>
        </form>
      </div>
    </AdminFrame>
  )
}
