import type { NavItem } from '../components/nav-items.tsx'

/** A new page of the administration adds its line here. */
export const adminNav: readonly NavItem[] = [
  { label: 'Overview', href: '/admin', icon: 'meter', exact: true },
  { label: 'Users', href: '/admin/users', icon: 'people' },
  { label: 'Repositories', href: '/admin/repos', icon: 'repo' },
  { label: 'Jobs', href: '/admin/jobs', icon: 'workflow' },
  { label: 'Mail', href: '/admin/mail', icon: 'mail' },
  { label: 'Webhooks', href: '/admin/webhooks', icon: 'broadcast' },
  { label: 'Audit', href: '/admin/audit', icon: 'log' },
]
