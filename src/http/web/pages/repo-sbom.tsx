import { iso } from '../../../core/iso-time.ts'
import { homeRevision } from '../../../features/refs/home-revision.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { compareSboms } from '../../../features/sbom/compare-sboms.ts'
import { getSbom } from '../../../features/sbom/get-sbom.ts'
import type { ComponentFilter } from '../../../features/sbom/list-components.ts'
import { viewSbom } from '../../../features/sbom/view-sbom.ts'
import { sbomBytes } from '../../raw-bytes.ts'
import { repoUrl } from '../code-urls.ts'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { SbomPageView } from '../views/sbom.tsx'
import { SbomChangesView } from '../views/sbom-changes.tsx'
import type { SbomQuery } from '../views/sbom-filter.tsx'
import { SbomNothingView } from '../views/sbom-nothing.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'

type Call = RepoCall<'anyone'>

const longest = 300
const scopes = ['required', 'optional', 'development'] as const

export const repoSbomPages = [
  repoPage({
    method: 'GET',
    path: '/sbom',
    right: 'anyone',
    handle: (call) => {
      const { base, head } = call.query
      return base === undefined || head === undefined ? showComponents(call) : showChanges(call, base, head)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/sbom/sbom.cdx.json',
    right: 'anyone',
    handle: async ({ app, actor, ref, query }) => ({
      kind: 'bytes',
      bytes: sbomBytes(await getSbom(app, actor, ref, query['ref']?.slice(0, longest))),
    }),
  }),
]

async function showComponents({ app, actor, ref, chrome, head, query: given, page }: Call): Promise<PageAnswer> {
  const query = queryOf(given)
  const revision = query.ref === '' ? await homeRevision(app, actor, ref) : query.ref
  if (revision === null) return show(<SbomNothingView chrome={chrome} repo={head} />)
  const view = await viewSbom(app, actor, ref, { revision, filter: filterOf(query), page })
  const path = `${repoUrl(head)}/sbom`
  const back = backFromPastEnd(view.components, path, query)
  if (back !== null) return go(back)
  return show(
    <SbomPageView
      chrome={chrome}
      repo={head}
      current={view.revision}
      summary={view.summary}
      components={view.components.items}
      pagination={pageInfo(view.components, path, query)}
      refs={await listRefNames(app, actor, ref)}
      query={query}
      judged={view.judged && { ...view.judged, at: iso(view.judged.at) }}
    />,
  )
}

async function showChanges(
  { app, actor, ref, chrome, head: repo }: Call,
  base: string,
  head: string,
): Promise<PageAnswer> {
  const asked = { base: base.slice(0, longest), head: head.slice(0, longest) }
  const changes = await compareSboms(app, actor, ref, asked)
  return show(<SbomChangesView chrome={chrome} repo={repo} {...asked} changes={changes} />)
}

function queryOf(given: Readonly<Record<string, string>>): SbomQuery {
  const text = (name: string): string => (given[name] ?? '').trim().slice(0, longest)
  return {
    ref: text('ref'),
    q: text('q'),
    ecosystem: text('ecosystem'),
    license: text('license'),
    scope: text('scope'),
  }
}

function filterOf({ q, ecosystem, license, scope }: SbomQuery): ComponentFilter {
  return {
    q,
    ecosystem: ecosystem === '' ? undefined : ecosystem,
    // A dash stands for "none is stated": an empty choice is none.
    licence: license === '' ? undefined : license === '-' ? '' : license,
    use: scopes.find((one) => one === scope),
  }
}
