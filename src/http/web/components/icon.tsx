import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Those in use. A new one adds its name here. */
export const iconNames = [
  'alert',
  'arrow-left',
  'bell',
  'blocked',
  'broadcast',
  'archive',
  'check',
  'check-circle',
  'check-circle-fill',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'circle',
  'circle-slash',
  'clock',
  'code',
  'comment',
  'copy',
  'device-desktop',
  'device-mobile',
  'download',
  'diff',
  'eye',
  'eye-closed',
  'file',
  'file-binary',
  'file-code',
  'file-directory-fill',
  'file-submodule',
  'file-symlink-file',
  'filter',
  'gear',
  'git-branch',
  'git-commit',
  'git-compare',
  'git-merge',
  'git-pull-request-closed',
  'git-pull-request-draft',
  'globe',
  'history',
  'home',
  'hourglass',
  'inbox',
  'info',
  'issue-closed',
  'issue-opened',
  'kebab-horizontal',
  'key',
  'key-asterisk',
  'lock',
  'log',
  'mail',
  'mention',
  'meter',
  'moon',
  'pencil',
  'people',
  'person',
  'person-add',
  'play',
  'plus',
  'repo',
  'repo-forked',
  'search',
  'server',
  'skip',
  'package',
  'arrow-down',
  'shield',
  'shield-check',
  'shield-lock',
  'sign-out',
  'star',
  'star-fill',
  'stopwatch',
  'sun',
  'sync',
  'tag',
  'trash',
  'unverified',
  'rows',
  'upload',
  'verified',
  'workflow',
  'x-circle',
  'cross-reference',
  'milestone',
  'pin',
  'quote',
  'smiley',
  'unlock',
  'x',
  'git-pull-request',
  'package',
  'tasklist',
  'bold',
  'heading',
  'italic',
  'list-ordered',
  'list-unordered',
  'paperclip',
  'link',
] as const

export type IconName = (typeof iconNames)[number]

// Each from its own file: the package's entry would hold a thousand others in memory.
const { resolve } = createRequire(import.meta.url)
const paths = new Map<IconName, string>(iconNames.map((name) => [name, readPath(name)]))

function readPath(name: IconName): string {
  const svg = readFileSync(resolve(`@primer/octicons/build/svg/${name}-16.svg`), 'utf8')
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

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
      viewBox="0 0 16 16"
      fill="currentColor"
      focusable="false"
      {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
      dangerouslySetInnerHTML={{ __html: paths.get(name) ?? '' }}
    />
  )
}
