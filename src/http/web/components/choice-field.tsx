import type { ComponentChildren } from 'preact'
import { Field, FieldError, type FieldFrameProps, fieldId } from './field.tsx'

export type Choice = { value: string; label: string }

type SelectFieldProps = FieldFrameProps & { choices: readonly Choice[]; value?: string | undefined }

export function SelectField(props: SelectFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} class="input input-select" name={props.name}>
          {props.choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === props.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type CheckboxProps = {
  name: string
  value?: string | undefined
  id?: string | undefined
  checked?: boolean | undefined
  disabled?: boolean | undefined
  label: ComponentChildren
  hint?: ComponentChildren
}

export function Checkbox(props: CheckboxProps) {
  const id = fieldId({ id: props.id, name: props.value === undefined ? props.name : `${props.name}-${props.value}` })
  const hintId = props.hint === undefined ? undefined : `${id}-hint`
  return (
    <div class="checkbox">
      <input
        type="checkbox"
        id={id}
        name={props.name}
        value={props.value ?? 'true'}
        checked={props.checked}
        disabled={props.disabled}
        aria-describedby={hintId}
      />
      <label for={id}>{props.label}</label>
      {hintId && (
        <p class="field-hint" id={hintId}>
          {props.hint}
        </p>
      )}
    </div>
  )
}

type FieldGroupProps = {
  legend: string
  /** Where the error summary points to. */
  id: string
  hint?: ComponentChildren
  error?: string | undefined
  children: ComponentChildren
}

/** A set of checkboxes or radio buttons that answer one question. */
export function FieldGroup({ legend, id, hint, error, children }: FieldGroupProps) {
  const describedBy = error === undefined ? undefined : `${id}-error`
  return (
    <fieldset
      class={error === undefined ? 'field-group' : 'field-group field-invalid'}
      id={id}
      aria-describedby={describedBy}
    >
      <legend class="field-label">{legend}</legend>
      {hint !== undefined && <p class="field-hint">{hint}</p>}
      {children}
      <FieldError id={describedBy} text={error} />
    </fieldset>
  )
}
