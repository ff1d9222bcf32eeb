import { iconNames, spriteFile } from './icon-sprite.ts'
import { escapeHtml } from './line-html.ts'
import { written } from './still.ts'

export type IconName = (typeof iconNames)[number]

const uses = new Map<IconName, string>(iconNames.map((name) => [name, `<use href="/static/${spriteFile}#${name}"/>`]))

type IconProps = {
  name: IconName
  /** What the icon says to somebody who does not see it. Leave out where a word stands beside it. */
  label?: string | undefined
  class?: string | undefined
}

/** Written as text: a list has a hundred of them, and each would be two elements with all that those can have. */
export function Icon({ name, label, class: extra }: IconProps) {
  const look = extra === undefined ? 'icon' : `icon ${escapeHtml(extra)}`
  const said = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`
  return written(`<svg class="${look}" width="16" height="16" ${said}>${uses.get(name) ?? ''}</svg>`)
}

/** The same where rows are written as text, beside a word that says what it means. */
export function iconHtml(name: IconName): string {
  return `<svg class="icon" width="16" height="16" aria-hidden="true">${uses.get(name) ?? ''}</svg>`
}
