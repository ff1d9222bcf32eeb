import { changePassword } from '../../../features/accounts/change-password.ts'
import { resendVerification } from '../../../features/accounts/resend-verification.ts'
import { updateProfile } from '../../../features/accounts/update-profile.ts'
import { emailPreferences, setEmailPreferences } from '../../../features/notifications/preferences.ts'
import { disableTwoFactor } from '../../../features/two-factor/disable.ts'
import { enableTwoFactor } from '../../../features/two-factor/enable.ts'
import { setUpTwoFactor } from '../../../features/two-factor/set-up.ts'
import { twoFactorState } from '../../../features/two-factor/two-factor-state.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { SettingsNotificationsView } from '../views/settings-notifications.tsx'
import { SettingsProfileView } from '../views/settings-profile.tsx'
import { SettingsRecoveryCodesView } from '../views/settings-recovery-codes.tsx'
import { SettingsSecurityView } from '../views/settings-security.tsx'
import { SettingsTwoFactorSetupView } from '../views/settings-two-factor-setup.tsx'
import { iso } from './page-info.ts'

type Call = PageCall<'session'>

const profile = '/settings/profile'
const security = '/settings/security'

export const settingsAccountPages = [
  page({ method: 'GET', path: '/settings', right: 'session', handle: async () => go(profile) }),
  page({
    method: 'GET',
    path: profile,
    right: 'session',
    handle: async (call) => showProfile(call, { full_name: call.actor.user.fullName, email: '' }, noErrors),
  }),
  page({
    method: 'POST',
    path: profile,
    right: 'session',
    handle: (call) => {
      const fullName = call.form.text('full_name')
      return orErrors(
        async () => {
          await updateProfile(call.app, call.actor, { fullName })
          return done(profile, 'Your profile was saved.')
        },
        (errors) => showProfile(call, { full_name: fullName, email: '' }, errors, 422),
      )
    },
  }),
  page({
    method: 'POST',
    path: '/settings/profile/email',
    right: 'session',
    handle: (call) => {
      const email = call.form.text('email')
      return orErrors(
        async () => {
          await updateProfile(call.app, call.actor, { email })
          return done(profile, `We sent a link to ${email}: open it to confirm the address.`)
        },
        (errors) => showProfile(call, { full_name: call.actor.user.fullName, email }, errors, 422),
      )
    },
  }),
  page({
    method: 'POST',
    path: '/settings/profile/resend-verification',
    right: 'session',
    rate: 'reset',
    handle: async ({ app, actor }) => {
      await resendVerification(app, actor)
      return done(profile, `A new link is on its way to ${actor.user.email}.`)
    },
  }),
  page({ method: 'GET', path: security, right: 'session', handle: (call) => showSecurity(call, noErrors) }),
  page({
    method: 'POST',
    path: '/settings/security/password',
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const { form } = call
          const input = { currentPassword: form.text('current_password'), password: form.text('new_password') }
          await changePassword(call.app, call.actor, input)
          return done(security, 'Your password was changed. All other sessions were signed out.')
        },
        ({ password, ...errors }) =>
          showSecurity(call, password === undefined ? errors : { ...errors, new_password: password }, 422),
      ),
  }),
  page({
    method: 'POST',
    path: '/settings/security/2fa/setup',
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => showSetUp(call, await setUpTwoFactor(call.app, call.actor), noErrors),
        (errors) => showSecurity(call, errors, 409),
      ),
  }),
  page({
    method: 'POST',
    path: '/settings/security/2fa/enable',
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const codes = await enableTwoFactor(call.app, call.actor, call.form.text('code'))
          return show(<SettingsRecoveryCodesView chrome={call.chrome} codes={codes} />)
        },
        // A new secret: the old QR code may have been the trouble, and it is not kept anywhere to show again.
        async (errors) => showSetUp(call, await setUpTwoFactor(call.app, call.actor), errors, 422),
      ),
  }),
  page({
    method: 'POST',
    path: '/settings/security/2fa/disable',
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const proof = { password: call.form.text('password'), code: call.form.text('code') }
          await disableTwoFactor(call.app, call.actor, proof)
          return done(security, 'Two-factor sign-in is off.')
        },
        (errors) => showSecurity(call, errors, 422),
      ),
  }),
  page({
    method: 'GET',
    path: '/settings/notifications',
    right: 'session',
    handle: async ({ app, actor, chrome }) =>
      show(
        <SettingsNotificationsView
          chrome={chrome}
          email={await emailPreferences(app, actor)}
          emailVerified={actor.user.emailVerified}
        />,
      ),
  }),
  page({
    method: 'POST',
    path: '/settings/notifications',
    right: 'session',
    handle: async ({ app, actor, form }) => {
      await setEmailPreferences(app, actor, new Set(form.all('email')))
      return done('/settings/notifications', 'Your choice was saved.')
    },
  }),
]

function showProfile(
  { actor, chrome }: Call,
  values: { full_name: string; email: string },
  errors: FormErrors,
  status = 200,
): PageAnswer {
  const { username, email, emailVerified } = actor.user
  return show(
    <SettingsProfileView
      chrome={chrome}
      profile={{ username, email, emailVerified, avatarUrl: avatarUrl(username) }}
      values={{ ...values, username }}
      errors={errors}
      can={{ rename: false, changeEmail: true, resendVerification: true }}
    />,
    status,
  )
}

async function showSecurity({ app, actor, chrome }: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const state = await twoFactorState(app, actor)
  const twoFactor =
    state.enabledAt === null
      ? ({ on: false } as const)
      : ({ on: true, enabledAt: iso(state.enabledAt), recoveryCodesLeft: state.recoveryCodesLeft } as const)
  return show(<SettingsSecurityView chrome={chrome} twoFactor={twoFactor} errors={errors} />, status)
}

function showSetUp(
  { chrome }: Call,
  setUp: { readonly qrSvg: string; readonly secret: string },
  errors: FormErrors,
  status = 200,
): PageAnswer {
  return show(
    <SettingsTwoFactorSetupView chrome={chrome} qrSvg={setUp.qrSvg} secret={setUp.secret} errors={errors} />,
    status,
  )
}
