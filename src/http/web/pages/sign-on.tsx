import type { LoginResult } from '../../../features/accounts/login.ts'
import { beginSignOn } from '../../../features/single-sign-on/begin-sign-on.ts'
import { finishSignOn } from '../../../features/single-sign-on/finish-sign-on.ts'
import { registerIdentity, requireOpenDoor } from '../../../features/single-sign-on/register-identity.ts'
import { requireSignOn } from '../../../features/single-sign-on/require-sign-on.ts'
import type { SignOnClaims } from '../../../features/single-sign-on/sign-on-claims.ts'
import { signOnPath } from '../../../features/single-sign-on/sign-on-path.ts'
import { suggestName } from '../../../features/single-sign-on/suggest-name.ts'
import { type FormErrors, noErrors, saidTogether } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { safeRedirect } from '../safe-redirect.ts'
import type { SignOnState } from '../sign-on-cookie.ts'
import { tellOfMail } from '../tell-of-mail.ts'
import { SignOnAccountView } from '../views/sign-on-account.tsx'
import { afterSignIn, enter } from './after-sign-in.ts'
import { showSecondStep } from './second-step.tsx'
import { security } from './settings-security.tsx'
import { showLogin } from './show-login.tsx'

type Call = PageCall<'anyone'>
type Back = Extract<SignOnState, { readonly kind: 'back' }>

const naming = `${signOnPath}/account`

/** Signing in at another service (OpenID Connect): away to it, back from it, and a name for whoever is new here. */
export const signOnPages = [
  page({
    method: 'GET',
    path: signOnPath,
    right: 'anyone',
    handle: (call) => {
      const target = safeRedirect(call.query['redirect_to'] ?? '', '')
      return orErrors(
        async () => {
          requireSignOn(call.app)
          if (call.actor.kind === 'session') return go(target || afterSignIn)
          const { url, ...question } = await beginSignOn(call.app)
          call.signOn.keep({ kind: 'away', question, redirectTo: target, sessionId: null })
          return go(url)
        },
        (errors, kind) => showLogin(call, { username: '', redirect_to: target }, errors, statusOf(kind)),
      )
    },
  }),
  page({
    method: 'GET',
    path: `${signOnPath}/callback`,
    right: 'anyone',
    rate: 'login',
    holdsSecret: true,
    handle: (call) => {
      const state = call.signOn.read()
      const outing = state?.kind === 'away' ? state : null
      // Good for one answer.
      if (outing !== null) call.signOn.forget()
      const target = outing?.redirectTo ?? ''
      return orErrors(
        async () => {
          const home = await finishSignOn(call.app, call.actor, outing, call.search)
          switch (home.kind) {
            case 'linked':
              return done(security, `Your account is linked: from now on you can sign in with ${nameIn(call)}.`)
            case 'unknown':
              return welcome(call, { kind: 'back', redirectTo: target, claims: home.claims, userId: home.userId })
            default:
              return enterWith(call, home, target)
          }
        },
        (errors, kind) => {
          if (outing !== null && outing.sessionId !== null) return notLinked(errors)
          const status = kind === 'unauthorized' ? 401 : statusOf(kind)
          return showLogin(call, { username: '', redirect_to: target }, errors, status)
        },
      )
    },
    limited: (call, errors) => showLogin(call, { username: '', redirect_to: '' }, errors),
  }),
  page({
    method: 'GET',
    path: naming,
    right: 'anyone',
    handle: async (call) => {
      const back = backIn(call)
      if (back === null) return tooLate()
      const { username } = await suggestName(call.app, back.claims)
      return showNaming(call, { claims: back.claims, values: { username, email: '' }, errors: noErrors })
    },
  }),
  page({
    method: 'POST',
    path: naming,
    right: 'anyone',
    rate: 'login',
    handle: async (call) => {
      const { form } = call
      const back = backIn(call)
      if (back === null) return tooLate()
      const values = { username: form.text('username').trim(), email: form.text('email').trim() }
      return orErrors(
        () => makeAccount(call, back, values),
        (errors, kind) => showNaming(call, { claims: back.claims, values, errors }, statusOf(kind)),
      )
    },
    limited: (call, errors) => {
      const back = backIn(call)
      const values = { username: call.form.text('username').trim(), email: call.form.text('email').trim() }
      return back === null ? tooLate() : showNaming(call, { claims: back.claims, values, errors })
    },
  }),
]

/** Nobody here is linked to them. The address is no proof: whose account has it shows first that it is theirs. */
async function welcome(call: Call, back: Back): Promise<PageAnswer> {
  if (back.userId !== null) {
    call.signOn.keep(back)
    return go(`/login?redirect_to=${encodeURIComponent(back.redirectTo)}`)
  }
  requireOpenDoor(call.app)
  const { username, isFree } = await suggestName(call.app, back.claims)
  if (isFree && back.claims.email !== null) return makeAccount(call, back, { username, email: '' })
  call.signOn.keep(back)
  return go(naming)
}

async function makeAccount(
  call: Call,
  { claims, redirectTo }: Back,
  chosen: { readonly username: string; readonly email: string },
): Promise<PageAnswer> {
  const { app, via } = call
  const { user, entered } = await registerIdentity(app, via, claims, chosen)
  call.signOn.forget()
  if (entered.kind !== 'granted') return enterWith(call, entered, redirectTo)
  call.setSession(entered.grant)
  const mail = tellOfMail(app.config, user, {
    sent: 'A mail to confirm your address is on its way.',
    link: 'the link that confirms your address',
  })
  return done(redirectTo || afterSignIn, `Welcome, ${user.username}.${user.emailVerified ? '' : ` ${mail}`}`)
}

async function enterWith(call: Call, entered: LoginResult, target: string): Promise<PageAnswer> {
  if (entered.kind === 'granted') return enter(call, entered.grant, target)
  return showSecondStep(call, { challenge_token: entered.challengeToken, redirect_to: target }, noErrors)
}

function backIn({ app, signOn }: Call): Back | null {
  requireSignOn(app)
  const state = signOn.read()
  return state?.kind === 'back' && state.userId === null ? state : null
}

function tooLate(): PageAnswer {
  return go('/login', { tone: 'warning', text: 'That took too long: sign in again.' })
}

function notLinked(errors: FormErrors): PageAnswer {
  return go(security, { tone: 'danger', text: saidTogether(errors) ?? 'Nothing was linked.' })
}

function nameIn({ app }: Call): string {
  return app.config.OIDC_NAME
}

interface Naming {
  readonly claims: SignOnClaims
  readonly values: { readonly username: string; readonly email: string }
  readonly errors: FormErrors
}

function showNaming({ app, chrome }: Call, { claims, values, errors }: Naming, status = 200): PageAnswer {
  const { email } = claims
  const { email: wrong, ...others } = errors
  // What is wrong with an address that nobody typed in belongs to no field.
  const said = wrong === undefined || email === null ? errors : { ...others, form: wrong }
  return show(
    <SignOnAccountView chrome={chrome} provider={app.config.OIDC_NAME} email={email} values={values} errors={said} />,
    status,
  )
}
