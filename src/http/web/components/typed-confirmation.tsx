import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

type TypedConfirmationProps = {
  action: string
  /** What must be typed; the server compares it again. */
  expected: string
  noun: string
  confirm: string
  error?: string | undefined
  /** What else has to be filled in. */
  children?: ComponentChildren
}

/** The field is called `confirm`. The browser checks it by pattern, the script also keeps the button shut until then. */
export function TypedConfirmation({ action, expected, noun, confirm, error, children }: TypedConfirmationProps) {
  return (
    <form method="post" action={action} class="form" data-typed-confirmation={expected}>
      <TextField
        name="confirm"
        label={`Type ${expected} to confirm`}
        hint={`The ${noun}, spelled exactly as above.`}
        error={error}
        autocomplete="off"
        pattern={escapePattern(expected)}
        required
        mono
      />
      {children}
      <div class="form-actions">
        <Button tone="danger" icon="trash">
          {confirm}
        </Button>
      </div>
    </form>
  )
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
