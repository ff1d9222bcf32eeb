import { parseRecordId } from '../../../core/record-id.ts'
import { forgotPassword } from '../../../features/accounts/forgot-password.ts'
import { beginLink } from '../../../features/single-sign-on/begin-sign-on.ts'
import { requireSignOn } from '../../../features/single-sign-on/require-sign-on.ts'
import { unlinkIdentity } from '../../../features/single-sign-on/unlink-identity.ts'
import { saidTogether } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, goWithSecret, page, show } from '../page-route.ts'
import { tellOfMail } from '../tell-of-mail.ts'
import { SettingsIdentityNewView } from '../views/settings-identities.tsx'
import { security, showSecurity } from './settings-security.tsx'

const identities = `${security}/identities`
const linking = `${identities}/new`

export const settingsIdentityPages = [
  page({
    method: 'POST',
    path: identities,
    right: 'session',
    rate: 'login',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, form, signOn } = call
          const factors = { password: form.text('password'), code: form.text('code') }
          const { url, ...question } = await beginLink(app, actor, factors)
          signOn.keep({ kind: 'away', question, redirectTo: '', sessionId: actor.sessionId })
          return goWithSecret(linking, url)
        },
        (errors, kind) => showSecurity(call, { errors, status: statusOf(kind), opened: 'identity' }),
      ),
  }),
  page({
    method: 'GET',
    path: linking,
    right: 'session',
    holdsSecret: true,
    handle: async ({ app, chrome, secret }) => {
      requireSignOn(app)
      if (secret === null) return go(security, { tone: 'warning', text: 'Nothing was linked: begin again.' })
      return show(<SettingsIdentityNewView chrome={chrome} provider={app.config.OIDC_NAME} href={secret} />)
    },
  }),
  page({
    method: 'POST',
    path: `${identities}/:id/delete`,
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          const { app, actor, params } = call
          await unlinkIdentity(app, actor, parseRecordId(params['id'] ?? ''))
          return done(security, 'It was unlinked, and no longer signs you in.')
        },
        // The question is in a dialog that is closed now: it is said at the head of the page.
        (errors) => go(security, { tone: 'danger', text: saidTogether(errors) ?? 'It stays linked.' }),
      ),
  }),
  page({
    method: 'POST',
    path: `${security}/password/link`,
    right: 'session',
    rate: 'reset',
    handle: async ({ app, actor, via }) => {
      await forgotPassword(app, via, actor.user.email)
      const told = tellOfMail(app.config, actor.user, {
        sent: `A link to set a password is on its way to ${actor.user.email}. It ends all sessions: sign in again then.`,
        link: 'the link that sets your password',
      })
      return done(security, told)
    },
  }),
]
