import type { FormErrors } from './form-errors.tsx'
import { TextField } from './text-field.tsx'

export type TeamValues = { slug: string; name: string; description: string }

export const teamFieldLabels = { slug: 'Short name', name: 'Name', description: 'Description' }

/** What a team is called: where it is made, and where it is changed. */
export function TeamFields({ values, errors, isNew }: { values: TeamValues; errors: FormErrors; isNew: boolean }) {
  return (
    <>
      <TextField
        name="slug"
        label="Short name"
        value={values.slug}
        error={errors['slug']}
        hint={
          isNew
            ? 'Used in addresses: /short-name/repository. Letters, digits, dots, dashes and underscores.'
            : 'Changing it changes the addresses of the team’s repositories. Old ones redirect, and nobody else can take the old name.'
        }
        maxlength={100}
        autocomplete="off"
        required
        autofocus={isNew}
        mono
      />
      <TextField
        name="name"
        label="Name"
        value={values.name}
        error={errors['name']}
        hint="Shown on pages. Defaults to the short name."
        maxlength={255}
        autocomplete="off"
        optional
      />
      <TextField
        name="description"
        label="Description"
        value={values.description}
        error={errors['description']}
        maxlength={1024}
        optional
      />
    </>
  )
}
