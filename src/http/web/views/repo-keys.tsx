import { repoUrl } from '../code-urls.ts'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
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
import type { RepoHead } from '../layout/repo-frame.tsx'
import { RepoSettingsFrame } from '../layout/repo-settings-frame.tsx'
import type { SshKeyRow } from './settings-ssh-keys.tsx'

export type DeployKeyRow = SshKeyRow & { readOnly: boolean }

export type RepoKeysProps = {
  chrome: Chrome
  repo: RepoHead
  keys: readonly DeployKeyRow[]
  pagination: PageInfo
  values: { title: string; key: string; write: boolean }
  errors: FormErrors
}

export function RepoKeysView({ chrome, repo, keys, pagination, values, errors }: RepoKeysProps) {
  const base = `${repoUrl(repo)}/settings/keys`
  return (
    <RepoSettingsFrame
      chrome={chrome}
      repo={repo}
      title="Deploy keys"
      lead="SSH keys for machines: each gives access to this repository only."
    >
      <FormErrorSummary errors={errors} fields={{ title: 'Name', key: 'Public key' }} />
      <Panel title="Keys" flush footer={<Pagination info={pagination} noun="keys" />}>
        {keys.length === 0 ? (
          <EmptyState icon="key" title="No keys yet">
            <p>
              Create one on the machine that will clone, then paste the output of the second command into the form
              below.
            </p>
            <CodeBlock
              code={`ssh-keygen -t ed25519 -N '' -C ${repo.slug} -f deploy_key\ncat deploy_key.pub`}
              label="commands that create a key"
            />
          </EmptyState>
        ) : (
          <RowList label="Deploy keys">
            {keys.map((key) => (
              <KeyRow key={key.id} deployKey={key} base={base} />
            ))}
          </RowList>
        )}
      </Panel>
      <Section title="Add a key" note="Paste the public half: the file that ends in .pub.">
        <form method="post" action={base} class="form">
          <TextField
            name="title"
            label="Name"
            value={values.title}
            error={errors['title']}
            hint="The machine it is on, for example."
            placeholder="builder"
            maxlength={255}
            autocomplete="off"
            optional
          />
          <TextAreaField
            name="key"
            label="Public key"
            value={values.key}
            error={errors['key']}
            hint="Ed25519, ECDSA, or RSA of at least 4096 bits. It must not be in use elsewhere on this server."
            rows={4}
            required
            mono
          />
          <Checkbox
            name="write"
            checked={values.write}
            label="Allow pushing"
            hint="Otherwise the machine can only clone and fetch."
          />
          <div class="form-actions">
            <Button tone="primary">Add key</Button>
          </div>
        </form>
      </Section>
    </RepoSettingsFrame>
  )
}

function KeyRow({ deployKey: key, base }: { deployKey: DeployKeyRow; base: string }) {
  return (
    <Row
      icon="key"
      title={
        <>
          <strong class="break">{key.title}</strong>{' '}
          {key.readOnly ? <Badge icon="eye">Read-only</Badge> : <Badge icon="pencil">Read and write</Badge>}
        </>
      }
      meta={
        <>
          <CopyText value={key.fingerprint} label={`fingerprint of ${key.title}`} />
          <span>{key.keyType}</span>
          <span>
            Added <Time at={key.createdAt} />
          </span>
          <span>{key.lastUsedAt === null ? 'Never used' : <LastUsed at={key.lastUsedAt} />}</span>
        </>
      }
      actions={
        <Confirm
          id={`remove-key-${key.id}`}
          trigger="Remove"
          triggerLabel={`Remove ${key.title}`}
          title={`Remove “${key.title}”?`}
          action={`${base}/${key.id}/delete`}
          confirm="Remove key"
        >
          <p>Machines that hold this key can no longer reach this repository over SSH.</p>
        </Confirm>
      }
    />
  )
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      Last used <Time at={at} />
    </>
  )
}
