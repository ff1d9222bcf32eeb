import { Button } from '../components/button.tsx'
import { FieldGroup, SelectField } from '../components/choice-field.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'

export type NewTokenValues = { name: string; scopes: readonly string[]; expires_in_days: string }

const areas = [
  { key: 'repo', label: 'Repositories', text: 'Clone, pull and push; files, branches, tags, releases, webhooks' },
  { key: 'issues', label: 'Issues', text: 'Issues, labels, milestones and their comments' },
  { key: 'pulls', label: 'Pull requests', text: 'Pull requests, reviews and their comments' },
  { key: 'ci', label: 'CI', text: 'Pipelines, logs, configuration, variables' },
] as const

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
]

export function NewTokenForm({ values, errors }: { values: NewTokenValues; errors: FormErrors }) {
  return (
    <Section title="Create a token">
      <form method="post" action="/settings/tokens" class="form">
        <TextField
          name="name"
          label="Name"
          value={values.name}
          error={errors['name']}
          hint="What will use it."
          placeholder="deploy script"
          maxlength={100}
          autocomplete="off"
          required
        />
        <SelectField
          name="expires_in_days"
          label="Expires"
          choices={lifetimes}
          value={values.expires_in_days === '' ? '90' : values.expires_in_days}
          error={errors['expires_in_days']}
        />
        <FieldGroup legend="Scopes" id="scopes" hint="Write includes read." error={errors['scopes']}>
          <div class="scope-grid">
            {areas.map((area) => (
              <ScopeArea key={area.key} area={area} chosen={values.scopes} />
            ))}
          </div>
        </FieldGroup>
        <div class="form-actions">
          <Button tone="primary">Create token</Button>
        </div>
      </form>
    </Section>
  )
}

function ScopeArea({ area, chosen }: { area: (typeof areas)[number]; chosen: readonly string[] }) {
  return (
    <div class="scope-area">
      <div class="scope-text">
        <strong>{area.label}</strong>
        <p>{area.text}</p>
      </div>
      <div class="scope-boxes">
        <ScopeBox scope={`${area.key}:read`} area={area.label} word="Read" chosen={chosen} />
        <ScopeBox scope={`${area.key}:write`} area={area.label} word="Write" chosen={chosen} />
      </div>
    </div>
  )
}

type ScopeBoxProps = { scope: string; area: string; word: string; chosen: readonly string[] }

function ScopeBox({ scope, area, word, chosen }: ScopeBoxProps) {
  return (
    <label class="scope-box">
      <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />
      <span>
        <span class="sr-only">{area}: </span>
        {word}
      </span>
    </label>
  )
}
