import { LinkButton } from './button.tsx'

/** `href` leads to the other way. */
export type SpaceChoice = { isIgnored: boolean; href: string }

export function SpaceLink({ choice }: { choice: SpaceChoice }) {
  return (
    <LinkButton size="small" tone="ghost" href={choice.href}>
      {choice.isIgnored ? 'Show white space' : 'Hide white space'}
    </LinkButton>
  )
}
