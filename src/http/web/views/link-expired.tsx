import { LinkButton } from '../components/button.tsx'
import { CenteredFrame } from '../layout/centered-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type LinkExpiredProps = { chrome: Chrome; purpose: 'reset-password' | 'verify-email' }

const ways = {
  'reset-password': {
    text: 'A link for a new password works once, within 60 minutes. Your password was not changed.',
    href: '/forgot-password',
    action: 'Ask for a new link',
  },
  'verify-email': {
    text: 'A link to confirm an address works once, within 24 hours. Perhaps the address is confirmed already: your profile says so.',
    href: '/settings/profile',
    action: 'Go to your profile',
  },
} as const satisfies Record<LinkExpiredProps['purpose'], { text: string; href: string; action: string }>

export function LinkExpiredView({ chrome, purpose }: LinkExpiredProps) {
  const way = ways[purpose]
  return (
    <CenteredFrame chrome={chrome} title="This link no longer works">
      <div class="stack">
        <p>{way.text}</p>
        <LinkButton href={way.href} tone="primary" wide>
          {way.action}
        </LinkButton>
      </div>
    </CenteredFrame>
  )
}
