import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export function RowList({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // Safari forgets that a list without bullets is a list.
    <ul class="rows" role="list" aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  icon?: IconName | undefined
  /** In place of an icon. */
  picture?: ComponentChildren
  title: ComponentChildren
  meta?: ComponentChildren
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** Two lines: what it is, then what is known about it; the actions at the end. */
export function Row({ icon, picture, title, meta, actions, children }: RowProps) {
  return (
    <li class="row">
      {icon && <Icon name={icon} class="row-icon" />}
      {picture}
      <div class="row-main">
        <div class="row-title">{title}</div>
        {meta !== undefined && <div class="row-meta">{meta}</div>}
        {children}
      </div>
      {actions && <div class="row-actions">{actions}</div>}
    </li>
  )
}
