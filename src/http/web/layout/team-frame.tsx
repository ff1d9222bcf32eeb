import type { ComponentChildren } from 'preact'
import type { NavItem } from '../components/nav-items.tsx'
import type { Chrome } from './chrome.ts'
import { Page } from './page.tsx'
import { PageHead } from './page-head.tsx'

/** What the frame knows of the team, and what its reader may do there. */
export type TeamHead = {
  slug: string
  name: string
  description: string
  members: number
  repositories: number
  can: { seeMembers: boolean; manage: boolean; own: boolean }
}

type TeamFrameProps = {
  chrome: Chrome
  team: TeamHead
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function teamUrl(slug: string): string {
  return `/teams/${slug}`
}

export function TeamFrame({ chrome, team, title, lead, actions, children }: TeamFrameProps) {
  const base = teamUrl(team.slug)
  const isSettings = chrome.path.startsWith(`${base}/settings`)
  const isMembers = chrome.path.startsWith(`${base}/members`)
  const isWebhooks = chrome.path.startsWith(`${base}/webhooks`)
  const isVariables = chrome.path.startsWith(`${base}/ci/variables`)
  const isElsewhere = isSettings || isMembers || isWebhooks || isVariables
  const items: NavItem[] = [
    { label: 'Repositories', href: base, icon: 'repo', count: team.repositories, current: !isElsewhere },
  ]
  if (team.can.seeMembers) {
    items.push({ label: 'Members', href: `${base}/members`, icon: 'people', count: team.members, current: isMembers })
  }
  if (team.can.manage) {
    items.push({ label: 'Webhooks', href: `${base}/webhooks`, icon: 'broadcast', current: isWebhooks })
    items.push({ label: 'Variables', href: `${base}/ci/variables`, icon: 'key-asterisk', current: isVariables })
  }
  if (team.can.own) items.push({ label: 'Settings', href: `${base}/settings`, icon: 'gear', current: isSettings })
  const crumbs = [
    { label: 'Teams', href: '/teams' },
    { label: team.slug, href: base },
  ]
  return (
    <Page
      chrome={chrome}
      title={title === team.name ? title : `${title} · ${team.name}`}
      crumbs={crumbs}
      tabs={{ label: 'Team', items }}
    >
      <div class="stack-wide">
        <PageHead title={title} lead={lead} actions={actions} />
        {children}
      </div>
    </Page>
  )
}
