import type { App } from '../../../app.ts'
import type { SessionActor } from '../../../core/actor.ts'
import { caps, whyNoMore } from '../../../core/caps.ts'
import { iso, maybeIso } from '../../../core/iso-time.ts'
import { listPasskeys } from '../../../features/passkeys/list-passkeys.ts'
import { passkeyPlace } from '../../../features/passkeys/relying-party.ts'
import type { Passkeys } from '../views/settings-passkeys.tsx'

/** All of them: an account has few. */
export async function shownPasskeys(app: Pick<App, 'config' | 'db'>, actor: SessionActor): Promise<Passkeys> {
  const { items } = await listPasskeys(app, actor, { page: 1, perPage: caps.passkeys.most })
  const place = passkeyPlace(app.config)
  const first = actor.owesSecondFactor === true ? 'Set up two-factor sign-in first: everybody here needs it' : null
  return {
    rows: items.map((one) => ({
      id: one.uuid,
      name: one.name,
      isSynced: one.isSynced,
      createdAt: iso(one.createdAt),
      lastUsedAt: maybeIso(one.lastUsedAt),
    })),
    whyNone: 'why' in place ? place.why : first,
    whyNoMore: whyNoMore('passkeys', items.length),
  }
}
