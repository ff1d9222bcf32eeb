import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { NoPassword } from '../components/no-password.tsx'
import { Notice } from '../components/notice.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'
import { Time } from '../components/time.tsx'

export type TwoFactor = { on: false } | { on: true; enabledAt: string; recoveryCodesLeft: number }

type TwoFactorProps = { twoFactor: TwoFactor; hasPassword: boolean; opened: string | null }

export function TwoFactorSection({ twoFactor, hasPassword, opened }: TwoFactorProps) {
  if (!twoFactor.on) return <Off />
  return (
    <Section title="Two-factor sign-in">
      <div class="stack">
        <p class="state-line">
          <Badge tone="open" icon="shield-check">
            On
          </Badge>
          <span>
            since <Time at={twoFactor.enabledAt} />
          </span>
          <span>{twoFactor.recoveryCodesLeft} recovery codes left</span>
        </p>
        {twoFactor.recoveryCodesLeft < 3 && (
          <Notice tone="warning">Few recovery codes are left: create new ones while you can still sign in.</Notice>
        )}
        <details class="disclosure" id="recovery-codes" open={opened === 'renew'}>
          <summary>New recovery codes…</summary>
          {hasPassword ? (
            <form method="post" action="/settings/security/2fa/recovery-codes" class="form">
              <p>Ten new codes replace the remaining ones, which stop working.</p>
              <BothFactors form="renew" />
              <div class="form-actions">
                <Button>Create new recovery codes</Button>
              </div>
            </form>
          ) : (
            <NoPassword />
          )}
        </details>
        <details class="disclosure" open={opened === 'disable'}>
          <summary>Turn off…</summary>
          {hasPassword ? (
            <form method="post" action="/settings/security/2fa/disable" class="form">
              <p>Your password alone will be enough to sign in, and the remaining recovery codes stop working.</p>
              <BothFactors form="disable" />
              <div class="form-actions">
                <Button tone="danger">Turn off two-factor sign-in</Button>
              </div>
            </form>
          ) : (
            <NoPassword />
          )}
        </details>
      </div>
    </Section>
  )
}

function Off() {
  return (
    <Section title="Two-factor sign-in">
      <div class="stack">
        <Badge icon="shield">Off</Badge>
        <p>
          With it, a stolen password is not enough: signing in also asks for a code from an app on your phone. You need
          an authenticator such as Aegis, 2FAS, or your password manager. Git over HTTP then takes a token in place of
          your password.
        </p>
        <form method="post" action="/settings/security/2fa/setup">
          <Button tone="primary" icon="shield-lock">
            Set up two-factor sign-in
          </Button>
        </form>
      </div>
    </Section>
  )
}

function BothFactors({ form }: { form: string }) {
  return (
    <>
      <TextField
        name="password"
        id={`${form}-password`}
        type="password"
        label="Password"
        autocomplete="current-password"
        required
      />
      <TextField
        name="code"
        id={`${form}-code`}
        label="Code"
        hint="From your authenticator, or a recovery code."
        autocomplete="one-time-code"
        required
        mono
        narrow
      />
    </>
  )
}
