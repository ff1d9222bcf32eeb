import { Icon } from './icon.tsx'

/** Long lines go on below, here and wherever there is code. Seen where a script serves it. */
export function WrapLines() {
  return (
    <button
      type="button"
      class="button button-default button-small button-tool wrap-lines"
      aria-pressed="false"
      aria-label="Wrap long lines"
      title="Wrap long lines"
      data-wrap-lines
    >
      <Icon name="wrap" />
      <span>Wrap</span>
    </button>
  )
}
