import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type BadgeTone = 'neutral' | 'open' | 'merged' | 'closed' | 'running' | 'failed' | 'canceled' | 'warning'

type BadgeProps = { tone?: BadgeTone | undefined; icon?: IconName | undefined; children: ComponentChildren }

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span class={`badge badge-${tone}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )
}

export function VisibilityBadge({ isPublic }: { isPublic: boolean }) {
  return isPublic ? <Badge icon="globe">Public</Badge> : <Badge icon="lock">Private</Badge>
}

export function Count({ value, isAtLeast = false }: { value: number; isAtLeast?: boolean }) {
  return (
    <span class="count">
      {value.toLocaleString('en')}
      {isAtLeast && '+'}
    </span>
  )
}
