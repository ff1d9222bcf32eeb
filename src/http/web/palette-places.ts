import type { IconName } from './components/icon.tsx'
import type { Chrome } from './layout/chrome.ts'
import type { RepoHead } from './layout/repo-frame.tsx'
import { repoTabs } from './layout/repo-tabs.ts'

/** Somewhere to go: one line of the palette. */
export type Place = { label: string; detail?: string | undefined; href: string; icon: IconName }

export type PlaceGroup = { title: string; places: readonly Place[] }

const morePages = [
  { label: 'Commits', icon: 'history', path: (repo: RepoHead) => `/commits/${encodeURIComponent(repo.defaultBranch)}` },
  { label: 'Branches', icon: 'git-branch', path: () => '/branches' },
  { label: 'Search code', icon: 'search', path: () => '/search' },
  { label: 'Tags', icon: 'tag', path: () => '/tags' },
  { label: 'Contributors', icon: 'people', path: () => '/contributors' },
  { label: 'Compare', icon: 'git-compare', path: () => '/compare' },
  { label: 'New issue', icon: 'issue-opened', path: () => '/issues/new' },
  { label: 'New pull request', icon: 'git-pull-request', path: () => '/pulls/new' },
  { label: 'Labels', icon: 'tag', path: () => '/labels' },
  { label: 'Milestones', icon: 'milestone', path: () => '/milestones' },
] as const satisfies readonly { label: string; icon: IconName; path: (repo: RepoHead) => string }[]

/** The pages of a repository that hold the words. */
export function repoPlaces(repo: RepoHead, q: string): readonly Place[] {
  const base = `/${repo.owner}/${repo.slug}`
  const tabs = repoTabs
    .filter((tab) => tab.isFor?.(repo) ?? true)
    .map((tab) => ({ label: tab.label, icon: tab.icon, href: base + tab.path }))
  const others = repo.isEmpty
    ? []
    : morePages.map(({ label, icon, path }) => ({ label, icon, href: base + path(repo) }))
  return matching([...tabs, ...others], q)
}

/** The pages of everybody, and of whoever is signed in. */
export function ownPlaces({ viewer }: Chrome, q: string): readonly Place[] {
  const open: readonly Place[] = [
    { label: 'Explore', detail: 'Everything you can see', href: '/explore', icon: 'globe' },
    { label: 'API', href: '/api/docs', icon: 'code' },
  ]
  if (viewer === null) {
    return matching([...open, { label: 'Sign in', href: '/login', icon: 'person' }], q)
  }
  const own: readonly Place[] = [
    { label: 'Dashboard', href: '/dashboard', icon: 'home' },
    { label: 'My issues', href: '/issues', icon: 'issue-opened' },
    { label: 'My pull requests', href: '/pulls', icon: 'git-pull-request' },
    { label: 'Notifications', href: '/notifications', icon: 'bell' },
    { label: 'Starred repositories', href: '/dashboard?repositories=starred', icon: 'star' },
    { label: 'New repository', href: '/new', icon: 'plus' },
    { label: 'Import a repository', href: '/new/import', icon: 'download' },
    { label: 'Your profile', href: `/${viewer.username}`, icon: 'person' },
    { label: 'Teams', href: '/teams', icon: 'people' },
    ...open,
    { label: 'Settings: profile', href: '/settings/profile', icon: 'gear' },
    { label: 'Settings: security', href: '/settings/security', icon: 'shield' },
    { label: 'Settings: SSH keys', href: '/settings/ssh-keys', icon: 'key' },
    { label: 'Settings: tokens', href: '/settings/tokens', icon: 'key-asterisk' },
    { label: 'Settings: sessions', href: '/settings/sessions', icon: 'device-desktop' },
    { label: 'Settings: notifications', href: '/settings/notifications', icon: 'bell' },
  ]
  const admin: readonly Place[] = [
    { label: 'Administration', href: '/admin', icon: 'server' },
    { label: 'Administration: people', href: '/admin/users', icon: 'people' },
    { label: 'Administration: audit log', href: '/admin/audit', icon: 'log' },
    { label: 'Administration: jobs', href: '/admin/jobs', icon: 'server' },
  ]
  return matching(viewer.isAdmin ? [...own, ...admin] : own, q)
}

function matching(places: readonly Place[], q: string): readonly Place[] {
  const words = q.toLowerCase().split(/\s+/)
  return places.filter(({ label }) => words.every((word) => beginsIn(label.toLowerCase(), word)))
}

function beginsIn(label: string, word: string): boolean {
  return label.split(/[\s:]+/).some((part) => part.startsWith(word))
}
