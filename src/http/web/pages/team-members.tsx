import { iso } from '../../../core/iso-time.ts'
import { assignableRoles } from '../../../features/access/refuse-above.ts'
import { listMembers, type TeamMember } from '../../../features/teams/list-members.ts'
import { removeMember } from '../../../features/teams/remove-member.ts'
import { setMember } from '../../../features/teams/set-member.ts'
import { suggestNames } from '../../../features/users/suggest-names.ts'
import { avatarUrl } from '../../avatar-url.ts'
import type { AddValues } from '../components/add-grantee.tsx'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { teamUrl } from '../layout/team-frame.tsx'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type TeamCall, teamPage } from '../team-page.ts'
import { type MemberRow, TeamMembersView } from '../views/team-members.tsx'
import { orNobody, orRefusal, typedName } from './name-form.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'

export const teamMemberPages = [
  teamPage({
    method: 'GET',
    path: '/members',
    handle: (call) => showMembers(call, { name: '', role: 'Developer' }, noErrors),
  }),
  teamPage({
    method: 'POST',
    path: '/members',
    handle: (call) => {
      const { app, actor, team, form } = call
      const values = { name: typedName(form.text('name')), role: form.text('role') }
      return orErrors(
        async () => {
          const member = { slug: team.slug, username: values.name, role: values.role }
          const { value } = await orNobody(() => setMember(app, actor, member))
          return done(membersOf(call), `${value.username} is ${value.role} in the team.`)
        },
        (errors, kind) => showMembers(call, values, errors, statusOf(kind)),
      )
    },
  }),
  teamPage({
    method: 'POST',
    path: '/members/:username/role',
    handle: (call) => {
      const { app, actor, team, form, params } = call
      return orRefusal(membersOf(call), async () => {
        const member = {
          slug: team.slug,
          username: params['username'] ?? '',
          role: form.text('role'),
        }
        const { value } = await setMember(app, actor, member)
        return done(membersOf(call), `${value.username} is ${value.role} in the team.`)
      })
    },
  }),
  teamPage({
    method: 'POST',
    path: '/members/:username/remove',
    handle: (call) => {
      const { app, actor, team, params } = call
      const username = params['username'] ?? ''
      return orRefusal(membersOf(call), async () => {
        await removeMember(app, actor, team.slug, username)
        const isSelf = username === actor.user.username
        return isSelf ? done('/teams', `You left ${team.slug}.`) : done(membersOf(call), `${username} was removed.`)
      })
    },
  }),
]

function membersOf({ team }: TeamCall): string {
  return `${teamUrl(team.slug)}/members`
}

async function showMembers(call: TeamCall, values: AddValues, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, chrome, team, head, page: request } = call
  const list = await listMembers(app, actor, team.slug, request)
  const back = backFromPastEnd(list, membersOf(call))
  if (back !== null) return go(back)
  const roles = assignableRoles(team.role, null)
  const adding = roles.length === 0 ? null : { suggestions: await suggestNames(app), roles, values }
  return show(
    <TeamMembersView
      chrome={chrome}
      team={head}
      members={list.items.map((member) => rowOf(call, member))}
      pagination={pageInfo(list, membersOf(call))}
      adding={adding}
      errors={errors}
    />,
    status,
  )
}

function rowOf({ team, actor }: TeamCall, member: TeamMember): MemberRow {
  const roles = assignableRoles(team.role, member.role)
  const isSelf = member.username === actor.user.username
  return {
    kind: 'user',
    name: member.username,
    fullName: member.fullName === '' ? null : member.fullName,
    avatarUrl: avatarUrl(member.username),
    isDisabled: member.disabledAt !== null,
    role: member.role,
    roles,
    canRemove: isSelf || roles.length > 0,
    since: iso(member.since),
    isSelf,
  }
}
