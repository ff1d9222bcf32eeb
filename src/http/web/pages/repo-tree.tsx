import type { Config } from '../../../config.ts'
import { userOf } from '../../../core/actor.ts'
import { decodeText } from '../../../core/decode-text.ts'
import { escapePath } from '../../../core/escape-path.ts'
import { isMarkdown } from '../../../core/is-markdown.ts'
import { iso } from '../../../core/iso-time.ts'
import type { Right } from '../../../features/access/permit.ts'
import { browseFolder } from '../../../features/contents/browse-folder.ts'
import { type OpenPath, openPath } from '../../../features/contents/open-path.ts'
import { type FoundReadme, readReadme } from '../../../features/contents/read-readme.ts'
import { renderDocument } from '../../../features/contents/render-document.ts'
import { compareUpstream } from '../../../features/forks/compare-upstream.ts'
import { findImportOf } from '../../../features/imports/get-import.ts'
import { findMirrorOf } from '../../../features/mirrors/get-mirror.ts'
import { findFreshBranch } from '../../../features/pulls/find-fresh-branch.ts'
import { resolveReferences } from '../../../features/references/resolve-references.ts'
import { homeRevision } from '../../../features/refs/home-revision.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { findLatestRelease } from '../../../features/releases/read-releases.ts'
import { countCode } from '../../../features/repos/count-code.ts'
import { listContributors } from '../../../features/repos/list-contributors.ts'
import { starRepo } from '../../../features/repos/star-repo.ts'
import { combineStates } from '../../../features/statuses/combine-states.ts'
import { findOnWay } from '../../../features/trackers/find-on-way.ts'
import { cloneUrls } from '../clone-urls.ts'
import { codeUrl, type RepoName, repoUrl } from '../code-urls.ts'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoEmptyView } from '../views/repo-empty.tsx'
import { type RepoTreeProps, RepoTreeView } from '../views/repo-tree.tsx'
import { commitSummary, shownCommitChecks } from './commit-summary.ts'
import { pageInfo } from './page-info.ts'
import { importForm, shownTracker } from './shown-import.ts'

/** A page comes at once; whoever asks for the whole waits as long as it takes. */
const wholePatienceMs = 20_000

export const repoTreePages = [
  repoPage({
    method: 'GET',
    path: '',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const { app, actor, chrome, frame, head, ref } = call
      const revision = await homeRevision(app, actor, ref)
      if (revision === null) {
        const urls = cloneUrls(app.config, frame.repo)
        const source = head.can.push ? importForm(await findImportOf(app, actor, ref)) : null
        const follows = head.mirrorOf !== null && head.can.configure
        const failure = follows ? (await findMirrorOf(app, actor, ref))?.error : null
        const { description } = frame.repo
        return show(<RepoEmptyView {...{ chrome, repo: head, description, urls, source, failure }} />)
      }
      return showTree(call, await openPath(app, actor, ref, revision), repoUrl(frame.repo))
    },
  }),
  repoPage({
    method: 'GET',
    path: '/tree/*',
    right: 'anyone',
    lasts: true,
    handle: async (call) => {
      const at = await openPath(call.app, call.actor, call.ref, call.rest)
      if (at.entry.kind !== 'folder') return go(codeUrl(at.repo, 'blob', at.revision.address, at.path))
      return showTree(call, at, codeUrl(at.repo, 'tree', at.revision.address, at.path))
    },
  }),
  ...(['star', 'unstar'] as const).map((act) =>
    repoPage({
      method: 'POST',
      path: `/${act}`,
      right: 'session',
      handle: async ({ app, actor, ref }) => {
        await starRepo(app, actor, ref, act === 'star')
        return go(`/${ref.owner}/${ref.repo}`)
      },
    }),
  ),
]

async function showTree(call: RepoCall<Right>, at: OpenPath, href: string): Promise<PageAnswer> {
  const { app, actor, ref, head, chrome } = call
  const { page } = call.page
  const waits = call.query['commits'] === 'all'
  const patience = waits ? wholePatienceMs : app.firstLookMs
  // Those of the default branch: of every other one they are much the same.
  const isHome = at.path === '' && at.revision.kind === 'branch' && at.revision.name === at.repo.defaultBranch
  const user = userOf(actor)
  const [folder, readme, refs, facts, latest, contributors, fresh, stand, checks, tracker] = await Promise.all([
    browseFolder(app, at, { page, patienceMs: patience }),
    readReadme(app, at).then((found) => shownReadme(call, at, found)),
    listRefNames(app, actor, ref),
    countCode(app, actor, at, patience),
    at.path === '' ? latestOf(call) : null,
    isHome ? listContributors(app, at, patience) : null,
    isHome && user !== null ? findFreshBranch(app, user, at.repo) : null,
    isHome ? compareUpstream(app, actor, at.repo) : null,
    combineStates(app, at.repo, at.path === '' ? [at.revision.sha] : []),
    isHome && head.can.push ? findOnWay(app, at.repo.id) : null,
  ])
  const { repo, revision, path } = at
  const { commit } = folder
  const [links] = await resolveReferences(app, actor, repo, commit === null ? [] : [commit.message])
  const whole = new URLSearchParams({ ...(page > 1 ? { page: String(page) } : {}), commits: 'all' })
  const about =
    path === ''
      ? {
          description: repo.description,
          topics: repo.topics.split(' ').filter((topic) => topic !== ''),
          urls: cloneUrls(app.config, repo),
          languages: facts.languages ?? ('counting' as const),
          latest,
          contributors: isHome ? (contributors ?? ('counting' as const)) : null,
        }
      : null
  const isCounted = facts.languages !== null && (facts.commits !== null || path !== '')
  const isPartial = folder.isPartial || !isCounted || (isHome && contributors === null)
  const view = (
    <RepoTreeView
      chrome={chrome}
      repo={head}
      current={revision}
      refs={refs}
      path={path}
      entries={folder.entries.items.map((entry) => ({
        name: entry.name,
        kind: entry.kind,
        pinned: entry.kind === 'submodule' ? entry.sha : null,
        lastCommit: entry.lastCommit && commitSummary(entry.lastCommit),
      }))}
      pagination={pageInfo(folder.entries, href)}
      commit={commit && { ...commitSummary(commit), links, checks: shownCommitChecks(checks.get(commit.sha)) }}
      commitCount={facts.commits}
      readme={readme}
      wholeHref={isPartial && !waits ? `${href}?${whole.toString()}` : null}
      about={about}
      stand={stand}
      tracker={shownTracker(tracker)}
      fresh={fresh && { source: fresh.source, at: new Date(fresh.pushedAt).toISOString() }}
    />
  )
  return { kind: 'show', view, status: 200, isPartial }
}

async function latestOf({ app, actor, ref }: RepoCall<Right>) {
  const release = await findLatestRelease(app, actor, ref)
  if (release === null) return null
  const { name, tagName, publishedAt, createdAt } = release
  return { name, tag: tagName, publishedAt: iso(publishedAt ?? createdAt) }
}

async function shownReadme(
  { app, actor }: RepoCall<Right>,
  at: OpenPath,
  readme: FoundReadme,
): Promise<RepoTreeProps['readme']> {
  if (readme === null) return null
  if (readme.data === null) return { name: readme.name, html: null, text: null }
  const { name, sha, data } = readme
  const place = placeOf(app.config, at, at.path)
  const html = isMarkdown(name) ? await renderDocument(app, actor, at.dir, { sha, data, place }) : null
  return { name, html, text: html === null ? decodeText(data) : '' }
}

export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** Where links of a document in a folder lead. */
export function placeOf(
  config: Pick<Config, 'BASE_URL'>,
  { repo, revision }: { repo: RepoName; revision: { address: string } },
  folder: string,
) {
  const name = escapePath(revision.address)
  return {
    files: `${repoUrl(repo)}/blob/${name}/`,
    pictures: `${repoUrl(repo)}/media/${name}/`,
    folder,
    home: config.BASE_URL,
  }
}
