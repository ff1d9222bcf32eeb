import { partyOf } from '../../../features/passkeys/relying-party.ts'
import type { FormErrors } from '../components/form-errors.tsx'
import { type PageAnswer, type PageCall, show } from '../page-route.ts'
import type { SignOnState } from '../sign-on-cookie.ts'
import { type LoginProps, LoginView } from '../views/login.tsx'

type Call = PageCall<'anyone'>

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
export function pendingLink({ app, signOn }: Call): PendingLink | null {
  const state = app.oidc === null ? null : signOn.read()
  return state?.kind === 'back' && state.userId !== null ? { ...state, userId: state.userId } : null
}

type PendingLink = Extract<SignOnState, { readonly kind: 'back' }> & { readonly userId: number }
