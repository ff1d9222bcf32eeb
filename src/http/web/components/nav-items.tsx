import { Count } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'
import { type Status, StatusIcon } from './status-label.tsx'

export type NavItem = {
  label: string
  href: string
  icon?: IconName | undefined
  count?: number | undefined
  status?: Status | undefined
  /** Only this very path is the current one, not those under it. */
  exact?: boolean | undefined
  /** Decided elsewhere, whatever the path says. */
  current?: boolean | undefined
}

type NavProps = { label: string; items: readonly NavItem[]; path: string }

type SideNavProps = NavProps & {
  /** Where what it counts changes while the page is open. */
  liveId?: string | undefined
}

/** One row under the top bar; scrolls sideways where it does not fit. */
export function Tabs({ label, items, path }: NavProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ItemList items={items} path={path} />
    </nav>
  )
}

/** A column beside the content; on a phone it lies down and scrolls. */
export function SideNav({ label, items, path, liveId }: SideNavProps) {
  return (
    <nav class="side-nav" aria-label={label} id={liveId} data-live={liveId === undefined ? undefined : ''}>
      <ItemList items={items} path={path} />
    </nav>
  )
}

function ItemList({ items, path }: { items: readonly NavItem[]; path: string }) {
  return (
    <ul role="list">
      {items.map((item) => (
        <li key={item.href}>
          <a href={item.href} aria-current={isCurrent(item, path) ? 'page' : undefined}>
            {item.icon && <Icon name={item.icon} />}
            <span>{item.label}</span>
            {item.count !== undefined && <Count value={item.count} />}
            {item.status !== undefined && (
              <span id={`status-of-${item.label.toLowerCase()}`} class="nav-status" data-live>
                <StatusIcon status={item.status} />
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function isCurrent({ href, exact = false, current }: NavItem, path: string): boolean {
  if (current !== undefined) return current
  return path === href || (!exact && path.startsWith(`${href}/`))
}
