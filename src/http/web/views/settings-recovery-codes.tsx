import { LinkButton } from '../components/button.tsx'
import { CopyButton } from '../components/copy-field.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SettingsRecoveryCodesProps = {
  chrome: Chrome
  /** Null when they were shown already. */
  codes: readonly string[] | null
}

export function SettingsRecoveryCodesView({ chrome, codes }: SettingsRecoveryCodesProps) {
  if (codes === null) return <ShownAlready chrome={chrome} />
  const text = codes.join('\n')
  return (
    <SettingsFrame chrome={chrome} title="Recovery codes" lead="Two-factor sign-in is on.">
      <Notice tone="warning" word="Shown once.">
        Keep these where you keep your passwords, or on paper. Without them and without your device, only an
        administrator can let you in again.
      </Notice>
      <Panel
        title="Your ten codes"
        note="Each works once."
        actions={<CopyButton value={text} label="all recovery codes" />}
      >
        <ul class="recovery-codes" role="list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Panel>
      <div class="form-actions">
        <LinkButton
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Stithy recovery codes\n\n${text}\n`)}`}
          download="stithy-recovery-codes.txt"
          icon="download"
        >
          Download
        </LinkButton>
        <LinkButton href="/settings/security" tone="primary">
          I have saved them
        </LinkButton>
      </div>
    </SettingsFrame>
  )
}

function ShownAlready({ chrome }: { chrome: Chrome }) {
  return (
    <SettingsFrame chrome={chrome} title="Recovery codes" lead="They were shown once, and cannot be shown again.">
      <div class="stack">
        <p>If you have not saved them, create ten new ones; the old ones then stop working.</p>
        <div class="form-actions">
          <LinkButton href="/settings/security#recovery-codes" tone="primary">
            Back to security
          </LinkButton>
        </div>
      </div>
    </SettingsFrame>
  )
}
