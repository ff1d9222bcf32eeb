import { Fault } from '../../../core/errors.ts'
import { completeLogin } from '../../../features/accounts/complete-login.ts'
import { login } from '../../../features/accounts/login.ts'
import { partyOf } from '../../../features/passkeys/relying-party.ts'
import { secondFactorOptions } from '../../../features/passkeys/request-options.ts'
import { logout } from '../../../features/sessions/end-session.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { go, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { type LoginProps, LoginView } from '../views/login.tsx'
import { type LoginTwoFactorProps, LoginTwoFactorView } from '../views/login-two-factor.tsx'

type Call = PageCall<'anyone'>

export const afterSignIn = '/dashboard'

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
      const { app, via, form, query, setSession } = call
      // A program sends its form to the address that it was led to.
      const target = form.text('redirect_to') || (query['redirect_to'] ?? '')
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(target, '') }
      return orErrors(
        async () => {
          const result = await login(app, via, { login: values.username, password: form.text('password') })
          if (result.kind === 'challenged') {
            const next = { challenge_token: result.challengeToken, redirect_to: values.redirect_to }
            return showSecondStep(call, next, noErrors)
          }
          setSession(result.grant)
          return go(values.redirect_to || afterSignIn)
        },
        (errors) => showLogin(call, values, errors, 401),
      )
    },
    limited: (call, errors) => {
      const { form } = call
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(form.text('redirect_to'), '') }
      return showLogin(call, values, errors)
    },
  }),
  page({
    method: 'POST',
    path: '/login/two-factor',
    right: 'anyone',
    rate: 'login',
    handle: (call) => {
      const { app, via, form, setSession } = call
      const values = {
        challenge_token: form.text('challenge_token'),
        redirect_to: safeRedirect(form.text('redirect_to'), ''),
      }
      return orErrors(
        async () => {
          const proof = { challengeToken: values.challenge_token, code: form.text('code') }
          try {
            setSession(await completeLogin(app, via, proof))
          } catch (error) {
            return showStartAgain(call, values.redirect_to, error)
          }
          return go(values.redirect_to || afterSignIn)
        },
        (errors) => showSecondStep(call, values, errors, 401),
      )
    },
  }),
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

export function showLogin(
  { app, chrome, secureInstead }: Call,
  values: LoginProps['values'],
  errors: FormErrors,
  status = 200,
): PageAnswer {
  const passkeys = partyOf(app.config) !== null
  return show(
    <LoginView chrome={chrome} values={values} errors={errors} passkeys={passkeys} secureInstead={secureInstead} />,
    status,
  )
}

export async function showSecondStep(
  { app, chrome }: Call,
  values: LoginTwoFactorProps['values'],
  errors: FormErrors,
  status = 200,
): Promise<PageAnswer> {
  const passkey = await secondFactorOptions(app, values.challenge_token)
  return show(<LoginTwoFactorView chrome={chrome} values={values} errors={errors} passkey={passkey} />, status)
}

/** Where the second step was wrong too often, or came too late, it begins with the first one again. */
export function showStartAgain(call: Call, redirectTo: string, error: unknown): PageAnswer {
  if (!isChallengeOver(error)) throw error
  return showLogin(call, { username: '', redirect_to: redirectTo }, { form: `${error.message}.` }, 401)
}

function isChallengeOver(error: unknown): error is Fault {
  return error instanceof Fault && error.details.some((detail) => detail.field === 'challenge_token')
}
