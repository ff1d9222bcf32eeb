import { Badge, type BadgeTone } from './badge.tsx'
import type { IconName } from './icon.tsx'

const looks = {
  open: { tone: 'open', icon: 'issue-opened', word: 'Open' },
  pull: { tone: 'open', icon: 'git-pull-request', word: 'Open' },
  'pull-closed': { tone: 'closed', icon: 'git-pull-request-closed', word: 'Closed' },
  draft: { tone: 'canceled', icon: 'git-pull-request-draft', word: 'Draft' },
  merged: { tone: 'merged', icon: 'git-merge', word: 'Merged' },
  closed: { tone: 'closed', icon: 'issue-closed', word: 'Closed' },
  created: { tone: 'canceled', icon: 'circle', word: 'Created' },
  pending: { tone: 'canceled', icon: 'clock', word: 'Waiting' },
  running: { tone: 'running', icon: 'play', word: 'Running' },
  success: { tone: 'open', icon: 'check-circle', word: 'Passed' },
  failed: { tone: 'failed', icon: 'x-circle', word: 'Failed' },
  error: { tone: 'failed', icon: 'alert', word: 'Error' },
  canceled: { tone: 'canceled', icon: 'circle-slash', word: 'Canceled' },
  timed_out: { tone: 'failed', icon: 'stopwatch', word: 'Timed out' },
  blocked: { tone: 'warning', icon: 'blocked', word: 'Needs approval' },
  dead: { tone: 'failed', icon: 'x-circle', word: 'Gave up' },
} satisfies Record<string, { tone: BadgeTone; icon: IconName; word: string }>

export type Status = keyof typeof looks

/** A state is always an icon and a word; the colour only helps. */
export function StatusLabel({ status, word }: { status: Status; word?: string | undefined }) {
  const look = looks[status]
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {word ?? look.word}
    </Badge>
  )
}
