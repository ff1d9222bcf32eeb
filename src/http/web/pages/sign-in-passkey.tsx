import { completeLoginWithPasskey } from '../../../features/accounts/complete-login-with-passkey.ts'
import { loginWithPasskey } from '../../../features/accounts/login-with-passkey.ts'
import { signInOptions } from '../../../features/passkeys/request-options.ts'
import { orErrors } from '../form-errors.ts'
import { page } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { enter } from './after-sign-in.ts'
import { secondStepPage } from './second-step.tsx'
import { showLogin } from './show-login.tsx'

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
  secondStepPage('/login/two-factor/passkey', ({ app, via, form }, challengeToken) =>
    completeLoginWithPasskey(app, via, { challengeToken, answer: form.text('credential') }),
  ),
]
