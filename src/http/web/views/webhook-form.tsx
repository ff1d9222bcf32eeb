import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { TextField } from '../components/text-field.tsx'
import type { WebhookPlace } from '../layout/webhook-place.ts'

export type WebhookFormValues = {
  url: string
  secret: string
  events: readonly string[]
  branch_filter: string
  content_type: string
  active: boolean
}

export type WebhookFormProps = {
  place: WebhookPlace
  /** Null for a new one. */
  id: string | null
  hasSecret: boolean
  values: WebhookFormValues
  errors: FormErrors
}

const events: readonly { name: string; label: string; hint?: string }[] = [
  { name: 'push', label: 'Push', hint: 'Commits arrive on a branch, a tag moves, a ref is deleted.' },
  { name: 'create', label: 'Branch or tag created' },
  { name: 'delete', label: 'Branch or tag deleted' },
  { name: 'issues', label: 'Issues', hint: 'Opened, changed, closed, reopened, deleted.' },
  { name: 'issue_comment', label: 'Comments' },
  { name: 'pull_request', label: 'Pull requests', hint: 'Opened, new commits, closed, merged.' },
  { name: 'pull_request_review', label: 'Reviews' },
  { name: 'pipeline', label: 'Pipelines' },
  { name: 'release', label: 'Releases' },
]

const contentTypes = [
  { value: 'json', label: 'JSON (application/json)' },
  { value: 'form', label: 'A form with one field, payload' },
  { value: 'chat', label: 'A message for a chat (Slack, Mattermost, Discord …)' },
]

/** In the words of the form. */
export function eventWords(names: readonly string[]): string {
  return names.map((name) => events.find((event) => event.name === name)?.label ?? name).join(', ')
}

export function contentTypeWords(type: string): string {
  return contentTypes.find(({ value }) => value === type)?.label ?? type
}

const fields = {
  url: 'Address',
  content_type: 'Sent as',
  secret: 'Secret',
  events: 'Events',
  branch_filter: 'Branches',
}

export function WebhookFormView({ place: { Frame, base }, id, hasSecret, values, errors }: WebhookFormProps) {
  return (
    <Frame title={id === null ? 'Add webhook' : 'Edit webhook'}>
      <FormErrorSummary errors={errors} fields={fields} />
      <form method="post" action={id === null ? `${base}/new` : `${base}/${id}/edit`} class="form narrow">
        <TextField
          name="url"
          label="Address"
          value={values.url}
          error={errors['url']}
          hint="Where to send the POST requests. It has to be reachable on the internet, unless an administrator allows otherwise."
          placeholder="https://example.org/hook"
          maxlength={2048}
          autocomplete="off"
          required
          mono
        />
        <SelectField
          name="content_type"
          label="Sent as"
          choices={contentTypes}
          value={values.content_type}
          error={errors['content_type']}
          hint="A chat gives you the address, as that of an incoming webhook; it looks at no secret."
        />
        <TextField
          name="secret"
          label="Secret"
          value={values.secret}
          error={errors['secret']}
          hint={
            hasSecret
              ? 'A secret is set; it is never shown. Leave empty to keep it.'
              : 'Signs the requests, so that the receiver can verify them: X-Svc-Signature.'
          }
          maxlength={255}
          autocomplete="off"
          optional
          mono
        />
        <FieldGroup legend="Events" id="events" error={errors['events']}>
          {events.map((event) => (
            <Checkbox
              key={event.name}
              name="events"
              value={event.name}
              checked={values.events.includes(event.name)}
              label={event.label}
              hint={event.hint}
            />
          ))}
        </FieldGroup>
        <TextField
          name="branch_filter"
          label="Only for branches"
          value={values.branch_filter}
          error={errors['branch_filter']}
          hint="Patterns separated by commas, such as main, release/*. Empty: all."
          maxlength={255}
          autocomplete="off"
          optional
          mono
        />
        <Checkbox name="active" checked={values.active} label="Active" hint="Inactive webhooks receive nothing." />
        <div class="form-actions">
          <Button tone="primary">{id === null ? 'Add webhook' : 'Save'}</Button>
          <LinkButton href={id === null ? base : `${base}/${id}`}>Cancel</LinkButton>
        </div>
      </form>
    </Frame>
  )
}
