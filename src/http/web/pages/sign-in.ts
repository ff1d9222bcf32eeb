import { completeLogin } from '../../../features/accounts/complete-login.ts'
import { login } from '../../../features/accounts/login.ts'
import { logout } from '../../../features/sessions/end-session.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { go, page } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { afterSignIn, enter } from './after-sign-in.ts'
import { secondStepPage, showSecondStep } from './second-step.tsx'
import { pendingLink, showLogin } from './show-login.tsx'

export const signInPages = [
  page({
    method: 'GET',
    path: '/login',
    right: 'anyone',
    handle: async (call) => {
      const target = safeRedirect(call.query['redirect_to'] ?? '', '')
      if (call.actor.kind === 'session') return go(target || afterSignIn)
      return showLogin(call, { username: '', redirect_to: target }, noErrors)
    },
  }),
  page({
    method: 'POST',
    path: '/login',
    right: 'anyone',
    rate: 'login',
    handle: (call) => {
      const { app, via, form, query } = call
      // A program sends its form to the address that it was led to.
      const target = form.text('redirect_to') || (query['redirect_to'] ?? '')
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(target, '') }
      return orErrors(
        async () => {
          const result = await login(app, via, {
            login: values.username,
            password: form.text('password'),
            only: pendingLink(call)?.userId,
          })
          if (result.kind === 'challenged') {
            const next = { challenge_token: result.challengeToken, redirect_to: values.redirect_to }
            return showSecondStep(call, next, noErrors)
          }
          return enter(call, result.grant, values.redirect_to)
        },
        (errors, kind) => showLogin(call, values, errors, kind === 'forbidden' ? 403 : 401),
      )
    },
    limited: (call, errors) => {
      const { form } = call
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(form.text('redirect_to'), '') }
      return showLogin(call, values, errors)
    },
  }),
  secondStepPage('/login/two-factor', ({ app, via, form }, challengeToken) =>
    completeLogin(app, via, { challengeToken, code: form.text('code') }),
  ),
  page({
    method: 'POST',
    path: '/logout',
    right: 'session',
    enrols: true,
    handle: async ({ app, actor, clearSession }) => {
      await logout(app, actor)
      clearSession()
      return go('/')
    },
  }),
]
