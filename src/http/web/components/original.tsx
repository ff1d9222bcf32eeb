import { Icon } from './icon.tsx'

/** Leads to where something was written first; nothing where that was here. */
export function Original({ href }: { href: string | null }) {
  if (href === null) return null
  return (
    <a class="quiet-link with-icon" href={href} rel="noopener noreferrer nofollow">
      <Icon name="download" />
      <span>Imported: see the original</span>
    </a>
  )
}
