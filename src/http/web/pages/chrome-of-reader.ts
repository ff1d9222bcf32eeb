import type { App } from '../../../app.ts'
import type { Actor } from '../../../core/actor.ts'
import { countUnread } from '../../../features/notifications/inbox.ts'
import { markThreadRead } from '../../../features/notifications/mark.ts'
import type { Chrome } from '../layout/chrome.ts'

/** The frame of a thread that somebody opens: what they were told of it is read by that, and the bell knows. */
export async function chromeOfReader(
  { app, actor, chrome }: { readonly app: App; readonly actor: Actor; readonly chrome: Chrome },
  threadId: number,
): Promise<Chrome> {
  const { viewer } = chrome
  if (actor.kind !== 'session' || viewer === null || viewer.unread === 0) return chrome
  if (!(await markThreadRead(app, actor, threadId))) return chrome
  return { ...chrome, viewer: { ...viewer, unread: await countUnread(app, actor.user.id) } }
}
