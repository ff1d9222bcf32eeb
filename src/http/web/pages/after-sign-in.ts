import { Fault } from '../../../core/errors.ts'
import type { SessionGrant } from '../../../features/sessions/open-session.ts'
import { linkIdentity } from '../../../features/single-sign-on/link-identity.ts'
import { done, go, type PageAnswer, type PageCall } from '../page-route.ts'

export const afterSignIn = '/dashboard'

/**
 * What every sign-in at a page ends with. Who came from the provider with the address of this very account, and has now shown
 * that it is theirs, is linked by this.
 */
export async function enter(call: PageCall<'anyone'>, grant: SessionGrant, target: string): Promise<PageAnswer> {
  const { app, via, setSession, signOn } = call
  setSession(grant)
  const to = target || afterSignIn
  const pending = signOn.read()
  if (pending?.kind !== 'back' || pending.userId !== grant.user.id) return go(to)
  signOn.forget()
  try {
    await linkIdentity(app, { kind: 'session', via, user: grant.user, sessionId: grant.sessionId }, pending.claims)
  } catch (error) {
    // They are signed in all the same.
    if (!(error instanceof Fault)) throw error
    return go(to, { tone: 'warning', text: `${error.message}.` })
  }
  return done(to, `Your account is linked: from now on you can sign in with ${app.config.OIDC_NAME}.`)
}
