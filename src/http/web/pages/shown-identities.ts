import type { App } from '../../../app.ts'
import type { SessionActor } from '../../../core/actor.ts'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import { isLinked } from '../../../features/single-sign-on/is-linked.ts'
import { listIdentities } from '../../../features/single-sign-on/list-identities.ts'
import type { Identities } from '../views/settings-identities.tsx'

export async function shownIdentities(
  app: Pick<App, 'config' | 'db' | 'oidc'>,
  actor: SessionActor,
): Promise<Identities> {
  const all = await listIdentities(app, actor)
  const provider = app.oidc === null ? null : app.config.OIDC_NAME
  return {
    provider,
    canLink: provider !== null && !(await isLinked(app, actor.user.id)),
    rows: all.map((one) => ({
      id: one.uuid,
      email: one.email,
      host: URL.canParse(one.issuer) ? new URL(one.issuer).host : one.issuer,
      createdAt: iso(one.createdAt),
      lastUsedAt: maybeIso(one.lastUsedAt),
    })),
  }
}
