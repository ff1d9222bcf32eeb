import type { ComponentChildren } from 'preact'
import { repoUrl } from '../code-urls.ts'
import { type NavItem, SideNav } from '../components/nav-items.tsx'
import type { Chrome } from './chrome.ts'
import { PageHead } from './page-head.tsx'
import { RepoFrame, type RepoHead } from './repo-frame.tsx'

type RepoSettingsFrameProps = {
  chrome: Chrome
  repo: RepoHead
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function RepoSettingsFrame({ chrome, repo, title, lead, actions, children }: RepoSettingsFrameProps) {
  const base = `${repoUrl(repo)}/settings`
  const others: readonly NavItem[] = [
    { label: 'Collaborators', href: `${base}/collaborators`, icon: 'people' },
    { label: 'Branches', href: `${base}/branches`, icon: 'git-branch' },
    { label: 'Tags', href: `${base}/tags`, icon: 'tag' },
    { label: 'Deploy keys', href: `${base}/keys`, icon: 'key' },
    { label: 'Webhooks', href: `${base}/webhooks`, icon: 'broadcast' },
    { label: 'Attachments', href: `${base}/attachments`, icon: 'paperclip' },
    // Nobody else can begin to follow.
    ...(repo.mirrorOf !== null || repo.isEmpty
      ? [{ label: 'Mirror', href: `${base}/mirror`, icon: 'mirror' } as const]
      : []),
    { label: 'Push mirror', href: `${base}/push-mirror`, icon: 'mirror' },
  ]
  const isElsewhere = others.some(({ href }) => `${chrome.path}/`.startsWith(`${href}/`))
  const items = [{ label: 'General', href: base, icon: 'gear', current: !isElsewhere } as const, ...others]
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${title} · Settings`}>
      <div class="with-side-nav">
        <SideNav label="Settings" items={items} path={chrome.path} />
        <div class="side-content side-content-narrow">
          <PageHead title={title} lead={lead} actions={actions} />
          {children}
        </div>
      </div>
    </RepoFrame>
  )
}
