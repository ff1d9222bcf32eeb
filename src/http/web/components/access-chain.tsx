import type { Role } from '../../../core/roles.ts'
import { Badge } from './badge.tsx'
import { Icon, type IconName } from './icon.tsx'

export type AccessChainProps = {
  username: string
  /** Null: the repository is hidden from them. */
  role: Role | null
  grants: readonly { source: AccessSource; team: string | null; role: Role }[]
}

type AccessSource = 'owner' | 'direct' | 'team' | 'team_owner' | 'public'

/** Every reason why somebody may do what they may. */
export function AccessChain({ username, role, grants }: AccessChainProps) {
  if (role === null) {
    return (
      <p class="with-icon">
        <Icon name="lock" />
        <span>
          <strong class="break">{username}</strong> has no access to this repository.
        </span>
      </p>
    )
  }
  return (
    <div class="access-chain">
      <p>
        <strong class="break">{username}</strong> has the role <strong>{role}</strong>, the highest of:
      </p>
      <ul role="list">
        {grants.map((grant) => (
          <li key={`${grant.source}-${grant.team}`}>
            <Icon name={icons[grant.source]} />
            <span>{reason(grant.source, grant.team)}</span>
            <Badge icon={grant.role === role ? 'check' : undefined}>{grant.role}</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}

const icons: Record<AccessSource, IconName> = {
  owner: 'person',
  direct: 'person-add',
  team: 'people',
  team_owner: 'people',
  public: 'globe',
}

function reason(source: AccessSource, team: string | null) {
  switch (source) {
    case 'owner':
      return 'owner of the repository'
    case 'direct':
      return 'a role given directly'
    case 'team':
      return (
        <>
          the team <a href={`/teams/${team}`}>{team}</a>, which it is shared with
        </>
      )
    case 'team_owner':
      return (
        <>
          their role in the team <a href={`/teams/${team}`}>{team}</a>, which owns it
        </>
      )
    case 'public':
      return 'everybody, because it is public'
  }
}
