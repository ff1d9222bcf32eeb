import { resendVerification } from '../../../features/accounts/resend-verification.ts'
import { updateProfile } from '../../../features/accounts/update-profile.ts'
import { notificationPreferences, setNotificationPreferences } from '../../../features/notifications/preferences.ts'
import { hasOwnPassword } from '../../../features/passwords/no-password.ts'
import { getOwnStorage } from '../../../features/quota/get-storage.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { tellOfMail } from '../tell-of-mail.ts'
import { SettingsNotificationsView } from '../views/settings-notifications.tsx'
import { SettingsProfileView } from '../views/settings-profile.tsx'

type Call = PageCall<'session'>

const profile = '/settings/profile'

export const settingsAccountPages = [
  page({ method: 'GET', path: '/settings', right: 'session', handle: async () => go(profile) }),
  page({
    method: 'GET',
    path: profile,
    right: 'session',
    handle: (call) => showProfile(call, { full_name: call.actor.user.fullName, email: '' }, noErrors),
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
    rate: 'login',
    handle: (call) => {
      const email = call.form.text('email')
      return orErrors(
        async () => {
          await updateProfile(call.app, call.actor, { email, password: call.form.text('password') })
          const mail = tellOfMail(call.app.config, call.actor.user, {
            sent: `We sent a link to ${email}: open it to confirm the address.`,
            link: `the link that confirms ${email}`,
          })
          return done(profile, mail)
        },
        (errors) => showProfile(call, { full_name: call.actor.user.fullName, email }, errors, 422),
      )
    },
    limited: (call, errors) =>
      showProfile(call, { full_name: call.actor.user.fullName, email: call.form.text('email') }, errors),
  }),
  page({
    method: 'POST',
    path: '/settings/profile/email/keep',
    right: 'session',
    handle: async ({ app, actor }) => {
      await updateProfile(app, actor, { email: actor.user.email })
      return done(profile, `Your address stays ${actor.user.email}.`)
    },
  }),
  page({
    method: 'POST',
    path: '/settings/profile/resend-verification',
    right: 'session',
    rate: 'reset',
    handle: async ({ app, actor }) => {
      await resendVerification(app, actor)
      const { email, pendingEmail } = actor.user
      const mail = tellOfMail(app.config, actor.user, {
        sent: `A new link is on its way to ${pendingEmail ?? email}.`,
        link: `the link that confirms ${pendingEmail ?? email}`,
      })
      return done(profile, mail)
    },
  }),
  page({
    method: 'GET',
    path: '/settings/notifications',
    right: 'session',
    handle: async ({ app, actor, chrome }) =>
      show(
        <SettingsNotificationsView
          chrome={chrome}
          chosen={await notificationPreferences(app, actor)}
          emailVerified={actor.user.emailVerified}
        />,
      ),
  }),
  page({
    method: 'POST',
    path: '/settings/notifications',
    right: 'session',
    handle: async ({ app, actor, form }) => {
      await setNotificationPreferences(app, actor, {
        email: new Set(form.all('email')),
        // A page from before there was such a choice does not ask for it.
        ...(form.text('asks_for_inbox') === '' ? {} : { inbox: new Set(form.all('inbox')) }),
      })
      return done('/settings/notifications', 'Your choice was saved.')
    },
  }),
]

async function showProfile(
  { app, actor, chrome }: Call,
  values: { full_name: string; email: string },
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const { username, email, emailVerified, pendingEmail } = actor.user
  const hasPassword = await hasOwnPassword(app.db, actor.user.id)
  return show(
    <SettingsProfileView
      chrome={chrome}
      profile={{ username, email, emailVerified, pendingEmail, avatarUrl: avatarUrl(username) }}
      values={{ ...values, username }}
      storage={await getOwnStorage(app, actor)}
      errors={errors}
      can={{ rename: false, changeEmail: hasPassword, resendVerification: true }}
    />,
    status,
  )
}
