import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { notificationGroups } from './notification-types.ts'

export type SettingsNotificationsProps = {
  chrome: Chrome
  /** The types that come to the inbox, and by mail. The form sends them back as repeated `inbox` and `email` fields. */
  chosen: { inbox: ReadonlySet<string>; email: ReadonlySet<string> }
  emailVerified: boolean
}

export function SettingsNotificationsView({ chrome, chosen, emailVerified }: SettingsNotificationsProps) {
  return (
    <SettingsFrame
      chrome={chrome}
      title="Notifications"
      lead="Choose what comes to your inbox, and what by e-mail. What does not come to the inbox waits there under Done. You are never notified about your own actions."
    >
      {!chrome.sendsMail && (
        <Notice tone="info">This service sends no mail at present. Your choices apply as soon as it does.</Notice>
      )}
      {chrome.sendsMail && !emailVerified && (
        <Notice tone="warning">
          Until <a href="/settings/profile">your address is confirmed</a>, mails about what is private do not say what
          it is, and no more than a few come a day.
        </Notice>
      )}
      <form method="post" action="/settings/notifications" class="form form-full">
        <input type="hidden" name="asks_for_inbox" value="yes" />
        <table class="table preference-table">
          <caption class="sr-only">Events and how you are notified</caption>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col" class="cell-tick">
                Inbox
              </th>
              <th scope="col" class="cell-tick">
                E-mail
              </th>
            </tr>
          </thead>
          {notificationGroups.map((group) => (
            <tbody key={group.title}>
              <tr class="group-row">
                <th scope="rowgroup" colSpan={3}>
                  {group.title}
                </th>
              </tr>
              {group.types.map((entry) => (
                <PreferenceRow
                  key={entry.type}
                  {...entry}
                  inInbox={chosen.inbox.has(entry.type)}
                  byEmail={chosen.email.has(entry.type)}
                />
              ))}
              {group.title === 'Pipelines' && (
                <PreferenceRow {...mended} inInbox={chosen.inbox.has(mended.type)} byEmail={null} />
              )}
            </tbody>
          ))}
        </table>
        <div class="form-actions">
          <Button tone="primary">Save</Button>
        </div>
      </form>
    </SettingsFrame>
  )
}

/** Part of "Pipeline passed": for whoever does not want them all. */
const mended = {
  type: 'ci_mended',
  label: 'Pipeline passes again',
  when: 'One passes after the last one of its branch had failed, or as the first of a repository',
}

/** `byEmail` is null where that is chosen elsewhere. */
type PreferenceRowProps = { type: string; label: string; when: string; inInbox: boolean; byEmail: boolean | null }

function PreferenceRow({ type, label, when, inInbox, byEmail }: PreferenceRowProps) {
  return (
    <tr>
      <th scope="row">
        <span class="preference-label">{label}</span>
        <span class="preference-when">{when}</span>
      </th>
      <td class="cell-tick">
        <label class="tick">
          <input type="checkbox" name="inbox" value={type} checked={inInbox} />
          <span class="sr-only">Inbox for: {label}</span>
        </label>
      </td>
      <td class="cell-tick">
        {byEmail !== null && (
          <label class="tick">
            <input type="checkbox" name="email" value={type} checked={byEmail} />
            <span class="sr-only">E-mail for: {label}</span>
          </label>
        )}
      </td>
    </tr>
  )
}
