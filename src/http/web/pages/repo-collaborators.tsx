import { Fault } from '../../../core/errors.ts'
import { explainAccess } from '../../../features/access/explain-access.ts'
import { assignableRoles } from '../../../features/access/refuse-above.ts'
import { type Collaborator, listCollaborators } from '../../../features/collaborators/list-collaborators.ts'
import { removeCollaborator } from '../../../features/collaborators/remove-collaborator.ts'
import { setCollaborator } from '../../../features/collaborators/set-collaborator.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { listMyTeams } from '../../../features/teams/list-teams.ts'
import { suggestNames } from '../../../features/users/suggest-names.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { repoUrl } from '../code-urls.ts'
import type { AddValues } from '../components/add-grantee.tsx'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type CollaboratorRow, RepoCollaboratorsView } from '../views/repo-collaborators.tsx'
import { orNobody, orRefusal, typedName } from './name-form.ts'
import { backFromPastEnd, pageInfo } from './page-info.ts'

type Call = RepoCall<'session'>

export const repoCollaboratorPages = [
  repoPage({
    method: 'GET',
    path: '/settings/collaborators',
    right: 'session',
    handle: (call) => showCollaborators(call, { name: '', role: 'Developer' }, noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/collaborators',
    right: 'session',
    handle: (call) => {
      const values = { name: typedName(call.form.text('name')), role: call.form.text('role') }
      return orErrors(
        () => orNobody(() => share(call, values)),
        (errors, kind) => showCollaborators(call, values, errors, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/collaborators/:name/role',
    right: 'session',
    handle: (call) =>
      orRefusal(listAt(call), () => share(call, { name: call.params['name'] ?? '', role: call.form.text('role') })),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/collaborators/:name/remove',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, params } = call
      const name = params['name'] ?? ''
      return orRefusal(listAt(call), async () => {
        await removeCollaborator(app, actor, ref, name)
        return done(name === actor.user.username ? '/dashboard' : listAt(call), `${name} was removed.`)
      })
    },
  }),
]

function listAt({ head }: Call): string {
  return `${repoUrl(head)}/settings/collaborators`
}

async function share(call: Call, { name, role }: AddValues): Promise<PageAnswer> {
  const { value } = await setCollaborator(call.app, call.actor, call.ref, {
    grantee: name,
    role,
  })
  return done(listAt(call), `${value.name} is ${value.role} here.`)
}

async function showCollaborators(call: Call, values: AddValues, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head, query } = call
  const { role: own } = await getRepoSettings(app, actor, ref)
  const user = (query['user'] ?? '').trim()
  const [list, people, teams, asked] = await Promise.all([
    listCollaborators(app, actor, ref, call.page),
    suggestNames(app),
    listMyTeams(app, actor, { page: 1, perPage: 100 }),
    user === '' ? null : explain(call, user),
  ])
  const back = backFromPastEnd(list, listAt(call))
  if (back !== null) return go(back)
  const suggestions = [...teams.items.map((team) => team.slug), ...people]
  const unknown = asked === 'nobody' ? { user: 'There is no user with this name.' } : {}
  return show(
    <RepoCollaboratorsView
      chrome={chrome}
      repo={head}
      collaborators={list.items.map((one) => rowOf(one, assignableRoles(own, one.role)))}
      pagination={pageInfo(list, listAt(call))}
      adding={{ suggestions, roles: assignableRoles(own, null), values }}
      asked={{ user, access: asked === 'nobody' ? null : asked }}
      errors={{ ...errors, ...unknown }}
    />,
    status,
  )
}

async function explain({ app, actor, ref }: Call, user: string) {
  try {
    return await explainAccess(app, actor, ref, user)
  } catch (error) {
    if (error instanceof Fault && error.code === 'USER_NOT_FOUND') return 'nobody'
    throw error
  }
}

function rowOf(one: Collaborator, roles: CollaboratorRow['roles']): CollaboratorRow {
  const isFixed = one.isOwner || roles.length === 0
  return {
    kind: one.kind,
    name: one.name,
    fullName: one.fullName === '' || one.fullName === one.name ? null : one.fullName,
    avatarUrl: avatarUrl(one.name),
    isDisabled: one.isDisabled,
    role: one.role,
    roles: isFixed ? [] : roles,
    canRemove: !isFixed,
    isOwner: one.isOwner,
  }
}
