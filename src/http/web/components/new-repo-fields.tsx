import { FieldGroup, SelectField } from './choice-field.tsx'
import { Radio } from './radio.tsx'

export type Visibility = 'private' | 'public'

type OwnerFieldProps = {
  /** Under whose name the reader may make one. */
  owners: readonly string[]
  value: string
  error: string | undefined
}

/** Whose a repository is to be. */
export function OwnerField({ owners, value, error }: OwnerFieldProps) {
  const choices = owners.map((owner) => ({ value: owner, label: owner }))
  return <SelectField name="owner" label="Owner" choices={choices} value={value} error={error} />
}

/** How a summary of errors leads to it. */
export const visibilityName = { label: 'Visibility', id: 'visibility' }

export function VisibilityField({ chosen, error }: { chosen: Visibility; error: string | undefined }) {
  return (
    <FieldGroup legend={visibilityName.label} id={visibilityName.id} error={error}>
      <Radio
        name="visibility"
        value="private"
        label="Private"
        hint="Only you and people you add can see it."
        chosen={chosen}
      />
      <Radio
        name="visibility"
        value="public"
        label="Public"
        hint="Everybody can read and clone it. Only people you add can push."
        chosen={chosen}
      />
    </FieldGroup>
  )
}
