import { fileSize } from '../../../core/file-size.ts'
import type { Storage } from '../../../features/quota/storage.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Panel } from '../components/panel.tsx'
import { StorageFacts } from '../components/storage-facts.tsx'
import { TextField } from '../components/text-field.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminQuotaProps = {
  chrome: Chrome
  username: string
  storage: Storage
  /** As it is typed. */
  quota: string
  /** What counts without one of their own; null: no limit. */
  usual: number | null
  errors: FormErrors
}

export function AdminQuotaView({ chrome, username, storage, quota, usual, errors }: AdminQuotaProps) {
  const otherwise = usual === null ? 'no limit' : fileSize(usual)
  return (
    <AdminFrame chrome={chrome} title={`Quota of ${username}`}>
      <div class="stack narrow">
        <FormErrorSummary errors={errors} fields={{ quota: 'Quota' }} />
        <Panel title="Storage">
          <StorageFacts storage={storage} />
        </Panel>
        <form method="post" action={`/admin/users/${encodeURIComponent(username)}/quota`} class="form">
          <TextField
            name="quota"
            label="Quota"
            value={quota}
            error={errors['quota']}
            hint={`Such as 500 MiB or 2 GiB. 0 means no limit; empty means the default, ${otherwise}.`}
            autocomplete="off"
            maxlength={40}
            narrow
          />
          <div class="form-actions">
            <Button tone="primary">Save quota</Button>
            <LinkButton href="/admin/users" tone="ghost">
              Cancel
            </LinkButton>
          </div>
        </form>
      </div>
    </AdminFrame>
  )
}
