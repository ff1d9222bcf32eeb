import { Button } from '../components/button.tsx'
import { CodeBlock } from '../components/code-block.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyText } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SshKeyRow = {
  id: string
  title: string
  fingerprint: string
  keyType: string
  createdAt: string
  lastUsedAt: string | null
}

export type SettingsSshKeysProps = {
  chrome: Chrome
  keys: readonly SshKeyRow[]
  pagination: PageInfo
  values: { title: string; key: string }
  errors: FormErrors
  /** Where git connects to: shown in the test command. Null where SSH is off. */
  ssh: { host: string; port: number } | null
}

export function SettingsSshKeysView({ chrome, keys, pagination, values, errors, ssh }: SettingsSshKeysProps) {
  return (
    <SettingsFrame chrome={chrome} title="SSH keys" lead="A key lets git push and pull over SSH without a password.">
      <FormErrorSummary errors={errors} fields={{ title: 'Name', key: 'Public key' }} />
      <Panel title="Your keys" flush footer={<Pagination info={pagination} noun="keys" />}>
        {keys.length === 0 ? (
          <NoKeys name={chrome.viewer?.username ?? 'me'} />
        ) : (
          <RowList label="Your SSH keys">
            {keys.map((key) => (
              <KeyRow key={key.id} sshKey={key} />
            ))}
          </RowList>
        )}
      </Panel>
      <Section
        title="Add a key"
        note="Paste the public half: the file that ends in .pub. The private half never leaves your machine."
      >
        <form method="post" action="/settings/ssh-keys" class="form">
          <TextField
            name="title"
            label="Name"
            value={values.title}
            error={errors['title']}
            hint="The machine it is on, for example."
            placeholder="laptop"
            maxlength={100}
            autocomplete="off"
            required
          />
          <TextAreaField
            name="key"
            label="Public key"
            value={values.key}
            error={errors['key']}
            hint="Ed25519, ECDSA, or RSA of at least 4096 bits."
            placeholder="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA… you@laptop"
            rows={4}
            required
            mono
          />
          <div class="form-actions">
            <Button tone="primary">Add key</Button>
          </div>
        </form>
      </Section>
      {ssh && keys.length > 0 && (
        <Section title="Try it" note="Answers with your username when the key is found.">
          <CodeBlock code={`ssh -T -p ${ssh.port} git@${ssh.host}`} label="test command" />
        </Section>
      )}
    </SettingsFrame>
  )
}

function NoKeys({ name }: { name: string }) {
  return (
    <EmptyState icon="key" title="No keys yet">
      <p>Create one on your machine, then paste the output of the second command into the form below.</p>
      <CodeBlock
        code={`ssh-keygen -t ed25519 -C "${name}"\ncat ~/.ssh/id_ed25519.pub`}
        label="commands that create a key"
      />
    </EmptyState>
  )
}

function KeyRow({ sshKey }: { sshKey: SshKeyRow }) {
  return (
    <Row
      icon="key"
      title={<strong>{sshKey.title}</strong>}
      meta={
        <>
          <CopyText value={sshKey.fingerprint} label={`fingerprint of ${sshKey.title}`} />
          <span>{sshKey.keyType}</span>
          <span>
            Added <Time at={sshKey.createdAt} />
          </span>
          <span>
            {sshKey.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Time at={sshKey.lastUsedAt} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <Confirm
          id={`remove-key-${sshKey.id}`}
          trigger="Remove"
          triggerLabel={`Remove ${sshKey.title}`}
          title={`Remove “${sshKey.title}”?`}
          action={`/settings/ssh-keys/${sshKey.id}/delete`}
          confirm="Remove key"
        >
          <p>Machines that hold this key can no longer push or pull over SSH. Your repositories are not affected.</p>
        </Confirm>
      }
    />
  )
}
