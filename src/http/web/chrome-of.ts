import type { App } from '../../app.ts'
import { type Actor, type SessionActor, userOf } from '../../core/actor.ts'
import { countUnread } from '../../features/notifications/inbox.ts'
import { version } from '../../version.ts'
import { avatarUrl } from '../avatar-url.ts'
import type { Assets, Chrome } from './layout/chrome.ts'

/** What the frame of every page shows, for whoever looks at it. */
export async function chromeOf(
  app: Pick<App, 'config' | 'clock' | 'db'>,
  assets: Assets,
  about: Pick<Chrome, 'path' | 'flash' | 'answersForm'> & { readonly actor: Actor },
): Promise<Chrome> {
  const user = userOf(about.actor)
  const unread = readsInbox(about.actor) ? await countUnread(app, about.actor.user.id) : null
  return {
    viewer:
      user === null
        ? null
        : { username: user.username, avatarUrl: avatarUrl(user.username), isAdmin: user.isAdmin, unread },
    assets,
    path: about.path,
    flash: about.flash,
    answersForm: about.answersForm,
    now: app.clock.now(),
    baseUrl: app.config.BASE_URL,
    version,
    registrationEnabled: app.config.REGISTRATION_ENABLED && app.config.PASSWORD_LOGIN_ENABLED,
    sendsMail: app.config.SMTP_URL !== null,
  }
}

/** A bell that whoever owes a second factor cannot listen to would only ask in vain. */
function readsInbox(actor: Actor): actor is SessionActor {
  return actor.kind === 'session' && actor.owesSecondFactor !== true
}
