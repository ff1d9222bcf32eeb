import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { invalidField } from '../../core/errors.ts'
import type { Source } from '../imports/source.ts'
import { Api, Declined } from './ask-api.ts'
import { whyDeclined } from './decline-in-words.ts'
import { findForge, possibleFolders } from './find-forge.ts'
import type { Outline } from './forge.ts'
import { Nonsense } from './read-json.ts'
import type { TrackerKind } from './tracker.ts'
import type { NewTracker } from './tracker-store.ts'

/** Somebody waits for it at their screen. */
const lookMs = 20 * second

export type FoundTracker = Pick<
  NewTracker,
  'kind' | 'url' | 'folder' | 'username' | 'token' | 'reserved' | 'pullsAfter' | 'total'
>

/** Numbers that nothing has are left by what was deleted, and by discussions, which some servers count with issues. */
const gaps = { always: 10_000, each: 100 }
/** Whatever a server says of how many there are. */
const mostReserved = 5_000_000

/** What is there, before anything is made of it here. */
export async function lookAtTracker(
  app: Pick<App, 'config'>,
  kind: TrackerKind,
  { url, username, password: token }: Source,
): Promise<FoundTracker> {
  const { folder, outline } = await findOutline(app, kind, { url, token })
  const { lastIssue, lastPull, total } = outline
  const reserved = lastIssue + lastPull
  requireNear(reserved, total)
  return { kind, url, folder, username, token, reserved, pullsAfter: lastPull === 0 ? 0 : lastIssue, total }
}

/** Where it is in none of the places where it could be, the first of them says why. */
async function findOutline(
  app: Pick<App, 'config'>,
  kind: TrackerKind,
  { url, token }: { readonly url: URL; readonly token: string },
): Promise<{ readonly folder: string; readonly outline: Outline }> {
  const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal: AbortSignal.timeout(lookMs) }
  let why: unknown = null
  for (const folder of possibleFolders(kind, url)) {
    const forge = findForge({ kind, url, folder }, token)
    try {
      return { folder, outline: await forge.look(new Api(forge, options)) }
    } catch (error) {
      why ??= whyDeclined(error, forge, token !== '')
      if (!(error instanceof Declined || error instanceof Nonsense)) break
    }
  }
  throw why
}

/** Whoever runs that server could have all numbers of a repository taken before its first issue is written here. */
function requireNear(last: number, total: number | null): void {
  const most = total === null ? mostReserved : Math.min(mostReserved, gaps.always + gaps.each * total)
  if (last <= most) return
  const things = total === 1 ? 'issue or pull request' : 'issues and pull requests'
  const count = total === null ? 'and does not say how many there are' : `with ${total.toLocaleString('en')} ${things}`
  const message = `has numbers up to ${last.toLocaleString('en')}, ${count}: so many would be left empty here`
  throw invalidField('tracker', 'numbers', message)
}
