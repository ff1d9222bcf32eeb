import type { FormErrors } from './form-errors.tsx'
import { TextField } from './text-field.tsx'

export type SourceValues = { url: string; username: string }

type SourceFieldsProps = {
  values: SourceValues
  errors: FormErrors
  autofocus?: boolean | undefined
  /** What to give as a name. */
  username?: string | undefined
  /** What becomes of the password. */
  password?: string | undefined
}

export const sourceFieldNames = { url: 'Address', username: 'User name', password: 'Password or token' }

const forReaders = 'Only where not everybody may read it.'
const usedOnce = 'Used this once, and kept nowhere.'

export function keptHint(isKept: boolean): string {
  return isKept
    ? 'The one from before is used where you leave this empty and the address stays. Kept sealed.'
    : 'Kept sealed, and used for this address alone.'
}

/** Where a repository is on another server. */
export function SourceFields(props: SourceFieldsProps) {
  const { values, errors, autofocus = false, username = forReaders, password = usedOnce } = props
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
        hint={username}
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
