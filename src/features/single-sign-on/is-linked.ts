import type { App } from '../../app.ts'
import { listIdentitiesOf } from './store.ts'

/** Whether somebody signs in where people sign in now. What is left of a service before it opens nothing. */
export async function isLinked({ config, db }: Pick<App, 'config' | 'db'>, userId: number): Promise<boolean> {
  const now = hrefOf(config.OIDC_ISSUER ?? '')
  const linked = await listIdentitiesOf(db, userId)
  return linked.some(({ issuer }) => hrefOf(issuer) === now)
}

/** A service may spell itself with a slash at the end where the settings have none. */
function hrefOf(issuer: string): string | undefined {
  return URL.parse(issuer)?.href
}
