import { LinkButton } from '../components/button.tsx'
import { Facts } from '../components/facts.tsx'
import { Panel } from '../components/panel.tsx'
import { Time } from '../components/time.tsx'
import { AdminFrame } from '../layout/admin-frame.tsx'
import type { Chrome } from '../layout/chrome.ts'

export type AdminMailMessageProps = {
  chrome: Chrome
  mail: { name: string; at: string; to: string; subject: string; text: string }
}

export function AdminMailMessageView({ chrome, mail }: AdminMailMessageProps) {
  return (
    <AdminFrame chrome={chrome} title="A kept mail">
      <Panel title={mail.subject}>
        <Facts
          facts={[
            { label: 'To', value: mail.to },
            { label: 'Written', value: <Time at={mail.at} /> },
            { label: 'File', value: <code class="break">{mail.name}</code> },
          ]}
        />
      </Panel>
      <Panel>
        <div class="mail-text">
          {mail.text === ''
            ? 'Only a mail program can show this e-mail: open the file.'
            : mail.text.split('\n').map((line, index) => <Line key={index} line={line} baseUrl={chrome.baseUrl} />)}
        </div>
      </Panel>
      <p>
        <LinkButton href="/admin/mail" tone="ghost" icon="arrow-left">
          Back to mail
        </LinkButton>
      </p>
    </AdminFrame>
  )
}

/** A link has a line of its own; only our own are followed from here. */
function Line({ line, baseUrl }: { line: string; baseUrl: string }) {
  const isLink = line.startsWith(`${baseUrl}/`) && !line.includes(' ')
  return (
    <>
      {isLink ? <a href={line.slice(baseUrl.length)}>{line}</a> : line}
      {'\n'}
    </>
  )
}
