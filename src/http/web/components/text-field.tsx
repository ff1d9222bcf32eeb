import { type DescribedBy, Field, type FieldFrameProps } from './field.tsx'
import { Icon } from './icon.tsx'

type TextFieldProps = FieldFrameProps & {
  type?: 'text' | 'email' | 'password' | undefined
  value?: string | undefined
  autocomplete?: string | undefined
  inputmode?: 'numeric' | 'email' | 'text' | undefined
  placeholder?: string | undefined
  required?: boolean | undefined
  readonly?: boolean | undefined
  autofocus?: boolean | undefined
  minlength?: number | undefined
  maxlength?: number | undefined
  pattern?: string | undefined
  mono?: boolean | undefined
  narrow?: boolean | undefined
  /** To choose from while typing; anything else may be typed too. */
  suggestions?: readonly string[] | undefined
}

export function TextField(props: TextFieldProps) {
  const { suggestions = [] } = props
  return (
    <Field {...props}>
      {(control) => (
        <>
          <Input {...props} control={control} />
          {suggestions.length > 0 && <Suggestions id={`${control.id}-list`} texts={suggestions} />}
        </>
      )}
    </Field>
  )
}

function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  )
}

function Input({ control, type = 'text', ...props }: TextFieldProps & { control: DescribedBy }) {
  const isName = props.mono || type !== 'text' || props.autocomplete?.startsWith('username') === true
  const shared = {
    ...control,
    class: ['input', props.mono && 'input-mono', props.narrow && 'input-narrow'].filter(Boolean).join(' '),
    name: props.name,
    autocomplete: props.autocomplete,
    autocapitalize: isName ? 'none' : undefined,
    spellcheck: isName ? false : undefined,
    inputmode: props.inputmode,
    placeholder: props.placeholder,
    required: props.required,
    readonly: props.readonly,
    autofocus: props.autofocus,
    minlength: props.minlength,
    maxlength: props.maxlength,
    pattern: props.pattern,
    list: props.suggestions === undefined || props.suggestions.length === 0 ? undefined : `${control.id}-list`,
  } as const
  switch (type) {
    case 'text':
      return <input {...shared} type="text" value={props.value} />
    case 'email':
      return <input {...shared} type="email" value={props.value} />
    case 'password':
      return (
        <div class="password">
          {/* A password never travels back to the page, whatever the caller passes. */}
          <input {...shared} type="password" />
          <RevealButton controls={control.id} label={props.label} />
        </div>
      )
  }
}

/** Hidden until the script can serve it. */
function RevealButton({ controls, label }: { controls: string; label: string }) {
  return (
    <button
      type="button"
      class="reveal"
      aria-label={`Show ${label.toLowerCase()}`}
      aria-controls={controls}
      aria-pressed="false"
      hidden
    >
      <Icon name="eye" class="reveal-show" />
      <Icon name="eye-closed" class="reveal-hide" />
    </button>
  )
}

type TextAreaFieldProps = FieldFrameProps & {
  value?: string | undefined
  rows?: number | undefined
  placeholder?: string | undefined
  required?: boolean | undefined
  maxlength?: number | undefined
  mono?: boolean | undefined
}

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...control}
          class={props.mono ? 'input input-area input-mono' : 'input input-area'}
          name={props.name}
          rows={props.rows ?? 4}
          placeholder={props.placeholder}
          required={props.required}
          maxlength={props.maxlength}
          spellcheck={!props.mono}
        >
          {/* HTML drops the first line break in a textarea. */}
          {props.value?.startsWith('\n') ? `\n${props.value}` : props.value}
        </textarea>
      )}
    </Field>
  )
}
