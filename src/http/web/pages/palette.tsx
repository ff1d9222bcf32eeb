import { Fault } from '../../../core/errors.ts'
import type { Right } from '../../../features/access/permit.ts'
import { getRepoFrame } from '../../../features/repos/get-repo-frame.ts'
import { goTo, type Places } from '../../../features/search/go-to.ts'
import type { Thread } from '../../../features/threads/thread.ts'
import { codeUrl, repoUrl } from '../code-urls.ts'
import type { IconName } from '../components/icon.tsx'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { type PageCall, page, show } from '../page-route.ts'
import { ownPlaces, type Place, type PlaceGroup, repoPlaces } from '../palette-places.ts'
import { pullUrl } from '../pull-urls.ts'
import { headOf } from '../repo-page.ts'
import { PaletteView } from '../views/palette.tsx'

const longestQuery = 100
const mostPages = 8

export const palettePages = [
  page({
    method: 'GET',
    path: '/-/palette',
    right: 'anyone',
    scope: 'repo:read',
    handle: async (call) => {
      const { app, actor, chrome, query } = call
      const q = (query['q'] ?? '').trim().slice(0, longestQuery)
      const here = await openHere(call)
      const at = here && { owner: here.owner, repo: here.slug, revision: query['ref'] || undefined }
      const places = await goTo(app, actor, q, at)
      const groups = groupsOf(places, here, query['ref'] || here?.defaultBranch)
      const pages: PlaceGroup[] = [
        ...(here === null ? [] : [{ title: 'This repository', places: repoPlaces(here, q).slice(0, mostPages) }]),
        ...groups,
        { title: 'Pages', places: ownPlaces(chrome, q).slice(0, mostPages) },
        { title: 'Search', places: searches(q, here) },
      ]
      return show(<PaletteView chrome={chrome} q={q} groups={pages.filter((group) => group.places.length > 0)} />)
    },
  }),
]

/** The repository that the reader looks at, as its address names it; what cannot be seen is as nothing. */
async function openHere({ app, actor, query }: PageCall<Right>): Promise<RepoHead | null> {
  const [, owner, repo] = /^\/([^/]+)\/([^/]+)$/.exec(query['repo'] ?? '') ?? []
  if (owner === undefined || repo === undefined) return null
  try {
    return headOf(await getRepoFrame(app, actor, { owner, repo }))
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

const threadIcons = {
  issue: { open: 'issue-opened', closed: 'issue-closed', merged: 'issue-closed' },
  pull: { open: 'git-pull-request', closed: 'git-pull-request-closed', merged: 'git-merge' },
} as const satisfies Record<string, Record<string, IconName>>

function groupsOf(places: Places, here: RepoHead | null, ref: string | undefined): readonly PlaceGroup[] {
  const named = places.named.map(({ repo, thread }) => threadPlace(repo, thread, `${repo.owner}/${repo.slug}`))
  const inRepo =
    here === null
      ? []
      : [
          {
            title: 'Issues and pull requests',
            places: places.threads.map((thread) => threadPlace(here, thread)),
          },
          {
            title: 'Files',
            places: places.files.map(
              (path): Place => ({
                label: path,
                href: codeUrl(here, 'blob', ref ?? here.defaultBranch, path),
                icon: 'file',
              }),
            ),
          },
        ]
  return [
    { title: 'By number', places: named },
    ...inRepo,
    {
      title: 'Repositories',
      places: places.repos.map(
        (repo): Place => ({
          label: `${repo.owner}/${repo.slug}`,
          detail: repo.description,
          href: repoUrl(repo),
          icon: repo.isPublic ? 'repo' : 'lock',
        }),
      ),
    },
    {
      title: 'People',
      places: places.people.map(
        (person): Place => ({
          label: person.username,
          detail: person.fullName,
          href: `/${person.username}`,
          icon: 'person',
        }),
      ),
    },
  ]
}

type Named = { owner: string; slug: string }

function threadPlace(repo: Named, { kind, number, title, state }: Thread, where = ''): Place {
  return {
    label: `${where}#${number} ${title}`,
    detail: state,
    href: kind === 'pull' ? pullUrl({ ...repo, number }) : `${repoUrl(repo)}/issues/${number}`,
    icon: threadIcons[kind][state],
  }
}

function searches(q: string, here: RepoHead | null): readonly Place[] {
  if (q === '') return []
  const asked = new URLSearchParams({ q }).toString()
  const code: readonly Place[] =
    here === null || here.isEmpty
      ? []
      : [{ label: `“${q}” in the code of ${here.slug}`, href: `${repoUrl(here)}/search?${asked}`, icon: 'code' }]
  return [...code, { label: `“${q}” everywhere`, href: `/search?${asked}`, icon: 'search' }]
}
