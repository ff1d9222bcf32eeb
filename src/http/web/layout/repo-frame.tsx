import type { ComponentChildren } from 'preact'
import type { Attention } from '../../../core/attention.ts'
import { type RepoName, repoUrl } from '../code-urls.ts'
import { Badge, VisibilityBadge } from '../components/badge.tsx'
import type { NavItem } from '../components/nav-items.tsx'
import type { Status } from '../components/status-label.tsx'
import type { Chrome } from './chrome.ts'
import { Page, type PageProps } from './page.tsx'
import { type RepoTab, repoTabs } from './repo-tabs.ts'

/** What the frame knows of the repository, and what its reader may do there. */
export type RepoHead = {
  owner: string
  slug: string
  isPublic: boolean
  isArchived: boolean
  isEmpty: boolean
  /** The address of the repository on another server that it follows. */
  mirrorOf: string | null
  defaultBranch: string
  stars: number
  isStarred: boolean
  /** How much of it the reader wants to hear; null as usual. */
  attention: Attention | null
  forks: number
  /** Where it was forked from, where the reader may know that. */
  source: (RepoName & { defaultBranch: string; isArchived: boolean }) | null
  releases: number
  /** Open ones. */
  issues: number
  /** Open pull requests. */
  pulls: number
  /** How the default branch is doing; null where there are no pipelines at all. */
  ci: { status: Status | null } | null
  can: { star: boolean; fork: boolean; work: boolean; push: boolean; configure: boolean; own: boolean }
}

type RepoFrameProps = Pick<PageProps, 'description' | 'width'> & {
  chrome: Chrome
  repo: RepoHead
  /** Comes before the repository's name in the title of the window. */
  title?: string | undefined
  /** Numbers for the tabs, by their label. */
  counts?: Readonly<Record<string, number>> | undefined
  children: ComponentChildren
}

export function RepoFrame({ chrome, repo, title, counts = {}, children, ...page }: RepoFrameProps) {
  const name = `${repo.owner}/${repo.slug}`
  return (
    <Page
      {...page}
      chrome={chrome}
      repoHref={repoUrl(repo)}
      title={title === undefined ? name : `${title} · ${name}`}
      crumbs={[
        { label: repo.owner, href: `/${repo.owner}` },
        { label: repo.slug, href: repoUrl(repo) },
      ]}
      crumbsAfter={
        <>
          <VisibilityBadge isPublic={repo.isPublic} />
          {repo.isArchived && (
            <Badge tone="warning" icon="archive">
              Archived
            </Badge>
          )}
          {repo.mirrorOf !== null && <Badge icon="mirror">Mirror</Badge>}
        </>
      }
      tabs={{ label: 'Repository', items: tabsOf(repo, chrome.path, counts) }}
    >
      {children}
    </Page>
  )
}

function tabsOf(repo: RepoHead, path: string, counts: Readonly<Record<string, number>>): readonly NavItem[] {
  const base = repoUrl(repo)
  const shown = repoTabs.filter((tab) => tab.isFor?.(repo) ?? true)
  const isUnder = (at: string): boolean => path === base + at || path.startsWith(`${base + at}/`)
  const holds = ({ path: own, also = [] }: RepoTab): boolean => own !== '' && [own, ...also].some(isUnder)
  const current = shown.find(holds) ?? shown[0]
  return shown.map((tab) => ({
    label: tab.label,
    href: base + tab.path,
    icon: tab.icon,
    count: counts[tab.label] ?? tab.count?.(repo),
    status: tab.status?.(repo),
    current: tab === current,
  }))
}
