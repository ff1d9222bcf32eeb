import { iso } from '../../../core/iso-time.ts'
import { changePassword } from '../../../features/accounts/change-password.ts'
import { hasOwnPassword } from '../../../features/passwords/no-password.ts'
import { disableTwoFactor } from '../../../features/two-factor/disable-two-factor.ts'
import { enableTwoFactor } from '../../../features/two-factor/enable-two-factor.ts'
import { renewRecoveryCodes } from '../../../features/two-factor/renew-recovery-codes.ts'
import { findTwoFactorSetUp, setUpTwoFactor } from '../../../features/two-factor/set-up.ts'
import { twoFactorState } from '../../../features/two-factor/two-factor-state.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, go, goWithSecret, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { SettingsRecoveryCodesView } from '../views/settings-recovery-codes.tsx'
import { type SettingsSecurityProps, SettingsSecurityView } from '../views/settings-security.tsx'
import { SettingsTwoFactorSetupView } from '../views/settings-two-factor-setup.tsx'
import { shownIdentities } from './shown-identities.ts'
import { shownPasskeys } from './shown-passkeys.ts'

type Call = PageCall<'session'>

export const security = '/settings/security'
const setUp = `${security}/2fa/setup`
const recoveryCodes = `${security}/2fa/recovery-codes`

export const settingsSecurityPages = [
  page({ method: 'GET', path: security, right: 'session', enrols: true, handle: (call) => showSecurity(call, {}) }),
  page({
    method: 'POST',
    path: `${security}/password`,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const { form } = call
          const input = { currentPassword: form.text('current_password'), password: form.text('new_password') }
          const grant = await changePassword(call.app, call.actor, { ...input, stays: true })
          if (grant !== null) call.setSession(grant)
          return done(
            security,
            'Your password was changed. You stay signed in here, and were signed out everywhere else.',
          )
        },
        ({ password, ...others }) => {
          const errors = password === undefined ? others : { ...others, new_password: password }
          return showSecurity(call, { errors, status: 422 })
        },
      ),
  }),
  page({
    method: 'GET',
    path: setUp,
    right: 'session',
    enrols: true,
    holdsSecret: true,
    handle: (call) => showSetUp(call, noErrors),
  }),
  page({
    method: 'POST',
    path: setUp,
    right: 'session',
    enrols: true,
    handle: (call) =>
      orErrors(
        async () => {
          await setUpTwoFactor(call.app, call.actor)
          return go(setUp)
        },
        (errors) => showSecurity(call, { errors, status: 409 }),
      ),
  }),
  page({
    method: 'POST',
    path: `${security}/2fa/enable`,
    right: 'session',
    enrols: true,
    rate: 'login',
    formAt: setUp,
    holdsSecret: true,
    handle: (call) =>
      orErrors(
        async () => {
          const codes = await enableTwoFactor(call.app, call.actor, call.form.text('code'))
          return goWithSecret(recoveryCodes, codes.join('\n'))
        },
        // With the same secret: the authenticator has it already, and the code was mistyped.
        (errors) => showSetUp(call, errors, 422),
      ),
  }),
  page({
    method: 'GET',
    path: recoveryCodes,
    right: 'session',
    holdsSecret: true,
    handle: async ({ chrome, secret }) =>
      show(<SettingsRecoveryCodesView chrome={chrome} codes={secret === null ? null : secret.split('\n')} />),
  }),
  page({
    method: 'POST',
    path: recoveryCodes,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const codes = await renewRecoveryCodes(call.app, call.actor, proofOf(call))
          return goWithSecret(recoveryCodes, codes.join('\n'))
        },
        (errors) => showSecurity(call, { errors, status: 422, opened: 'renew' }),
      ),
  }),
  page({
    method: 'POST',
    path: `${security}/2fa/disable`,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          await disableTwoFactor(call.app, call.actor, proofOf(call))
          return done(security, 'Two-factor sign-in is off.')
        },
        (errors) => showSecurity(call, { errors, status: 422, opened: 'disable' }),
      ),
  }),
]

function proofOf({ form }: Call): { password: string; code: string } {
  return { password: form.text('password'), code: form.text('code') }
}

interface Shown {
  readonly errors?: FormErrors
  readonly status?: number
  readonly opened?: SettingsSecurityProps['opened']
}

export async function showSecurity({ app, actor, chrome }: Call, shown: Shown): Promise<PageAnswer> {
  const { errors = noErrors, status = 200, opened = null } = shown
  const [state, passkeys, identities, hasPassword] = await Promise.all([
    twoFactorState(app, actor),
    shownPasskeys(app, actor),
    shownIdentities(app, actor),
    hasOwnPassword(app.db, actor.user.id),
  ])
  const twoFactor =
    state.enabledAt === null
      ? ({ on: false } as const)
      : ({ on: true, enabledAt: iso(state.enabledAt), recoveryCodesLeft: state.recoveryCodesLeft } as const)
  return show(
    <SettingsSecurityView
      chrome={chrome}
      twoFactor={twoFactor}
      passkeys={passkeys}
      identities={identities}
      hasPassword={hasPassword}
      errors={errors}
      opened={opened}
    />,
    status,
  )
}

/** Where nothing was begun, or all is done, the page before says how things stand. */
async function showSetUp({ app, actor, chrome }: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const begun = await findTwoFactorSetUp(app, actor)
  if (begun === null) return go(security)
  return show(
    <SettingsTwoFactorSetupView
      chrome={chrome}
      qrSvg={begun.qrSvg}
      secret={begun.secret}
      isOwed={actor.owesSecondFactor === true}
      errors={errors}
    />,
    status,
  )
}
