import { Badge, type BadgeTone } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

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
  skipped: { tone: 'canceled', icon: 'skip', word: 'Skipped' },
  'by-hand': { tone: 'warning', icon: 'person', word: 'Waits to be run' },
  blocked: { tone: 'warning', icon: 'blocked', word: 'Needs approval' },
  dead: { tone: 'failed', icon: 'x-circle', word: 'Gave up' },
} satisfies Record<string, { tone: BadgeTone; icon: IconName; word: string }>

export type Status = keyof typeof looks

export const statuses = Object.keys(looks) as readonly Status[]

/** A state is always an icon and a word; the colour only helps. */
export function StatusLabel({ status, word }: { status: Status; word?: string | undefined }) {
  const look = looks[status]
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {word ?? look.word}
    </Badge>
  )
}

export function statusWord(status: Status): string {
  return looks[status].word
}

/** Where there is no room for the word; it is read out and shown on hover all the same, unless it stands beside it. */
export function StatusIcon({ status, silent = false }: { status: Status; silent?: boolean | undefined }) {
  const { tone, icon, word } = looks[status]
  return (
    <span class={`status-icon status-${tone}`} title={silent ? undefined : word}>
      <Icon name={icon} label={silent ? undefined : word} />
    </span>
  )
}
