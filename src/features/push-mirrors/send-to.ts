import type { App } from '../../app.ts'
import { minute } from '../../core/clock.ts'
import { conflict } from '../../core/errors.ts'
import { Pace } from '../../core/pace.ts'
import type { RefName } from '../../core/ref-name.ts'
import type { Repo } from '../../core/repo.ts'
import { noSha, type Sha } from '../../core/sha.ts'
import { presentObjects } from '../../git/pack-since.ts'
import { packToSend } from '../../git/pack-to-send.ts'
import type { RemoteRef } from '../../git/read-advertisement.ts'
import type { RefChange } from '../../git/receive-pack.ts'
import { findRefs } from '../imports/remote.ts'
import type { Source } from '../imports/source.ts'
import { type Here, readHere } from '../mirrors/compare-refs.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { printOfRefs } from './print-of-refs.ts'
import type { Outcome } from './push-mirror-store.ts'
import { pushRefs, refusedInWords } from './push-refs.ts'
import { refuseFollowed } from './refuse-followed.ts'

/** For names alone. */
const longestLookMs = 5 * minute
/** At a server that refuses something. */
const mostTries = 24

export type Sent = Pick<Outcome, 'error' | 'isPartly' | 'print'>

/** Makes branches and tags on another server what they are here, as far as it takes them. */
export async function sendTo(app: App, repo: Repo, target: Source, signal: AbortSignal): Promise<Sent> {
  const options = { allowedHosts: app.config.IMPORT_ALLOWED_HOSTS, signal }
  const look = { ...options, signal: AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]) }
  const found = await findRefs(target, look, 'git-receive-pack')
  refuseFollowed(repo, found.source.url)
  const here = await readHere(app, repo.id)
  // Somebody may have emptied it by mistake: what is there is then the last copy.
  if (here.size === 0 && found.refs.length > 0) throw conflict('It is empty here now: nothing was changed there')
  const changes = await compare(here, found.refs)
  const allThere = { error: null, isPartly: false, print: await printOfRefs(here) }
  if (changes.length === 0) return allThere
  let left = mostTries
  // Many servers take all or nothing: then each half is tried by itself, so that what they refuse holds up nothing else.
  const push = async (some: readonly RefChange[]): Promise<readonly string[]> => {
    left--
    const pack = await packOf(app, repo, some, found.refs)
    const refused = await pushRefs(found.source, { changes: some, pack }, options)
    if (refused.length < some.length || some.length === 1 || left <= 0) return refused
    const middle = some.length >> 1
    return [...(await push(some.slice(0, middle))), ...(await push(some.slice(middle)))]
  }
  const refused = await push(changes)
  if (refused.length === 0) return allThere
  return { error: refusedInWords(refused), isPartly: refused.length < here.size, print: null }
}

/** What has to change there, for all to be as here. What goes comes first: it may be in the way of what is new. */
async function compare(here: Here, there: readonly RemoteRef[]): Promise<readonly RefChange[]> {
  const pace = new Pace()
  const before = new Map<RefName, Sha>()
  const gone: RefChange[] = []
  for (const { name, sha } of there) {
    await pace.isOver()
    before.set(name, sha)
    if (!here.has(name)) gone.push({ ref: name, before: sha, after: noSha })
  }
  const changed: RefChange[] = []
  for (const [name, { sha }] of here) {
    await pace.isOver()
    if (before.get(name) !== sha) changed.push({ ref: name, before: before.get(name) ?? noSha, after: sha })
  }
  return [...gone, ...changed]
}

async function packOf(app: App, repo: Repo, changes: readonly RefChange[], there: readonly RemoteRef[]) {
  const wanted = [...new Set(changes.map(({ after }) => after))].filter((sha) => sha !== noSha)
  if (wanted.length === 0) return null
  const dir = repoDirectory(app.config, repo)
  const known = await presentObjects(app.git, dir, [...new Set(there.map(({ sha }) => sha))])
  return packToSend(app.git, dir, { wanted, known })
}
