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
import type { SignOnState } from '../sign-on-cookie.ts'
import { type LoginProps, LoginView } from '../views/login.tsx'
import { type LoginTwoFactorProps, LoginTwoFactorView } from '../views/login-two-factor.tsx'
import { afterSignIn, enter } from './after-sign-in.ts'

type Call = PageCall<'anyone'>

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
  page({
    method: 'POST',
    path: '/login/two-factor',
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
          const proof = { challengeToken: values.challenge_token, code: form.text('code') }
          try {
            return await enter(call, await completeLogin(app, via, proof), values.redirect_to)
          } catch (error) {
            return showStartAgain(call, values.redirect_to, error)
          }
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

export function showLogin(call: Call, values: LoginProps['values'], errors: FormErrors, status = 200): PageAnswer {
  const { app, chrome, secureInstead } = call
  const { OIDC_NAME: provider, PASSWORD_LOGIN_ENABLED: isPasswordTaken } = app.config
  const linking = pendingLink(call)
  return show(
    <LoginView
      chrome={chrome}
      values={values}
      errors={errors}
      passkeys={partyOf(app.config) !== null}
      passwords={isPasswordTaken || linking !== null}
      provider={app.oidc === null ? null : provider}
      linking={linking?.claims.email ?? null}
      secureInstead={secureInstead}
    />,
    status,
  )
}

/** Who has signed in elsewhere, with the address of an account here, and is about to show that it is theirs. */
function pendingLink({ app, signOn }: Call): PendingLink | null {
  const state = app.oidc === null ? null : signOn.read()
  return state?.kind === 'back' && state.userId !== null ? { ...state, userId: state.userId } : null
}

type PendingLink = Extract<SignOnState, { readonly kind: 'back' }> & { readonly userId: number }

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
