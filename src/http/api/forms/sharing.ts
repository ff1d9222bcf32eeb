import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import { roles } from '../../../core/roles.ts'
import type { Team } from '../../../core/team.ts'
import type { Access } from '../../../features/access/explain-access.ts'
import type { Collaborator } from '../../../features/collaborators/list-collaborators.ts'
import type { TeamMember } from '../../../features/teams/list-members.ts'
import type { TeamRepo } from '../../../features/teams/list-team-repos.ts'
import { type Form, maybeText, type Presentation, type Presenter, plain, sameInBoth, timestamp } from './form.ts'
import { repo } from './repo.ts'

const role = Type.String({ enum: [...roles] })
const maybeRole = Type.Union([role, Type.Null()])

export const team = sameInBoth<Team>(
  {
    name: Type.String({ description: 'What people read' }),
    slug: Type.String({ description: 'Its place in addresses: no user or other team is called so' }),
    description: Type.String(),
    members_count: Type.Integer(),
    repos_count: Type.Integer({ description: 'Owned by the team or shared with it' }),
    created_at: timestamp,
  },
  (value) => ({
    name: value.name,
    slug: value.slug,
    description: value.description,
    members_count: value.membersCount,
    repos_count: value.reposCount,
    created_at: iso(value.createdAt),
  }),
)

export const teamMember = plain<Pick<TeamMember, 'username' | 'role'>>({ username: Type.String(), role }, (value) => ({
  username: value.username,
  role: value.role,
}))

function teamRepoIn(form: Form): Presenter<TeamRepo> {
  return {
    schema: Type.Object({
      ...repo[form].schema.properties,
      role: Type.Union([role, Type.Null()], {
        description:
          'What members may do in what is shared; null where the team owns it and their role in the team counts',
      }),
    }),
    present: (value, context) => ({ ...repo[form].present(value, context), role: value.sharedRole }),
  }
}

export const teamRepo: Presentation<TeamRepo> = { A: teamRepoIn('A'), B: teamRepoIn('B') }

export const collaborator = plain<Pick<Collaborator, 'kind' | 'name' | 'role' | 'isOwner'>>(
  {
    username: Type.Optional(Type.String({ description: 'A person' })),
    team: Type.Optional(Type.String({ description: 'Or the slug of a team' })),
    role,
    is_owner: Type.Boolean({ description: 'The repository belongs to them' }),
  },
  ({ kind, name, role: held, isOwner }) => ({
    [kind === 'user' ? 'username' : 'team']: name,
    role: held,
    is_owner: isOwner,
  }),
)

export const access = plain<Access>(
  {
    username: Type.String(),
    role: maybeRole,
    grants: Type.Array(
      Type.Object({
        source: Type.String({ enum: ['owner', 'direct', 'team', 'team_owner', 'public'] }),
        team: maybeText,
        role,
      }),
      { description: 'Every reason there is; the highest role counts' },
    ),
  },
  ({ username, role: held, grants }) => ({
    username,
    role: held,
    grants: grants.map((one) => ({ source: one.source, team: one.team, role: one.role })),
  }),
)
