import { avatarUrl } from '../../avatar-url.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'

type ContributorNameProps = { name: string; username: string | null }

/** Who wrote commits: whoever has an account here is a way to it. */
export function ContributorName({ name, username }: ContributorNameProps) {
  if (username === null) {
    return (
      <span class="contributor">
        <Icon name="person" />
        <span class="break">{name}</span>
      </span>
    )
  }
  return (
    <a class="contributor quiet-link" href={`/${username}`}>
      <Avatar src={avatarUrl(username)} size={20} />
      <span class="break">{name}</span>
    </a>
  )
}
