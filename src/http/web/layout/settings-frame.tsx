import type { ComponentChildren } from 'preact'
import { type NavItem, SideNav } from '../components/nav-items.tsx'
import type { Chrome } from './chrome.ts'
import { Page } from './page.tsx'
import { PageHead } from './page-head.tsx'

const settingsNav: readonly NavItem[] = [
  { label: 'Profile', href: '/settings/profile', icon: 'person' },
  { label: 'Security', href: '/settings/security', icon: 'shield-lock' },
  { label: 'SSH keys', href: '/settings/ssh-keys', icon: 'key' },
  { label: 'Sessions', href: '/settings/sessions', icon: 'device-desktop' },
  { label: 'Tokens', href: '/settings/tokens', icon: 'key-asterisk' },
  { label: 'Notifications', href: '/settings/notifications', icon: 'bell' },
]

type SettingsFrameProps = {
  chrome: Chrome
  title: string
  /** Where the title is too long for the bar of a phone. */
  crumb?: string | undefined
  lead?: ComponentChildren
  children: ComponentChildren
}

export function SettingsFrame({ chrome, title, crumb = title, lead, children }: SettingsFrameProps) {
  const crumbs = [{ label: 'Settings', href: '/settings/profile' }, { label: crumb }]
  return (
    <Page chrome={chrome} title={`${title} · Settings`} crumbs={crumbs}>
      <div class="with-side-nav">
        <SideNav label="Settings" items={settingsNav} path={chrome.path} />
        <div class="side-content side-content-narrow">
          <PageHead title={title} lead={lead} />
          {children}
        </div>
      </div>
    </Page>
  )
}
