import type { IconName } from '../components/icon.tsx'
import type { Status } from '../components/status-label.tsx'
import type { RepoHead } from './repo-frame.tsx'

export type RepoTab = {
  label: string
  icon: IconName
  /** Behind the repository's own address. */
  path: string
  /** Other pages that belong to it. */
  also?: readonly string[]
  /** Left out: everybody who sees the repository. */
  isFor?: (repo: RepoHead) => boolean
  count?: (repo: RepoHead) => number
  status?: (repo: RepoHead) => Status | undefined
}

/** The row under the top bar. A new part of a repository adds its line here; what belongs to none is Code. */
export const repoTabs: readonly RepoTab[] = [
  { label: 'Code', icon: 'code', path: '' },
  {
    label: 'Issues',
    icon: 'issue-opened',
    path: '/issues',
    also: ['/labels', '/milestones'],
    count: (repo) => repo.issues,
  },
  { label: 'Pulls', icon: 'git-pull-request', path: '/pulls', count: (repo) => repo.pulls },
  {
    label: 'CI',
    icon: 'workflow',
    path: '/ci',
    isFor: (repo) => repo.ci !== null,
    status: (repo) => repo.ci?.status ?? undefined,
  },
  { label: 'Releases', icon: 'tag', path: '/releases', count: (repo) => repo.releases },
  { label: 'SBOM', icon: 'package', path: '/sbom' },
  { label: 'Settings', icon: 'gear', path: '/settings', isFor: (repo) => repo.can.configure },
]
