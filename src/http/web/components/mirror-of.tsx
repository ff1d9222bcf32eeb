import type { RepoHead } from '../layout/repo-frame.tsx'
import { Icon } from './icon.tsx'

/** Where everything in it comes from. */
export function MirrorOf({ repo: { mirrorOf } }: { repo: RepoHead }) {
  if (mirrorOf === null) return null
  return (
    <p class="forked-from muted">
      <Icon name="mirror" />
      <span class="break">
        Follows{' '}
        <a href={mirrorOf} rel="noopener noreferrer nofollow">
          {mirrorOf}
        </a>
      </span>
    </p>
  )
}
