import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const looks = {
  info: { icon: 'info', word: 'Note' },
  success: { icon: 'check-circle', word: 'Done' },
  warning: { icon: 'alert', word: 'Warning' },
  danger: { icon: 'x-circle', word: 'Problem' },
} satisfies Record<NoticeTone, { icon: IconName; word: string }>

type NoticeProps = {
  tone: NoticeTone
  /** Replaces the tone's own word. */
  word?: string | undefined
  /** Read out at once: for what answers the reader's last action. */
  live?: boolean | undefined
  children: ComponentChildren
}

export function Notice({ tone, word, live = false, children }: NoticeProps) {
  const look = looks[tone]
  const role = live ? (tone === 'danger' || tone === 'warning' ? 'alert' : 'status') : undefined
  return (
    <div class={`notice notice-${tone}`} role={role}>
      <Icon name={look.icon} />
      <div class="notice-text">
        <strong class="notice-word">{word ?? look.word}</strong> {children}
      </div>
    </div>
  )
}
