import { iconNames, spriteFile } from './icon-sprite.ts'
import { escapeHtml } from './line-html.ts'
import { written } from './static-html.ts'

export type IconName = (typeof iconNames)[number]

const uses = new Map<IconName, string>(iconNames.map((name) => [name, `<use href="/static/${spriteFile}#${name}"/>`]))

type Look = {
  /** What the icon says to somebody who does not see it. Leave out where a word stands beside it. */
  label?: string | undefined
  class?: string | undefined
}

/** Written as text: a list has a hundred of them, and each would be two elements with all that those can have. */
export function Icon({ name, ...look }: { name: IconName } & Look) {
  return written(iconHtml(name, look))
}

/** The same where rows are written as text. */
export function iconHtml(name: IconName, { label, class: extra }: Look = {}): string {
  const names = extra === undefined ? 'icon' : `icon ${escapeHtml(extra)}`
  const said = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`
  return `<svg class="${names}" width="16" height="16" ${said}>${uses.get(name) ?? ''}</svg>`
}
