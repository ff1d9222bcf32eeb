import { login } from '../../../features/accounts/login.ts'
import { register } from '../../../features/accounts/register.ts'
import { isFirstAccount } from '../../../features/users/is-first-account.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { done, go, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { RegisterView } from '../views/register.tsx'
import { RegistrationClosedView } from '../views/registration-closed.tsx'

const home = '/dashboard'

export const registerPages = [
  page({
    method: 'GET',
    path: '/register',
    right: 'anyone',
    handle: async ({ app, actor, via, chrome, query }) => {
      const target = safeRedirect(query['redirect_to'] ?? '', '')
      if (actor.kind === 'session') return go(target || home)
      if (!app.config.REGISTRATION_ENABLED) return show(<RegistrationClosedView chrome={chrome} />, 403)
      const values = { username: '', email: '', redirect_to: target }
      const firstAccount = via.local && (await isFirstAccount(app))
      return show(<RegisterView chrome={chrome} values={values} errors={noErrors} firstAccount={firstAccount} />)
    },
  }),
  page({
    method: 'POST',
    path: '/register',
    right: 'anyone',
    rate: 'register',
    handle: ({ app, via, chrome, form, setSession }) => {
      const values = {
        username: form.text('username'),
        email: form.text('email'),
        redirect_to: safeRedirect(form.text('redirect_to'), ''),
      }
      const password = form.text('password')
      return orErrors(
        async () => {
          const user = await register(app, via, { username: values.username, email: values.email, password })
          const signedIn = await login(app, via, { login: user.username, password })
          if (signedIn.kind === 'granted') setSession(signedIn.grant)
          return done(
            values.redirect_to || home,
            `Welcome, ${user.username}. A mail to confirm your address is on its way.`,
          )
        },
        (errors) =>
          app.config.REGISTRATION_ENABLED
            ? show(<RegisterView chrome={chrome} values={values} errors={errors} firstAccount={false} />, 422)
            : show(<RegistrationClosedView chrome={chrome} />, 403),
      )
    },
  }),
]
