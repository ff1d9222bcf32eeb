import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

type ChipProps = { word: string; active: boolean; children: ComponentChildren }

/** Opens what a list can be narrowed to. */
export function Chip({ word, active, children }: ChipProps) {
  return (
    <Menu
      label={active ? `${word}, in use` : word}
      face={
        <span class={active ? 'filter-chip filter-chip-active' : 'filter-chip'}>
          {word}
          <Icon name="chevron-down" class="menu-chevron" />
        </span>
      }
    >
      <div class="filter-choices">{children}</div>
    </Menu>
  )
}

export function Choice({ href, chosen, children }: { href: string; chosen: boolean; children: ComponentChildren }) {
  return (
    <a class="menu-entry" href={href} aria-current={chosen ? 'true' : undefined}>
      {children}
      {chosen && <Icon name="check" class="choice-check" />}
    </a>
  )
}
