import { Badge } from '../components/badge.tsx'
import { Confirm } from '../components/confirm.tsx'
import { deviceName } from '../components/device-name.ts'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { Time } from '../components/time.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'

export type SessionRow = {
  id: string
  current: boolean
  userAgent: string
  ip: string
  createdAt: string
  lastSeenAt: string
}

export type SettingsSessionsProps = { chrome: Chrome; sessions: readonly SessionRow[]; pagination: PageInfo }

export function SettingsSessionsView({ chrome, sessions, pagination }: SettingsSessionsProps) {
  const others = pagination.total - 1
  return (
    <SettingsFrame
      chrome={chrome}
      title="Sessions"
      lead="Where you are signed in. If you do not recognize one, sign it out and change your password."
    >
      <Panel
        title="Signed in"
        flush
        actions={
          others > 0 && (
            <Confirm
              id="end-others"
              trigger="Sign out all others"
              title="Sign out everywhere else?"
              action="/settings/sessions/delete-others"
              confirm={others === 1 ? 'Sign out 1 session' : `Sign out ${others} sessions`}
            >
              <p>This session stays. Tokens and SSH keys keep working.</p>
            </Confirm>
          )
        }
        footer={<Pagination info={pagination} noun="sessions" />}
      >
        <RowList label="Sessions">
          {sessions.map((session) => (
            <SessionEntry key={session.id} session={session} />
          ))}
        </RowList>
      </Panel>
    </SettingsFrame>
  )
}

function SessionEntry({ session }: { session: SessionRow }) {
  const device = deviceName(session.userAgent)
  return (
    <Row
      icon={device.mobile ? 'device-mobile' : 'device-desktop'}
      title={
        <>
          <strong title={session.userAgent}>{device.name}</strong>
          {session.current && (
            <Badge tone="open" icon="check">
              This session
            </Badge>
          )}
        </>
      }
      meta={
        <>
          <code>{session.ip}</code>
          <span>
            Last seen <Time at={session.lastSeenAt} />
          </span>
          <span>
            Signed in <Time at={session.createdAt} />
          </span>
        </>
      }
      actions={
        !session.current && (
          <Confirm
            id={`end-session-${session.id}`}
            trigger="Sign out"
            triggerLabel={`Sign out ${device.name}, ${session.ip}`}
            title={`Sign out ${device.name}?`}
            action={`/settings/sessions/${session.id}/delete`}
            confirm="Sign out"
          >
            <p>It ends immediately. Anything not saved there is lost.</p>
          </Confirm>
        )
      }
    />
  )
}
