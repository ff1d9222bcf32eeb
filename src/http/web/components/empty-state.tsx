import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = { icon: IconName; title: string; children?: ComponentChildren; action?: ComponentChildren }

/** Says what would stand here and shows the way to it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} class="empty-icon" />
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
      {action && <div class="empty-action">{action}</div>}
    </div>
  )
}
