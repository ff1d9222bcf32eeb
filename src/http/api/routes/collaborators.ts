import { Type } from 'typebox'
import { invalidField } from '../../../core/errors.ts'
import { explainAccess } from '../../../features/access/explain-access.ts'
import { getCollaborator, listCollaborators } from '../../../features/collaborators/list-collaborators.ts'
import { removeCollaborator } from '../../../features/collaborators/remove-collaborator.ts'
import { setCollaborator } from '../../../features/collaborators/set-collaborator.ts'
import { route } from '../route.ts'
import { role, roleBody } from './bodies.ts'

const tag = 'Collaborators'
const text = Type.String({ maxLength: 255 })
const repo = { owner: text, repo: text }
const repoParams = Type.Object(repo)
const oneParams = Type.Object({
  ...repo,
  username: Type.String({ maxLength: 255, description: 'A person, or the slug of a team' }),
})
const reading = { tag, right: 'user', scope: 'repo:read', rate: 'api', role: 'Maintainer' } as const
const writing = { ...reading, scope: 'repo:write' } as const

export const collaboratorRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators',
    summary: 'Its owner, and all people and teams that were given a role in it',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'collaborator' },
    handle: ({ app, actor, params, page }) => listCollaborators(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/collaborators',
    summary: 'Give somebody or a team a role, up to your own',
    ...writing,
    params: repoParams,
    body: Type.Object(
      {
        username: Type.Optional(Type.String({ maxLength: 255, description: 'Needed: this or `team`' })),
        team: Type.Optional(Type.String({ maxLength: 255, description: 'The slug of a team' })),
        role,
      },
      { examples: [{ username: 'ada', role: 'Developer' }] },
    ),
    output: { kind: 'saved', resource: 'collaborator' },
    handle: ({ app, actor, params, body }) =>
      setCollaborator(app, actor, params, { grantee: granteeOf(body), role: body.role }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators/{username}',
    summary: 'What one of them was given; everybody may ask that about themselves',
    ...reading,
    params: oneParams,
    output: { kind: 'one', status: 200, resource: 'collaborator' },
    handle: ({ app, actor, params }) => getCollaborator(app, actor, params, params.username),
  }),
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/collaborators/{username}',
    summary: 'Give somebody or a team a role, up to your own; or another one than before',
    ...writing,
    params: oneParams,
    body: roleBody,
    output: { kind: 'saved', resource: 'collaborator' },
    handle: ({ app, actor, params, body }) =>
      setCollaborator(app, actor, params, { grantee: params.username, role: body.role }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/collaborators/{username}',
    summary: 'Take a role away, or give back your own; whoever owns it stays',
    ...writing,
    params: oneParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => removeCollaborator(app, actor, params, params.username),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/access',
    summary: 'Which grants give somebody which role: the whole chain. A maintainer may ask about anybody',
    ...reading,
    role: 'Reader',
    params: repoParams,
    query: Type.Object({ user: Type.Optional(Type.String({ maxLength: 255, description: 'You when absent' })) }),
    output: { kind: 'one', status: 200, resource: 'access' },
    handle: ({ app, actor, params, query }) => explainAccess(app, actor, params, query.user),
  }),
]

function granteeOf({ username, team }: { username?: string; team?: string }): string {
  if (username !== undefined && team !== undefined) throw invalidField('team', 'contradiction', 'send username or team')
  const grantee = username ?? team
  if (grantee === undefined || grantee === '') throw invalidField('username', 'required', 'is required (or team)')
  return grantee
}
