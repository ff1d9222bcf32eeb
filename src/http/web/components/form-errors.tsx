import { Notice } from './notice.tsx'

/** Field name → what is wrong with it. The key `form` speaks about the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>

export const noErrors: FormErrors = {}

/** All of them in a sentence each, for a form with one field to say them under; undefined where there are none. */
export function saidTogether(errors: FormErrors): string | undefined {
  const all = Object.values(errors)
  return all.length === 0 ? undefined : all.join(' ')
}

type FormErrorsProps = {
  errors: FormErrors
  /** Field name → its label and, where it is not `field-{name}`, its id. Only these are linked. */
  fields: Readonly<Record<string, string | { label: string; id: string }>>
}

/** Stands at the head of a form that came back: what is wrong, with a link to each place. */
export function FormErrorSummary({ errors, fields }: FormErrorsProps) {
  const whole = errors['form']
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const message = errors[name]
    if (message === undefined) return []
    return [typeof field === 'string' ? { id: `field-${name}`, label: field, message } : { ...field, message }]
  })
  if (whole === undefined && wrong.length === 0) return null
  return (
    <Notice tone="danger" live>
      {whole ?? 'Nothing was saved yet. Please correct:'}
      {wrong.length > 0 && (
        <ul class="error-list">
          {wrong.map(({ id, label, message }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
