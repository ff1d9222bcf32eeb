import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { User } from '../../core/user.ts'
import { findFiles, likeliestFirst } from '../contents/find-files.ts'
import { searchRepos } from '../repos/search-repos.ts'
import { listThreads } from '../threads/list-threads.ts'
import { openForThreads, openThread } from '../threads/open-threads.ts'
import type { Thread } from '../threads/thread.ts'
import { searchUsers } from '../users/search-users.ts'

interface NamedThread {
  readonly repo: Pick<Repo, 'owner' | 'slug'>
  readonly thread: Thread
}

/** Where somebody may want to go who has typed so much. */
export interface Places {
  readonly threads: readonly Thread[]
  /** In whichever repository: `anvil#12`, `ada/anvil#12`. */
  readonly named: readonly NamedThread[]
  readonly files: readonly string[]
  readonly repos: readonly Repo[]
  readonly people: readonly User[]
}

const some = 6
const few = 3
/** Whoever has typed so little that more paths than these hold it types on. */
const mostRanked = 2000

type Needs = Pick<App, 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects'>

/** `here` is the repository that is being looked at, and the branch of it; null on other pages. */
export async function goTo(
  app: Needs,
  actor: Actor,
  q: string,
  here: (RepoRef & { readonly revision: string | undefined }) | null,
): Promise<Places> {
  const [threads, named, files, repos, people] = await Promise.all([
    here === null ? [] : findThreads(app, actor, here, q),
    findNamed(app, actor, q),
    here === null || q === '' || q.startsWith('#') ? [] : filesOf(app, actor, here, q),
    q.startsWith('#')
      ? []
      : searchRepos(app, actor, { q, counting: 'some' }, { page: 1, perPage: some }).then(({ items }) => items),
    q === '' || q.startsWith('#') ? [] : searchUsers(app, q, { page: 1, perPage: few }).then(({ items }) => items),
  ])
  return { threads, named, files, repos, people }
}

const kinds = ['issue', 'pull'] as const

async function findThreads(app: Needs, actor: Actor, here: RepoRef, q: string): Promise<readonly Thread[]> {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1]
  const words = q.replace('#', '')
  const found = await Promise.all(
    kinds
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

async function findNamed(app: Needs, actor: Actor, q: string): Promise<readonly NamedThread[]> {
  const [, owner, slug, number] = /^(?:([^\s/#]+)\/)?([^\s/#]+)#(\d{1,9})$/.exec(q) ?? []
  if (slug === undefined || number === undefined) return []
  const refs = owner === undefined ? await reposCalled(app, actor, slug) : [{ owner, repo: slug }]
  const found = await Promise.all(
    refs.flatMap((ref) => kinds.map((kind) => orNothing(openThread(app, actor, { ...ref, kind, number }, 'read')))),
  )
  return found.filter((one) => one !== null)
}

async function reposCalled(app: Needs, actor: Actor, slug: string): Promise<readonly RepoRef[]> {
  const { items } = await searchRepos(app, actor, { q: slug, counting: 'some' }, { page: 1, perPage: 50 })
  const called = items.filter((repo) => repo.slug.toLowerCase() === slug.toLowerCase())
  return called.slice(0, few).map((repo) => ({ owner: repo.owner, repo: repo.slug }))
}

async function filesOf(
  app: Needs,
  actor: Actor,
  here: RepoRef & { readonly revision: string | undefined },
  text: string,
): Promise<readonly string[]> {
  const request = { page: 1, perPage: mostRanked }
  const found = await orNothing(findFiles(app, actor, here, { revision: here.revision, text, page: request }))
  const paths = found?.items.map((file) => file.path) ?? []
  return likeliestFirst(paths, text).slice(0, some)
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
