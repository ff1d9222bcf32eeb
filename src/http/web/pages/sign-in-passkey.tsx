import { completeLoginWithPasskey } from '../../../features/accounts/complete-login-with-passkey.ts'
import { loginWithPasskey } from '../../../features/accounts/login-with-passkey.ts'
import { signInOptions } from '../../../features/passkeys/request-options.ts'
import { orErrors } from '../form-errors.ts'
import { page } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { enter } from './after-sign-in.ts'
import { showLogin, showSecondStep, showStartAgain } from './sign-in.tsx'

export const passkeySignInPages = [
  page({
    method: 'GET',
    path: '/login/passkey/options',
    right: 'anyone',
    handle: async ({ app }) => ({ kind: 'json', body: signInOptions(app) }),
  }),
  page({
    method: 'POST',
    path: '/login/passkey',
    right: 'anyone',
    rate: 'login',
    handle: (call) => {
      const target = safeRedirect(call.form.text('redirect_to'), '')
      return orErrors(
        async () => enter(call, await loginWithPasskey(call.app, call.via, call.form.text('credential')), target),
        (errors) => showLogin(call, { username: '', redirect_to: target }, errors, 401),
      )
    },
    limited: (call, errors) =>
      showLogin(call, { username: '', redirect_to: safeRedirect(call.form.text('redirect_to'), '') }, errors),
  }),
  page({
    method: 'POST',
    path: '/login/two-factor/passkey',
    right: 'anyone',
    rate: 'login',
    handle: (call) => {
      const { app, via, form } = call
      const values = {
        challenge_token: form.text('challenge_token'),
        redirect_to: safeRedirect(form.text('redirect_to'), ''),
      }
      return orErrors(
        async () => {
          const proof = { challengeToken: values.challenge_token, answer: form.text('credential') }
          try {
            return await enter(call, await completeLoginWithPasskey(app, via, proof), values.redirect_to)
          } catch (error) {
            return showStartAgain(call, values.redirect_to, error)
          }
        },
        (errors) => showSecondStep(call, values, errors, 401),
      )
    },
  }),
]
