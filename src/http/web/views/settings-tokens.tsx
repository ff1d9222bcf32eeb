import { Badge } from '../components/badge.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyField } from '../components/copy-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { FormErrorSummary } from '../components/form-errors.tsx'
import { Notice } from '../components/notice.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { NewTokenForm, type NewTokenValues } from './settings-token-form.tsx'

export type TokenRow = {
  id: string
  name: string
  scopes: readonly string[]
  createdAt: string
  expiresAt: string
  expired: boolean
  lastUsedAt: string | null
}

export type SettingsTokensProps = {
  chrome: Chrome
  tokens: readonly TokenRow[]
  pagination: PageInfo
  values: NewTokenValues
  errors: FormErrors
  /** Only right after its creation. */
  created: { name: string; token: string } | null
}

export function SettingsTokensView({ chrome, tokens, pagination, values, errors, created }: SettingsTokensProps) {
  return (
    <SettingsFrame
      chrome={chrome}
      title="Tokens"
      lead="A token replaces your password in scripts, git over HTTP and other programs. Give each only the scopes it needs."
    >
      {created && <NewToken created={created} />}
      <FormErrorSummary
        errors={errors}
        fields={{ name: 'Name', expires_in_days: 'Expires', scopes: { label: 'Scopes', id: 'scopes' } }}
      />
      <Panel title="Your tokens" flush footer={<Pagination info={pagination} noun="tokens" />}>
        {tokens.length === 0 ? (
          <EmptyState icon="key-asterisk" title="No tokens yet">
            <p>Create one below and use it as the password when git asks, or as a Bearer token with the API.</p>
          </EmptyState>
        ) : (
          <RowList label="Your tokens">
            {tokens.map((token) => (
              <TokenEntry key={token.id} token={token} />
            ))}
          </RowList>
        )}
      </Panel>
      <NewTokenForm values={values} errors={errors} />
    </SettingsFrame>
  )
}

function NewToken({ created }: { created: { name: string; token: string } }) {
  return (
    <section class="new-secret" aria-labelledby="new-token">
      <h2 id="new-token">Your new token “{created.name}”</h2>
      <CopyField value={created.token} label="token" />
      <Notice tone="warning" word="Shown once." live>
        Copy it now: only a fingerprint of it is stored here, and nobody can show it to you again.
      </Notice>
    </section>
  )
}

function TokenEntry({ token }: { token: TokenRow }) {
  return (
    <Row
      icon="key-asterisk"
      title={
        <>
          <strong>{token.name}</strong>
          {token.expired && (
            <Badge tone="closed" icon="x-circle">
              Expired
            </Badge>
          )}
        </>
      }
      meta={
        <>
          <span class="scopes">
            {token.scopes.map((scope) => (
              <code key={scope}>{scope}</code>
            ))}
          </span>
          <span>
            Created <Time at={token.createdAt} />
          </span>
          <span>
            {token.expired ? 'Expired ' : 'Expires '}
            <Time at={token.expiresAt} />
          </span>
          <span>
            {token.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Time at={token.lastUsedAt} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <Confirm
          id={`revoke-token-${token.id}`}
          trigger="Revoke"
          triggerLabel={`Revoke ${token.name}`}
          title={`Revoke “${token.name}”?`}
          action={`/settings/tokens/${token.id}/delete`}
          confirm="Revoke token"
        >
          <p>Anything that uses this token stops working. This cannot be undone.</p>
        </Confirm>
      }
    />
  )
}
