import { Fault } from '../../../core/errors.ts'
import { completeLogin } from '../../../features/accounts/complete-login.ts'
import { login } from '../../../features/accounts/login.ts'
import { logout } from '../../../features/sessions/end-session.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { go, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { LoginView } from '../views/login.tsx'
import { LoginTwoFactorView } from '../views/login-two-factor.tsx'

const home = '/dashboard'

export const signInPages = [
  page({
    method: 'GET',
    path: '/login',
    right: 'anyone',
    handle: async ({ actor, chrome, query, secureInstead }) => {
      const target = safeRedirect(query['redirect_to'] ?? '', '')
      if (actor.kind === 'session') return go(target || home)
      const values = { username: '', redirect_to: target }
      return show(<LoginView chrome={chrome} values={values} errors={noErrors} secureInstead={secureInstead} />)
    },
  }),
  page({
    method: 'POST',
    path: '/login',
    right: 'anyone',
    rate: 'login',
    handle: ({ app, via, chrome, form, query, setSession }) => {
      // A program sends its form to the address that it was led to.
      const target = form.text('redirect_to') || (query['redirect_to'] ?? '')
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(target, '') }
      return orErrors(
        async () => {
          const result = await login(app, via, { login: values.username, password: form.text('password') })
          if (result.kind === 'challenged') {
            const next = { challenge_token: result.challengeToken, redirect_to: values.redirect_to }
            return show(<LoginTwoFactorView chrome={chrome} values={next} errors={noErrors} />)
          }
          setSession(result.grant)
          return go(values.redirect_to || home)
        },
        (errors) => show(<LoginView chrome={chrome} values={values} errors={errors} />, 401),
      )
    },
    limited: ({ chrome, form }, errors) => {
      const values = { username: form.text('username').trim(), redirect_to: safeRedirect(form.text('redirect_to'), '') }
      return show(<LoginView chrome={chrome} values={values} errors={errors} />)
    },
  }),
  page({
    method: 'POST',
    path: '/login/two-factor',
    right: 'anyone',
    rate: 'login',
    handle: ({ app, via, chrome, form, setSession }) => {
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
            if (!isChallengeOver(error)) throw error
            return show(
              <LoginView
                chrome={chrome}
                values={{ username: '', redirect_to: values.redirect_to }}
                errors={{ form: `${error.message}.` }}
              />,
              401,
            )
          }
          return go(values.redirect_to || home)
        },
        (errors) => show(<LoginTwoFactorView chrome={chrome} values={values} errors={errors} />, 401),
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

/** Too many wrong codes, or too late: the second step has to begin with the first one again. */
function isChallengeOver(error: unknown): error is Fault {
  return error instanceof Fault && error.details.some((detail) => detail.field === 'challenge_token')
}
