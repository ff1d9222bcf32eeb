import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Reference, referencesIn } from '../../core/references.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha } from '../../core/sha.ts'
import { nameKey } from '../../core/slug.ts'
import { parseCommit } from '../../git/parse-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { TimelineEvent } from '../threads/timeline.ts'
import { findNamedRepos } from './find-named-repos.ts'
import { findNamedThreads, type NamedThread } from './find-named-threads.ts'

/** What refers to a thread, as it is today. */
export type NamedSource =
  | { readonly kind: 'thread'; readonly thread: NamedThread }
  | { readonly kind: 'commit'; readonly message: string }

type Kind<K extends Reference['kind']> = Extract<Reference, { kind: K }>

/**
 * By their names in a timeline, `owner/repo#12` or `owner/repo@sha`: the threads that the reader may see, and the commits
 * of the thread's own repository.
 */
export async function nameSources(
  app: Pick<App, 'config' | 'db' | 'objects'>,
  actor: Actor,
  home: Repo,
  events: readonly TimelineEvent[],
): Promise<ReadonlyMap<string, NamedSource>> {
  const found = [...new Set(events.flatMap(sourceOf))].flatMap((name) => referencesIn(name, 1))
  const threads = found.flatMap(({ text, reference }) => (reference.kind === 'thread' ? [{ text, reference }] : []))
  const commits = found.flatMap(({ text, reference }) =>
    reference.kind === 'commit' && isOf(home, reference) ? [{ text, reference }] : [],
  )
  const named = threads.map(({ reference }) => reference)
  const [seen, messages] = await Promise.all([
    findNamedRepos(app.db, actor, home, named).then((repos) => findNamedThreads(app.db, repos, named)),
    Promise.all(commits.map(({ reference }) => messageOf(app, home, reference))),
  ])
  return new Map<string, NamedSource>([
    ...threads.flatMap(({ text }, at) => {
      const thread = seen[at]
      return thread == null ? [] : [[text, { kind: 'thread', thread }] as const]
    }),
    ...commits.flatMap(({ text }, at) => {
      const message = messages[at]
      return message == null ? [] : [[text, { kind: 'commit', message }] as const]
    }),
  ])
}

function sourceOf(event: TimelineEvent): readonly string[] {
  if (event.type === 'referenced') return [event.source]
  return event.type === 'closed' && event.pull !== undefined ? [event.pull] : []
}

function isOf({ owner, slug }: Repo, { repo }: Kind<'commit'>): boolean {
  return repo !== null && nameKey(repo.owner) === nameKey(owner) && nameKey(repo.repo) === nameKey(slug)
}

/** Null for one that was pushed over, and is gone by now. */
async function messageOf(
  app: Pick<App, 'config' | 'objects'>,
  home: Repo,
  { id }: Kind<'commit'>,
): Promise<string | null> {
  const sha = parseSha(id)
  const object = sha && (await app.objects.read(repoDirectory(app.config, home), sha))
  return object?.type === 'commit' ? parseCommit(object.data).message : null
}
