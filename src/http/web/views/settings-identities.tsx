import { LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { FactorsForm } from '../components/factors-form.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { NoPassword } from '../components/no-password.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type IdentityRow = {
  id: string
  /** As the provider told it; null where it did not. */
  email: string | null
  /** The host of the provider. */
  host: string
  createdAt: string
  lastUsedAt: string | null
}

export type Identities = {
  /** What the provider is called here; null where signing in elsewhere is off. */
  provider: string | null
  /** Nothing is linked yet where people sign in now. */
  canLink: boolean
  rows: readonly IdentityRow[]
}

type IdentitiesProps = {
  identities: Identities
  hasPassword: boolean
  twoFactor: boolean
  errors: FormErrors
  isOpen: boolean
}

/** Who the person is at the service where they can sign in in place of here. Nothing where there is no such service. */
export function IdentitiesSection({ identities, hasPassword, twoFactor, errors, isOpen }: IdentitiesProps) {
  const { provider, canLink, rows } = identities
  if (provider === null && rows.length === 0) return null
  return (
    <Section
      title="Single sign-on"
      id="identities"
      note={`Sign in with ${provider ?? 'another service'} in place of your password.`}
    >
      <div class="stack">
        {rows.length > 0 && (
          <Panel flush>
            <RowList label="Linked sign-ins">
              {rows.map((row) => (
                <IdentityEntry key={row.id} identity={row} />
              ))}
            </RowList>
          </Panel>
        )}
        {canLink && (
          <details class="disclosure" open={isOpen}>
            <summary>Link your account…</summary>
            {hasPassword ? (
              <FactorsForm
                action="/settings/security/identities"
                purpose="identity"
                why="It opens your account from then on, so first show that it is you."
                twoFactor={twoFactor}
                errors={isOpen ? errors : {}}
              />
            ) : (
              <NoPassword />
            )}
          </details>
        )}
      </div>
    </Section>
  )
}

function IdentityEntry({ identity }: { identity: IdentityRow }) {
  const name = identity.email ?? identity.host
  return (
    <Row
      icon="link"
      title={<strong class="break">{name}</strong>}
      meta={
        <>
          <span>{identity.host}</span>
          <span>
            Linked <Time at={identity.createdAt} />
          </span>
          <span>
            {identity.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Time at={identity.lastUsedAt} />
              </>
            )}
          </span>
        </>
      }
      actions={
        <Confirm
          id={`unlink-${identity.id}`}
          trigger="Unlink"
          triggerLabel={`Unlink ${name}`}
          title={`Unlink “${name}”?`}
          action={`/settings/security/identities/${identity.id}/delete`}
          confirm="Unlink"
        >
          <p>It no longer signs you in here. You can link it again.</p>
        </Confirm>
      }
    />
  )
}

export type SettingsIdentityNewProps = { chrome: Chrome; provider: string; href: string }

/** A page of its own, because a form of ours may lead nowhere else, and a link may. */
export function SettingsIdentityNewView({ chrome, provider, href }: SettingsIdentityNewProps) {
  return (
    <SettingsFrame
      chrome={chrome}
      title="Link your account"
      crumb="Link"
      lead={`Sign in at ${new URL(href).host}. Then whoever signs in there as you is signed in here as ${chrome.viewer?.username}.`}
    >
      <div class="form-actions">
        <LinkButton href={href} tone="primary" icon="link">
          Continue with {provider}
        </LinkButton>
        <LinkButton href="/settings/security" tone="ghost">
          Not now
        </LinkButton>
      </div>
    </SettingsFrame>
  )
}
