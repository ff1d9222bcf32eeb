import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type ButtonTone = 'primary' | 'default' | 'danger' | 'ghost'

type Look = {
  tone?: ButtonTone | undefined
  size?: 'small' | 'normal' | undefined
  icon?: IconName | undefined
  wide?: boolean | undefined
  /** One of a row: on a phone its word is for those who hear it, and the icon says it all. */
  isTool?: boolean | undefined
  children: ComponentChildren
}

type ButtonProps = Look & {
  type?: 'submit' | 'button' | undefined
  name?: string | undefined
  value?: string | undefined
  /** The id of the form, where the button stands outside of it. */
  form?: string | undefined
  formAction?: string | undefined
  disabled?: boolean | undefined
  /** The id of the popover that this button opens. */
  opens?: string | undefined
  /** The full name, where several buttons of a list share one word. */
  label?: string | undefined
  /** The key that presses it while rows of a list are selected. */
  shortcut?: string | undefined
}

export function Button({ type = 'submit', opens, label, formAction, shortcut, ...props }: ButtonProps) {
  return (
    <button
      type={opens === undefined ? type : 'button'}
      class={lookOf(props)}
      name={props.name}
      value={props.value}
      form={props.form}
      formaction={formAction}
      disabled={props.disabled}
      popovertarget={opens}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-key={shortcut}
    >
      {props.icon && <Icon name={props.icon} />}
      <span>{props.children}</span>
    </button>
  )
}

/** What Enter in a line of text presses: the first button of a form, which would else be the preview of its text. */
export function DefaultButton() {
  return <button type="submit" hidden />
}

type LinkButtonProps = Look & {
  href: string
  label?: string | undefined
  /** A file name: the link saves its target instead of opening it. */
  download?: string | undefined
  /** The key that leads there, too. */
  shortcut?: string | undefined
}

export function LinkButton({ href, label, download, shortcut, ...look }: LinkButtonProps) {
  return (
    <a
      href={href}
      class={lookOf(look)}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-shortcut={shortcut}
      download={download}
    >
      {look.icon && <Icon name={look.icon} />}
      <span>{look.children}</span>
    </a>
  )
}

function lookOf({ tone = 'default', size = 'normal', wide = false, isTool = false }: Look): string {
  return [
    'button',
    `button-${tone}`,
    size === 'small' && 'button-small',
    wide && 'button-wide',
    isTool && 'button-tool',
  ]
    .filter((part) => part !== false)
    .join(' ')
}
