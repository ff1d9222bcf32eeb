import type { ComponentChildren } from 'preact'
import { Avatar } from '../components/avatar.tsx'
import { Breadcrumb, type Crumb } from '../components/breadcrumb.tsx'
import { LinkButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Menu, MenuAction, MenuDivider, MenuLink } from '../components/menu.tsx'
import { still } from '../components/static-html.ts'
import type { Chrome, Viewer } from './chrome.ts'

type TopBarProps = { chrome: Chrome; crumbs: readonly Crumb[]; crumbsAfter?: ComponentChildren }

export function TopBar({ chrome, crumbs, crumbsAfter }: TopBarProps) {
  const { viewer } = chrome
  return (
    <header class="top-bar">
      <a class="top-bar-home" href="/" aria-label="Stithy, home">
        <Anvil />
        {crumbs.length === 0 && <span class="wordmark">Stithy</span>}
      </a>
      {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} after={crumbsAfter} />}
      <SearchForm />
      <div class="top-bar-end">
        <SearchTool />
        {viewer === null ? <StrangerLinks chrome={chrome} /> : <PersonTools viewer={viewer} />}
      </div>
    </header>
  )
}

const Anvil = still(<Mark size={24} />)

const SearchForm = still(
  <search class="top-search">
    <form method="get" action="/search">
      <label class="sr-only" for="top-search">
        Search
      </label>
      <Icon name="search" />
      <input
        id="top-search"
        type="search"
        name="q"
        placeholder="Search or go to"
        autocomplete="off"
        aria-keyshortcuts="/ Control+K Meta+K"
      />
      <kbd class="keys-hint" aria-hidden="true">
        /
      </kbd>
    </form>
  </search>,
)

const SearchTool = still(
  <a class="bar-tool search-tool" href="/search">
    <Icon name="search" label="Search" />
  </a>,
)

function StrangerLinks({ chrome }: { chrome: Chrome }) {
  return (
    <>
      {chrome.path !== '/login' && (
        <LinkButton href="/login" tone="ghost">
          Sign in
        </LinkButton>
      )}
      {chrome.registrationEnabled && chrome.path !== '/register' && <LinkButton href="/register">Register</LinkButton>}
    </>
  )
}

function PersonTools({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {viewer.unread !== null && <Bell unread={viewer.unread} />}
      <Menu
        label={`Menu of ${viewer.username}`}
        face={
          <>
            <Avatar src={viewer.avatarUrl} size={24} />
            <Icon name="chevron-down" class="menu-chevron" />
          </>
        }
      >
        <p class="menu-head">
          Signed in as <strong>{viewer.username}</strong>
        </p>
        <MenuDivider />
        <MenuLink href="/dashboard" icon="home">
          Dashboard
        </MenuLink>
        <MenuLink href="/issues" icon="issue-opened">
          My issues
        </MenuLink>
        <MenuLink href="/pulls" icon="git-pull-request">
          My pull requests
        </MenuLink>
        <MenuLink href="/new" icon="plus">
          New repository
        </MenuLink>
        <MenuDivider />
        <MenuLink href={`/${viewer.username}`} icon="person">
          Profile
        </MenuLink>
        <MenuLink href="/explore" icon="repo">
          Explore
        </MenuLink>
        <MenuLink href="/teams" icon="people">
          Teams
        </MenuLink>
        <MenuLink href="/settings/profile" icon="gear">
          Settings
        </MenuLink>
        {viewer.isAdmin && (
          <MenuLink href="/admin" icon="server">
            Administration
          </MenuLink>
        )}
        <MenuDivider />
        <MenuAction action="/logout" icon="sign-out">
          Sign out
        </MenuAction>
      </Menu>
    </>
  )
}

function Bell({ unread }: { unread: number }) {
  return (
    <a class="bar-tool" href="/notifications" data-notifications>
      <Icon name="bell" />
      <span class="sr-only">Notifications, unread: </span>
      <span class={unread === 0 ? 'bell-count sr-only' : 'bell-count'} data-unread>
        {unread > 99 ? '99+' : unread}
      </span>
    </a>
  )
}
