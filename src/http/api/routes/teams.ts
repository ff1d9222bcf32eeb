import { Type } from 'typebox'
import { setCollaborator } from '../../../features/collaborators/set-collaborator.ts'
import { unshareWithTeam } from '../../../features/collaborators/unshare-with-team.ts'
import { createRepo } from '../../../features/repos/create-repo.ts'
import { createTeam } from '../../../features/teams/create-team.ts'
import { deleteTeam } from '../../../features/teams/delete-team.ts'
import { getTeam } from '../../../features/teams/get-team.ts'
import { getMember, listMembers } from '../../../features/teams/list-members.ts'
import { getTeamRepo, listTeamRepos } from '../../../features/teams/list-team-repos.ts'
import { listAllTeams, listMyTeams } from '../../../features/teams/list-teams.ts'
import { removeMember } from '../../../features/teams/remove-member.ts'
import { setMember } from '../../../features/teams/set-member.ts'
import { updateTeam } from '../../../features/teams/update-team.ts'
import { route } from '../route.ts'
import { newRepoBody, newRepoOf, roleBody } from './bodies.ts'

const tag = 'Teams'
const text = Type.String({ maxLength: 255 })
const slug = { slug: text }
const teamParams = Type.Object(slug)
const memberParams = Type.Object({ ...slug, username: text })
const repoParams = Type.Object({ ...slug, owner: text, repo: text })
const sessions = { tag, right: 'session', scope: null, rate: 'api' } as const
const description = Type.Optional(Type.String({ maxLength: 4096 }))

export const teamRoutes = [
  route({
    method: 'GET',
    path: '/teams',
    summary: 'The teams that you belong to, by name',
    ...sessions,
    query: Type.Object({
      all: Type.Optional(Type.Boolean({ description: 'Every team there is: administrators only' })),
    }),
    output: { kind: 'list', resource: 'team' },
    handle: ({ app, actor, query, page }) =>
      query.all === true ? listAllTeams(app, actor, page) : listMyTeams(app, actor, page),
  }),
  route({
    method: 'POST',
    path: '/teams',
    summary: 'Make a team; you own it',
    ...sessions,
    body: Type.Object(
      {
        slug: Type.Optional(Type.String({ maxLength: 255, description: 'The name when absent' })),
        name: Type.Optional(Type.String({ maxLength: 255, description: 'What people read; the slug when absent' })),
        description,
      },
      { description: 'Needs `slug` or `name`.', examples: [{ slug: 'smiths', name: 'The smiths' }] },
    ),
    output: { kind: 'one', status: 201, resource: 'team' },
    handle: ({ app, actor, body }) => createTeam(app, actor, body),
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}',
    summary: 'A team; outsiders see one that owns a repository which they may see',
    ...sessions,
    role: 'Reader',
    params: teamParams,
    output: { kind: 'one', status: 200, resource: 'team' },
    handle: ({ app, actor, params }) => getTeam(app, actor, params.slug),
  }),
  route({
    method: 'PATCH',
    path: '/teams/{slug}',
    summary: 'Change a team; old addresses lead on to the new one',
    ...sessions,
    role: 'Owner',
    params: teamParams,
    body: Type.Object({
      slug: Type.Optional(text),
      name: Type.Optional(
        Type.String({ maxLength: 255, description: 'Where the team is called by its slug, the slug goes with it' }),
      ),
      description,
    }),
    output: { kind: 'one', status: 200, resource: 'team' },
    handle: ({ app, actor, params, body }) => updateTeam(app, actor, params.slug, body),
  }),
  route({
    method: 'DELETE',
    path: '/teams/{slug}',
    summary: 'Delete a team that owns no repository any more',
    ...sessions,
    role: 'Owner',
    params: teamParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteTeam(app, actor, params.slug),
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}/members',
    summary: 'Who belongs to it, by name',
    ...sessions,
    role: 'Reader',
    params: teamParams,
    output: { kind: 'list', resource: 'teamMember' },
    handle: ({ app, actor, params, page }) => listMembers(app, actor, params.slug, page),
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}/members/{username}',
    summary: 'A member',
    ...sessions,
    role: 'Reader',
    params: memberParams,
    output: { kind: 'one', status: 200, resource: 'teamMember' },
    handle: ({ app, actor, params }) => getMember(app, actor, params.slug, params.username),
  }),
  route({
    method: 'PUT',
    path: '/teams/{slug}/members/{username}',
    summary: 'Take somebody in, or give a member another role; up to your own',
    ...sessions,
    role: 'Maintainer',
    params: memberParams,
    body: roleBody,
    output: { kind: 'saved', resource: 'teamMember' },
    handle: ({ app, actor, params, body }) => setMember(app, actor, { ...params, role: body.role }),
  }),
  route({
    method: 'DELETE',
    path: '/teams/{slug}/members/{username}',
    summary: 'Send a member away, or leave; the last owner stays',
    ...sessions,
    role: 'Maintainer',
    params: memberParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => removeMember(app, actor, params.slug, params.username),
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}/repos',
    summary: 'Repositories that it owns or that are shared with it, last touched first',
    ...sessions,
    role: 'Reader',
    params: teamParams,
    output: { kind: 'list', resource: 'teamRepo' },
    handle: ({ app, actor, params, page }) => listTeamRepos(app, actor, params.slug, page),
  }),
  route({
    method: 'POST',
    path: '/teams/{slug}/repos',
    summary: 'Create a repository that the team owns; private unless said otherwise',
    ...sessions,
    role: 'Maintainer',
    params: teamParams,
    body: newRepoBody,
    output: { kind: 'one', status: 201, resource: 'repo' },
    handle: async ({ app, actor, params, body }) => {
      const { slug: owner } = await getTeam(app, actor, params.slug)
      return createRepo(app, actor, { ...newRepoOf(body), owner })
    },
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}/repos/{owner}/{repo}',
    summary: 'One of them',
    ...sessions,
    role: 'Reader',
    params: repoParams,
    output: { kind: 'one', status: 200, resource: 'teamRepo' },
    handle: ({ app, actor, params }) => getTeamRepo(app, actor, params.slug, params),
  }),
  route({
    method: 'PUT',
    path: '/teams/{slug}/repos/{owner}/{repo}',
    summary: 'Share a repository that you maintain with the team: every member gets this role',
    ...sessions,
    role: 'Reader',
    params: repoParams,
    body: roleBody,
    output: { kind: 'saved', resource: 'teamRepo' },
    handle: async ({ app, actor, params, body }) => {
      const { slug: grantee } = await getTeam(app, actor, params.slug)
      const { created } = await setCollaborator(app, actor, params, { grantee, role: body.role })
      return { created, value: await getTeamRepo(app, actor, grantee, params) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/teams/{slug}/repos/{owner}/{repo}',
    summary: 'Share it no more; for whoever maintains the repository or the team',
    ...sessions,
    role: 'Reader',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => unshareWithTeam(app, actor, params.slug, params),
  }),
]
