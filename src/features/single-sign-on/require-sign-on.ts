import type { App } from '../../app.ts'
import { Fault } from '../../core/errors.ts'
import type { Claims, Failure, OpenIdConnect } from '../../oidc/oidc.ts'

/** Where single sign-on is off there is nothing of it, not even a page. */
export function requireSignOn({ oidc }: Pick<App, 'oidc'>): OpenIdConnect {
  if (oidc === null) throw new Fault('not-found', 'There is no such page', { code: 'NOT_FOUND' })
  return oidc
}

/** What the provider has said goes to the log, whose readers run the service. People get a sentence of ours. */
export function requireAnswer<T extends Claims | object>(app: Pick<App, 'config' | 'log'>, answer: T | Failure): T {
  if (!('failed' in answer)) return answer
  const { failed, why } = answer
  app.log[failed === 'away' ? 'warn' : 'info']({ failed, why }, 'A sign-in by OpenID Connect came to nothing')
  const name = app.config.OIDC_NAME
  switch (failed) {
    case 'away':
      throw new Fault('unavailable', `There is no answer from ${name} now: try again later, or sign in another way`, {
        code: 'UNAVAILABLE',
      })
    case 'declined':
      throw notSignedIn(`The sign-in with ${name} was cancelled, or refused there`)
    case 'refused':
      throw notSignedIn(`The sign-in with ${name} was not accepted: try again`)
  }
}

export function notSignedIn(message: string): Fault {
  return new Fault('unauthorized', message, { code: 'INVALID_CREDENTIALS' })
}
