import { Fault } from '../../../core/errors.ts'
import { secondFactorOptions } from '../../../features/passkeys/request-options.ts'
import type { SessionGrant } from '../../../features/sessions/open-session.ts'
import type { FormErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { type PageAnswer, type PageCall, type PageRoute, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import { type LoginTwoFactorProps, LoginTwoFactorView } from '../views/login-two-factor.tsx'
import { enter } from './after-sign-in.ts'
import { showLogin } from './show-login.tsx'

type Call = PageCall<'anyone'>

/** Takes what somebody shows besides their password, whatever that is. */
export function secondStepPage(
  path: string,
  prove: (call: Call, challengeToken: string) => Promise<SessionGrant>,
): PageRoute {
  return page({
    method: 'POST',
    path,
    right: 'anyone',
    rate: 'login',
    handle: (call) => {
      const values = {
        challenge_token: call.form.text('challenge_token'),
        redirect_to: safeRedirect(call.form.text('redirect_to'), ''),
      }
      return orErrors(
        async () => {
          try {
            return await enter(call, await prove(call, values.challenge_token), values.redirect_to)
          } catch (error) {
            return showStartAgain(call, values.redirect_to, error)
          }
        },
        (errors) => showSecondStep(call, values, errors, 401),
      )
    },
  })
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

/** Where it was wrong too often, or came too late, one begins with the first step again. */
function showStartAgain(call: Call, redirectTo: string, error: unknown): PageAnswer {
  if (!isChallengeOver(error)) throw error
  return showLogin(call, { username: '', redirect_to: redirectTo }, { form: `${error.message}.` }, 401)
}

function isChallengeOver(error: unknown): error is Fault {
  return error instanceof Fault && error.details.some((detail) => detail.field === 'challenge_token')
}
