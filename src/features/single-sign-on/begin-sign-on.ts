import type { App } from '../../app.ts'
import type { SessionActor } from '../../core/actor.ts'
import { conflict } from '../../core/errors.ts'
import type { Asked } from '../../oidc/oidc.ts'
import { type Factors, requireFactors } from '../two-factor/require-factors.ts'
import { isLinked } from './is-linked.ts'
import { requireAnswer, requireSignOn } from './require-sign-on.ts'

/** The address that a browser is sent to, and what it has to bring back. */
export async function beginSignOn(app: Pick<App, 'config' | 'log' | 'oidc'>): Promise<Asked> {
  return requireAnswer(app, await requireSignOn(app).ask())
}

/**
 * The same for somebody who is signed in and wants to sign in so from now on. Needs all that signing in needs, because that is
 * what it stands for then.
 */
export async function beginLink(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'oidc' | 'passwords'>,
  actor: SessionActor,
  factors: Factors,
): Promise<Asked> {
  requireSignOn(app)
  if (await isLinked(app, actor.user.id)) {
    throw conflict('Your account is linked already: unlink it first')
  }
  await requireFactors(app, actor, factors)
  return beginSignOn(app)
}
