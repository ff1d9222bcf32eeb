import { iconNames, spriteFile } from './icon-sprite.ts'

export type IconName = (typeof iconNames)[number]

const uses = new Map<IconName, string>(iconNames.map((name) => [name, `<use href="/static/${spriteFile}#${name}"/>`]))

type IconProps = {
  name: IconName
  /** What the icon says to somebody who does not see it. Leave out where a word stands beside it. */
  label?: string | undefined
  class?: string | undefined
}

export function Icon({ name, label, class: extra }: IconProps) {
  return (
    <svg
      class={extra === undefined ? 'icon' : `icon ${extra}`}
      width="16"
      height="16"
      {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
      dangerouslySetInnerHTML={{ __html: uses.get(name) ?? '' }}
    />
  )
}

/** The same where rows are written as text, beside a word that says what it means. */
export function iconHtml(name: IconName): string {
  return `<svg class="icon" width="16" height="16" aria-hidden="true">${uses.get(name) ?? ''}</svg>`
}
