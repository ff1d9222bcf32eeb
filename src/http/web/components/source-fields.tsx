import type { FormErrors } from './form-errors.tsx'
import { TextField } from './text-field.tsx'

export type SourceValues = { url: string; username: string }

type SourceFieldsProps = {
  values: SourceValues
  errors: FormErrors
  autofocus?: boolean | undefined
  /** What becomes of the password. */
  password?: string | undefined
}

export const sourceFieldNames = { url: 'Address', username: 'User name', password: 'Password or token' }

const usedOnce = 'Used this once, and kept nowhere.'

/** Where a repository is to come from. */
export function SourceFields({ values, errors, autofocus = false, password = usedOnce }: SourceFieldsProps) {
  return (
    <>
      <TextField
        name="url"
        label="Address"
        value={values.url}
        error={errors['url']}
        hint="As you would clone it over HTTP: https://example.org/ada/engine.git"
        maxlength={2000}
        autocomplete="off"
        required
        autofocus={autofocus}
        mono
      />
      <TextField
        name="username"
        label="User name"
        value={values.username}
        error={errors['username']}
        hint="Only where not everybody may read it."
        maxlength={255}
        autocomplete="off"
        optional
      />
      <TextField
        name="password"
        type="password"
        label="Password or token"
        error={errors['password']}
        hint={password}
        maxlength={1024}
        autocomplete="off"
        optional
      />
    </>
  )
}
