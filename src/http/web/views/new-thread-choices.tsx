import type { ComponentChildren } from 'preact'
import { FieldGroup, SelectField } from '../components/choice-field.tsx'
import type { FormErrors } from '../components/form-errors.tsx'
import { LabelChoices } from '../components/label-choices.tsx'
import { PeoplePicker } from '../components/people-picker.tsx'
import type { ThreadChoices } from './thread-side.tsx'

/** What was chosen for a thread that is not there yet. */
export type ChosenValues = {
  labels: readonly string[]
  assignees: readonly string[]
  /** People who were typed, not ticked. */
  assigneesTyped: string
  milestone: string
}

type NewThreadChoicesProps = {
  values: ChosenValues
  errors: FormErrors
  choices: ThreadChoices
  /** What stands above. */
  children?: ComponentChildren
}

/** The same choices that stand beside a thread, before there is one. */
export function NewThreadChoices({ values, errors, choices, children }: NewThreadChoicesProps) {
  const held = new Set(values.labels)
  return (
    <div class="form issue-side">
      {children}
      <FieldGroup legend="Assignees" id="assignees">
        <PeoplePicker
          name="assignee"
          held={values.assignees}
          offered={choices.people}
          suggestAt={choices.peopleAt}
          typed={values.assigneesTyped}
          error={errors['assignees']}
        />
      </FieldGroup>
      {choices.labels.length > 0 && (
        <FieldGroup legend="Labels" id="labels" error={errors['labels']}>
          <LabelChoices all={choices.labels} held={held} moreAt={choices.moreLabelsAt} />
        </FieldGroup>
      )}
      {choices.milestones.length > 0 && (
        <SelectField
          name="milestone"
          label="Milestone"
          value={values.milestone}
          choices={[
            { value: '', label: 'None' },
            ...choices.milestones.map((title) => ({ value: title, label: title })),
          ]}
        />
      )}
    </div>
  )
}
