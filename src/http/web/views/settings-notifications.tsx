import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { type NotificationType, notificationGroups } from './notification-types.ts'

export type SettingsNotificationsProps = {
  chrome: Chrome
  /** The types that also go out by mail. The form sends them back as repeated `email` fields. */
  email: ReadonlySet<NotificationType>
  emailVerified: boolean
}

export function SettingsNotificationsView({ chrome, email, emailVerified }: SettingsNotificationsProps) {
  return (
    <SettingsFrame
      chrome={chrome}
      title="Notifications"
      lead="You get all of these in Stithy. Choose which to get by e-mail too. You are never notified about your own actions."
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
        <table class="table preference-table">
          <caption class="sr-only">Events and how you are notified</caption>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col" class="cell-tick">
                In Stithy
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
                <PreferenceRow key={entry.type} {...entry} byEmail={email.has(entry.type)} />
              ))}
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

type PreferenceRowProps = { type: string; label: string; when: string; byEmail: boolean }

function PreferenceRow({ type, label, when, byEmail }: PreferenceRowProps) {
  return (
    <tr>
      <th scope="row">
        <span class="preference-label">{label}</span>
        <span class="preference-when">{when}</span>
      </th>
      <td class="cell-tick">
        <Icon name="check" label="always" />
      </td>
      <td class="cell-tick">
        <label class="tick">
          <input type="checkbox" name="email" value={type} checked={byEmail} />
          <span class="sr-only">E-mail for: {label}</span>
        </label>
      </td>
    </tr>
  )
}
