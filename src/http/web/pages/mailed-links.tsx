import { Fault } from '../../../core/errors.ts'
import { forgotPassword } from '../../../features/accounts/forgot-password.ts'
import { isLinkAlive } from '../../../features/accounts/is-link-alive.ts'
import { resetPassword } from '../../../features/accounts/reset-password.ts'
import { verifyEmail } from '../../../features/accounts/verify-email.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import type { Chrome } from '../layout/chrome.ts'
import { done, type PageAnswer, page, show } from '../page-route.ts'
import { ForgotPasswordView } from '../views/forgot-password.tsx'
import { ForgotPasswordSentView } from '../views/forgot-password-sent.tsx'
import { type LinkExpiredProps, LinkExpiredView } from '../views/link-expired.tsx'
import { ResetPasswordView } from '../views/reset-password.tsx'
import { VerifyEmailView } from '../views/verify-email.tsx'

/** The pages that mails lead to. Opening one changes nothing: mail scanners open links too. */
export const mailedLinkPages = [
  page({
    method: 'GET',
    path: '/forgot-password',
    right: 'anyone',
    handle: async ({ chrome }) => show(<ForgotPasswordView chrome={chrome} values={{ email: '' }} errors={noErrors} />),
  }),
  page({
    method: 'POST',
    path: '/forgot-password',
    right: 'anyone',
    rate: 'reset',
    handle: async ({ app, via, chrome, form }) => {
      const email = form.text('email').trim()
      if (email === '') {
        const errors = { email: 'Which address does your account have?' }
        return show(<ForgotPasswordView chrome={chrome} values={{ email }} errors={errors} />, 422)
      }
      await forgotPassword(app, via, email)
      return show(<ForgotPasswordSentView chrome={chrome} email={email} />)
    },
    limited: ({ chrome, form }, errors) =>
      show(<ForgotPasswordView chrome={chrome} values={{ email: form.text('email') }} errors={errors} />),
  }),
  page({
    method: 'GET',
    path: '/reset-password/:token',
    right: 'anyone',
    secretPath: true,
    handle: async ({ app, chrome, params }) => {
      const token = params['token'] ?? ''
      if (!(await isLinkAlive(app, token, 'reset-password'))) return dead(chrome, 'reset-password')
      return show(<ResetPasswordView chrome={chrome} values={{ token }} errors={noErrors} />)
    },
  }),
  page({
    method: 'POST',
    path: '/reset-password',
    right: 'anyone',
    rate: 'reset',
    formAt: '/forgot-password',
    handle: ({ app, via, chrome, form }) => {
      const token = form.text('token')
      return orErrors(
        async () => {
          await resetPassword(app, via, { token, password: form.text('password') })
          const next = app.config.PASSWORD_LOGIN_ENABLED ? ' Sign in with the new one.' : ''
          return done('/login', `Your password was changed.${next}`)
        },
        (errors) =>
          errors['token'] === undefined
            ? show(<ResetPasswordView chrome={chrome} values={{ token }} errors={errors} />, 422)
            : dead(chrome, 'reset-password'),
      )
    },
  }),
  page({
    method: 'GET',
    path: '/verify-email/:token',
    right: 'anyone',
    secretPath: true,
    handle: async ({ app, chrome, params }) => {
      const token = params['token'] ?? ''
      if (!(await isLinkAlive(app, token, 'verify-email'))) return dead(chrome, 'verify-email')
      return show(<VerifyEmailView chrome={chrome} state={{ step: 'ask', token }} />)
    },
  }),
  page({
    method: 'POST',
    path: '/verify-email',
    right: 'anyone',
    rate: 'reset',
    formAt: '/settings/profile',
    handle: async ({ app, via, chrome, form }) => {
      try {
        const user = await verifyEmail(app, via, form.text('token'))
        return show(<VerifyEmailView chrome={chrome} state={{ step: 'done', email: user.email }} />)
      } catch (error) {
        if (!(error instanceof Fault) || error.kind !== 'not-found') throw error
        return dead(chrome, 'verify-email')
      }
    },
  }),
]

function dead(chrome: Chrome, purpose: LinkExpiredProps['purpose']): PageAnswer {
  return show(<LinkExpiredView chrome={chrome} purpose={purpose} />, 410)
}
