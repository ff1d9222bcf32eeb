import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FactorsForm } from '../components/factors-form.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { NoPassword } from '../components/no-password.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { PasskeyFallback } from '../components/passkey-form.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'

export type PasskeyRow = {
  id: string
  name: string
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

export type Passkeys = {
  rows: readonly PasskeyRow[]
  /** Why the service can have none at all, or the account no more. */
  whyNone: string | null
  whyNoMore: string | null
}

type PasskeysProps = {
  passkeys: Passkeys
  hasPassword: boolean
  twoFactor: boolean
  errors: FormErrors
  isOpen: boolean
}

export function PasskeysSection({ passkeys, hasPassword, twoFactor, errors, isOpen }: PasskeysProps) {
  const { rows, whyNone, whyNoMore } = passkeys
  return (
    <Section
      title="Passkeys"
      id="passkeys"
      note="Sign in with your fingerprint, face or device PIN in place of your password and code."
    >
      <div class="stack">
        {rows.length > 0 && (
          <Panel flush>
            <RowList label="Your passkeys">
              {rows.map((row) => (
                <PasskeyEntry key={row.id} passkey={row} />
              ))}
            </RowList>
          </Panel>
        )}
        {whyNone !== null && <Notice tone="info">{whyNone}.</Notice>}
        {whyNone === null && whyNoMore !== null && <p>{whyNoMore}.</p>}
        {whyNone === null && whyNoMore === null && (
          <>
            <PasskeyFallback />
            <details class="disclosure" data-passkeys-only open={isOpen}>
              <summary>Add a passkey…</summary>
              {hasPassword ? (
                <FactorsForm
                  action="/settings/security/passkeys"
                  purpose="passkey"
                  why="A passkey opens your account by itself, so first show that it is you."
                  twoFactor={twoFactor}
                  errors={isOpen ? errors : {}}
                />
              ) : (
                <NoPassword />
              )}
            </details>
          </>
        )}
      </div>
    </Section>
  )
}

function PasskeyEntry({ passkey }: { passkey: PasskeyRow }) {
  const base = `/settings/security/passkeys/${passkey.id}`
  return (
    <Row
      icon="passkey-fill"
      title={
        <>
          <strong>{passkey.name}</strong>
          {passkey.isSynced && <Badge icon="sync">Synced</Badge>}
        </>
      }
      meta={
        <>
          <span>
            Added <Time at={passkey.createdAt} />
          </span>
          <span>
            {passkey.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Time at={passkey.lastUsedAt} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <>
          <Rename passkey={passkey} action={`${base}/rename`} />
          <Confirm
            id={`remove-passkey-${passkey.id}`}
            trigger="Remove"
            triggerLabel={`Remove ${passkey.name}`}
            title={`Remove “${passkey.name}”?`}
            action={`${base}/delete`}
            confirm="Remove passkey"
          >
            <p>It no longer signs you in here. Then delete it on the device or in the password manager as well.</p>
          </Confirm>
        </>
      }
    />
  )
}

function Rename({ passkey, action }: { passkey: PasskeyRow; action: string }) {
  const id = `rename-passkey-${passkey.id}`
  return (
    <>
      <Button size="small" opens={id} label={`Rename ${passkey.name}`}>
        Rename
      </Button>
      <div id={id} popover="auto" class="dialog" role="dialog" aria-labelledby={`${id}-title`}>
        <p class="dialog-title" id={`${id}-title`}>
          Rename “{passkey.name}”
        </p>
        <form method="post" action={action}>
          <TextField
            name="name"
            id={`${id}-name`}
            label="Name"
            value={passkey.name}
            maxlength={100}
            autocomplete="off"
            autofocus
            required
          />
          <div class="dialog-actions">
            <button type="button" class="button button-default" popovertarget={id} popovertargetaction="hide">
              <span>Cancel</span>
            </button>
            <Button tone="primary">Save name</Button>
          </div>
        </form>
      </div>
    </>
  )
}
