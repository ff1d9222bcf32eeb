import type { ComponentChildren } from 'preact'
import { SideNav } from '../components/nav-items.tsx'
import { adminNav } from './admin-nav.ts'
import type { Chrome } from './chrome.ts'
import { Page } from './page.tsx'
import { PageHead } from './page-head.tsx'

type AdminFrameProps = {
  chrome: Chrome
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function AdminFrame({ chrome, title, lead, actions, children }: AdminFrameProps) {
  const crumbs = [{ label: 'Administration', href: '/admin' }, { label: title }]
  return (
    <Page chrome={chrome} title={`${title} · Administration`} crumbs={crumbs}>
      <div class="with-side-nav">
        <SideNav label="Administration" items={adminNav} path={chrome.path} />
        <div class="side-content">
          <PageHead title={title} lead={lead} actions={actions} />
          {children}
        </div>
      </div>
    </Page>
  )
}
