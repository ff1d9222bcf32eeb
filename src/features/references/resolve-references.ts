import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Reference, referencesIn, withoutCode } from '../../core/references.ts'
import type { Repo } from '../../core/repo.ts'
import { parseSha, parseShaPrefix, type Sha } from '../../core/sha.ts'
import { nameKey } from '../../core/slug.ts'
import type { ReferenceLinks } from '../../markup/link-references.ts'
import { expandPrefixes } from '../refs/expand-prefixes.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { seenBy } from '../teams/seen-by.ts'
import { findNamedRepos, placeOf } from './find-named-repos.ts'
import { findNamedThreads, type NamedThread } from './find-named-threads.ts'

const mostInText = 200
const mostCommits = 50

type Needs = Pick<App, 'config' | 'db' | 'history' | 'objects'>
type Kind<K extends Reference['kind']> = Extract<Reference, { kind: K }>

/**
 * Where the references of some texts lead, for one reader: what is not there, or not theirs to see, leads nowhere. All
 * texts are looked at together, so that a page of comments costs a few questions and not hundreds.
 */
export async function resolveReferences(
  app: Needs,
  actor: Actor,
  home: Repo,
  texts: readonly string[],
): Promise<readonly ReferenceLinks[]> {
  const found = texts.map((text) => new Map(referencesOf(text)))
  const all = new Map(found.flatMap((one) => [...one]))
  const references = [...all.values()]
  const places = references.filter((one) => one.kind !== 'mention')
  const repos = await findNamedRepos(app.db, actor, home, places)
  const [people, threads, commits] = await Promise.all([
    findPeople(app, actor, references),
    findThreads(app, repos, references),
    findCommits(app, repos, references),
  ])
  const hrefs = new Map([...people, ...threads, ...commits])
  return found.map((one) =>
    Object.fromEntries(
      [...one].flatMap(([text, reference]) => {
        const href = hrefs.get(keyOf(reference))
        return href === undefined ? [] : [[text, href]]
      }),
    ),
  )
}

function referencesOf(text: string): (readonly [string, Reference])[] {
  return referencesIn(withoutCode(text), mostInText).map((one) => [one.text, one.reference] as const)
}

function keyOf(reference: Reference): string {
  switch (reference.kind) {
    case 'mention':
      return `@${nameKey(reference.name)}`
    case 'thread':
      return `${placeOf(reference.repo)}#${reference.number}`
    case 'commit':
      return `${placeOf(reference.repo)}@${reference.id}`
  }
}

function of<K extends Reference['kind']>(kind: K, references: readonly Reference[]): readonly Kind<K>[] {
  return references.filter((one): one is Kind<K> => one.kind === kind)
}

/** A team that the reader may not know of is a word like any other. */
async function findPeople(
  app: Needs,
  actor: Actor,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const keys = of('mention', references).map((one) => nameKey(one.name))
  if (keys.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('owners')
    .leftJoin('teams', 'teams.id', 'owners.id')
    .select(['owners.name', 'owners.name_key'])
    .where('owners.name_key', 'in', keys)
    .where((eb) => eb.or([eb('teams.id', 'is', null), seenBy(actor)(eb)]))
    .execute()
  return new Map(rows.map((row) => [`@${row.name_key}`, `/${row.name}`]))
}

async function findThreads(
  app: Needs,
  repos: ReadonlyMap<string, Repo>,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const asked = of('thread', references)
  const found = await findNamedThreads(app.db, repos, asked)
  return new Map(
    asked.flatMap((one, at) => {
      const thread = found[at]
      return thread == null ? [] : [[keyOf(one), hrefOf(thread)] as const]
    }),
  )
}

function hrefOf({ repo, kind, number }: NamedThread): string {
  return `/${repo.owner}/${repo.slug}/${kind === 'issue' ? 'issues' : 'pulls'}/${number}`
}

async function findCommits(
  app: Needs,
  repos: ReadonlyMap<string, Repo>,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const hrefs = new Map<string, string>()
  const asked = of('commit', references).slice(0, mostCommits)
  for (const [place, some] of Map.groupBy(asked, (one) => placeOf(one.repo))) {
    const repo = repos.get(place)
    if (repo === undefined || repo.isEmpty) continue
    const prefixes = some.flatMap((one) => parseShaPrefix(one.id) ?? [])
    const expanded: ReadonlyMap<string, Sha> = await expandPrefixes(app, repo, prefixes)
    for (const one of some) {
      const sha = expanded.get(one.id) ?? (await findCommit(app, repo, one.id))
      if (sha !== null) hrefs.set(keyOf(one), `/${repo.owner}/${repo.slug}/commit/${sha}`)
    }
  }
  return hrefs
}

async function findCommit(app: Needs, repo: Repo, id: string): Promise<Sha | null> {
  const sha = parseSha(id)
  const info = sha && (await app.objects.info(repoDirectory(app.config, repo), sha))
  return info?.type === 'commit' ? info.sha : null
}
