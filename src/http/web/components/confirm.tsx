import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type ConfirmProps = {
  /** Unique on the page. */
  id: string
  /** The word on the button that opens the question. */
  trigger: string
  triggerLabel?: string | undefined
  triggerIcon?: IconName | undefined
  /** Only the icon is shown: among others of its kind. */
  isBare?: boolean | undefined
  title: string
  action: string
  confirm: string
  /** Sent along. */
  fields?: Readonly<Record<string, string>> | undefined
  /** Names what will be lost. */
  children: ComponentChildren
}

/**
 * A question before a small loss. A native popover: it opens without a script, closes by Escape, and is never clipped
 * by the list it stands in. Greater losses have a page of their own, with `TypedConfirmation`.
 */
export function Confirm(props: ConfirmProps) {
  return (
    <>
      {props.isBare === true ? (
        <button
          type="button"
          class="icon-link"
          popovertarget={props.id}
          aria-label={props.triggerLabel ?? props.trigger}
          title={props.trigger}
        >
          <Icon name={props.triggerIcon ?? 'trash'} />
        </button>
      ) : (
        <Button size="small" opens={props.id} label={props.triggerLabel} icon={props.triggerIcon}>
          {props.trigger}
        </Button>
      )}
      <div id={props.id} popover="auto" class="dialog" role="dialog" aria-labelledby={`${props.id}-title`}>
        <p class="dialog-title" id={`${props.id}-title`}>
          {props.title}
        </p>
        <div class="dialog-text">{props.children}</div>
        <form method="post" action={props.action} class="dialog-actions">
          {Object.entries(props.fields ?? {}).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {/* Opening a popover moves the focus to what asks for it: the question is then read out, and Enter loses nothing. */}
          <button
            type="button"
            class="button button-default"
            popovertarget={props.id}
            popovertargetaction="hide"
            autofocus
          >
            <span>Cancel</span>
          </button>
          <Button tone="danger">{props.confirm}</Button>
        </form>
      </div>
    </>
  )
}
