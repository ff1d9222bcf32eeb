import { login } from '../../../features/accounts/login.ts'
import { register } from '../../../features/accounts/register.ts'
import { isFirstAccount } from '../../../features/users/is-first-account.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { tellOfMail } from '../tell-of-mail.ts'
import { type RegisterProps, RegisterView } from '../views/register.tsx'
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
      // Whoever is new comes in by signing in elsewhere.
      if (!app.config.PASSWORD_LOGIN_ENABLED) return go('/login')
      if (!app.config.REGISTRATION_ENABLED) return closed(app, chrome)
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
    handle: (call) => {
      const { app, via, chrome, form, setSession } = call
      const values = valuesOf(call)
      const password = form.text('password')
      return orErrors(
        async () => {
          const user = await register(app, via, { username: values.username, email: values.email, password })
          const signedIn = await login(app, via, { login: user.username, password })
          if (signedIn.kind === 'granted') setSession(signedIn.grant)
          const mail = tellOfMail(app.config, user, {
            sent: 'A mail to confirm your address is on its way.',
            link: 'the link that confirms your address',
          })
          return done(values.redirect_to || home, `Welcome, ${user.username}. ${mail}`)
        },
        (errors, kind) => (app.config.REGISTRATION_ENABLED ? again(call, errors, statusOf(kind)) : closed(app, chrome)),
      )
    },
    limited: (call, errors) => again(call, errors, 429),
  }),
]

type Call = PageCall<'anyone'>

function valuesOf({ form }: Call): RegisterProps['values'] {
  return {
    username: form.text('username').trim(),
    email: form.text('email').trim(),
    redirect_to: safeRedirect(form.text('redirect_to'), ''),
  }
}

async function closed(app: Call['app'], chrome: Call['chrome']): Promise<PageAnswer> {
  return show(<RegistrationClosedView chrome={chrome} nobodyYet={await isFirstAccount(app)} />, 403)
}

/** What was typed comes back, but for the password. */
function again(call: Call, errors: FormErrors, status: number): PageAnswer {
  return show(
    <RegisterView chrome={call.chrome} values={valuesOf(call)} errors={errors} firstAccount={false} />,
    status,
  )
}
