import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { User } from '../../core/user.ts'
import { findFiles } from '../contents/list-files.ts'
import { searchRepos } from '../repos/list-repos.ts'
import { listThreads } from '../threads/list-threads.ts'
import { openForThreads, openThread } from '../threads/open-threads.ts'
import type { Thread } from '../threads/thread.ts'
import { searchUsers } from '../users/search-users.ts'

/** Where somebody may want to go who has typed so much. */
export interface Places {
  readonly threads: readonly Thread[]
  readonly files: readonly string[]
  readonly repos: readonly Repo[]
  readonly people: readonly User[]
}

const some = 6
const few = 3

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** `here` is the repository that is being looked at, and the branch of it; null on other pages. */
export async function goTo(
  app: Needs,
  actor: Actor,
  q: string,
  here: (RepoRef & { readonly revision: string | undefined }) | null,
): Promise<Places> {
  const [threads, files, repos, people] = await Promise.all([
    here === null ? [] : findThreads(app, actor, here, q),
    here === null || q === '' || q.startsWith('#') ? [] : filesOf(app, actor, here, q),
    q.startsWith('#') ? [] : searchRepos(app, actor, q, { page: 1, perPage: some }).then(({ items }) => items),
    q === '' || q.startsWith('#') ? [] : searchUsers(app, q, { page: 1, perPage: few }).then(({ items }) => items),
  ])
  return { threads, files, repos, people }
}

async function findThreads(app: Needs, actor: Actor, here: RepoRef, q: string): Promise<readonly Thread[]> {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1]
  const words = q.replace('#', '')
  const found = await Promise.all(
    (['issue', 'pull'] as const)
      .map(async (kind) => {
        if (number !== undefined) return (await openThread(app, actor, { ...here, kind, number }, 'read')).thread
        const repo = await openForThreads(app, actor, { ...here, kind }, 'read')
        const asked = { filter: { q: words, state: 'all' }, request: { page: 1, perPage: few } } as const
        return words === '' ? [] : (await listThreads(app, actor, { repo, kind }, asked)).items
      })
      .map(orNothing),
  )
  return found.flatMap((one) => one ?? [])
}

async function filesOf(
  app: Needs,
  actor: Actor,
  here: RepoRef & { readonly revision: string | undefined },
  text: string,
): Promise<readonly string[]> {
  const found = await orNothing(
    findFiles(app, actor, here, { revision: here.revision, text, page: { page: 1, perPage: 200 } }),
  )
  // A name that holds it says more than a folder that does; short ones first.
  const wanted = text.toLowerCase()
  const rank = (path: string): number =>
    (path.toLowerCase().lastIndexOf(wanted) > path.lastIndexOf('/') ? 0 : 1000) + path.length
  const paths = found?.items.map((file) => file.path) ?? []
  return paths.toSorted((a, b) => rank(a) - rank(b)).slice(0, some)
}

/** What is not there, or not for this reader, is nowhere to go to. */
async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
