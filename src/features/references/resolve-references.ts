import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { type Reference, referencesIn, withoutCode } from '../../core/references.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import { parseSha, parseShaPrefix, type Sha } from '../../core/sha.ts'
import { nameKey } from '../../core/slug.ts'
import type { ReferenceLinks } from '../../markup/link-references.ts'
import { roleOf } from '../access/role-of.ts'
import { expandPrefixes } from '../refs/expand-prefixes.ts'
import { findRepo } from '../repos/find-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

const mostInText = 200
const mostRepos = 20
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
  const repos = await reposOf(app, actor, home, references)
  const [people, threads, commits] = await Promise.all([
    findPeople(app, references),
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

/** '' stands for the repository that the text is in. */
function placeOf(repo: RepoRef | null): string {
  return repo === null ? '' : `${nameKey(repo.owner)}/${nameKey(repo.repo)}`
}

function of<K extends Reference['kind']>(kind: K, references: readonly Reference[]): readonly Kind<K>[] {
  return references.filter((one): one is Kind<K> => one.kind === kind)
}

async function reposOf(
  app: Needs,
  actor: Actor,
  home: Repo,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, Repo>> {
  const named = new Map(
    references.flatMap((one) => (one.kind === 'mention' || one.repo === null ? [] : [[placeOf(one.repo), one.repo]])),
  )
  const repos = new Map([['', home]])
  for (const [place, ref] of [...named].slice(0, mostRepos)) {
    const repo = await findRepo(app.db, ref)
    if (repo !== null && (await roleOf(app.db, actor, repo)) !== null) repos.set(place, repo)
  }
  return repos
}

async function findPeople(app: Needs, references: readonly Reference[]): Promise<ReadonlyMap<string, string>> {
  const keys = of('mention', references).map((one) => nameKey(one.name))
  if (keys.length === 0) return new Map()
  const rows = await app.db.selectFrom('owners').select(['name', 'name_key']).where('name_key', 'in', keys).execute()
  return new Map(rows.map((row) => [`@${row.name_key}`, `/${row.name}`]))
}

async function findThreads(
  app: Needs,
  repos: ReadonlyMap<string, Repo>,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const hrefs = new Map<string, string>()
  for (const [place, asked] of Map.groupBy(of('thread', references), (one) => placeOf(one.repo))) {
    const repo = repos.get(place)
    if (repo === undefined) continue
    const rows = await app.db
      .selectFrom('threads')
      .select(['number', 'kind'])
      .where('repo_id', '=', repo.id)
      .where(
        'number',
        'in',
        asked.map((one) => one.number),
      )
      .execute()
    for (const { number, kind } of rows) {
      hrefs.set(`${place}#${number}`, `/${repo.owner}/${repo.slug}/${kind === 'issue' ? 'issues' : 'pulls'}/${number}`)
    }
  }
  return hrefs
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
