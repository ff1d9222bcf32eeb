import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

type MenuProps = {
  /** Names the menu where its face is only a picture. */
  label: string
  face: ComponentChildren
  align?: 'start' | 'end' | undefined
  children: ComponentChildren
}

/** A disclosure that works by itself; the script closes it on Escape and on a click elsewhere. */
export function Menu({ label, face, align = 'end', children }: MenuProps) {
  return (
    <details class="menu" data-menu>
      <summary class="menu-face" aria-label={label}>
        {face}
      </summary>
      <div class={`menu-sheet menu-${align}`}>{children}</div>
    </details>
  )
}

type ButtonMenuProps = { icon: IconName; word: string; isTool?: boolean | undefined; children: ComponentChildren }

/** The same behind a button, in the bar above a repository's files. */
export function ButtonMenu({ icon, word, isTool = false, children }: ButtonMenuProps) {
  return (
    <details class="menu bar-menu" data-menu>
      <summary class={isTool ? 'button button-default button-tool' : 'button button-default'}>
        <Icon name={icon} />
        <span>{word}</span>
        <Icon name="chevron-down" class="menu-chevron" />
      </summary>
      <div class="menu-sheet menu-end">{children}</div>
    </details>
  )
}

type EntryLook = { icon?: IconName | undefined; children: ComponentChildren }

export function MenuLink({ href, icon, children }: EntryLook & { href: string }) {
  return (
    <a class="menu-entry" href={href}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  )
}

export function MenuAction({ action, icon, children }: EntryLook & { action: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit" class="menu-entry">
        {icon && <Icon name={icon} />}
        <span>{children}</span>
      </button>
    </form>
  )
}

export function MenuDivider() {
  return <hr class="menu-divider" />
}
