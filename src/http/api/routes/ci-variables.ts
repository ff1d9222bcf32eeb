import { type Static, Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addVariable, changeVariable, removeVariable } from '../../../features/ci-variables/change-variables.ts'
import { listVariables } from '../../../features/ci-variables/list-variables.ts'
import { openRepoVariables, openTeamVariables } from '../../../features/ci-variables/open-place.ts'
import type { VariableInput } from '../../../features/ci-variables/parse-variable.ts'
import { route } from '../route.ts'

const tag = 'CI'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const ofTeam = { slug: text }
const reading = { tag, right: 'user', scope: 'ci:read', role: 'Maintainer', rate: 'api' } as const
const writing = { tag, right: 'user', scope: 'ci:write', role: 'Maintainer', rate: 'api' } as const
const sessions = { tag, right: 'session', scope: null, role: 'Maintainer', rate: 'api' } as const

const key = Type.String({
  maxLength: 255,
  description: 'A to Z, 0 to 9 and _; not a name that decides what the runner runs, such as PATH or LD_PRELOAD',
  examples: ['DEPLOY_TOKEN'],
})
const value = { maxLength: 65_536, description: '64 KiB at most' }
const kinds = {
  secret: Type.Optional(
    Type.Boolean({
      description:
        'Kept encrypted, never shown again, replaced by *** in logs, never given to pull requests of forks; ' +
        'false if nothing is said. A short one makes many stars: four characters or more hide well',
    }),
  ),
  protected_only: Type.Optional(
    Type.Boolean({ description: 'Only for pipelines of protected branches and tags; false if nothing is said' }),
  ),
}
const newVariable = Type.Object(
  { key, value: Type.String(value), ...kinds },
  { examples: [{ key: 'DEPLOY_TOKEN', value: 'hush', secret: true }] },
)
const changes = Type.Object({
  key: Type.Optional(key),
  value: Type.Optional(
    Type.Union([Type.String(value), Type.Null()], {
      description: 'Null leaves it as it is; needed where a secret becomes none',
    }),
  ),
  ...kinds,
})

export const ciVariableRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/ci/variables',
    summary: "What pipelines are told, by key: the repository's own variables and those of the team that owns it",
    ...reading,
    params: Type.Object(ofRepo),
    output: { kind: 'list', resource: 'ciVariable' },
    handle: async ({ app, actor, params, page }) =>
      listVariables(app, await openRepoVariables(app, actor, params, 'ci:read'), page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/ci/variables',
    summary: "Add a variable; it takes the place of the team's of the same key",
    ...writing,
    params: Type.Object(ofRepo),
    body: newVariable,
    output: { kind: 'one', status: 201, resource: 'ciVariable' },
    handle: async ({ app, actor, params, body }) =>
      addVariable(app, actor, await openRepoVariables(app, actor, params, 'ci:write'), inputOf(body)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/ci/variables/{id}',
    summary: 'Change a variable; only what is said changes',
    ...writing,
    params: Type.Object({ ...ofRepo, id: text }),
    body: changes,
    output: { kind: 'one', status: 200, resource: 'ciVariable' },
    handle: async ({ app, actor, params, body }) => {
      const open = await openRepoVariables(app, actor, params, 'ci:write')
      return changeVariable(app, actor, open, { id: parseRecordId(params.id), changes: inputOf(body) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/ci/variables/{id}',
    summary: 'Delete a variable',
    ...writing,
    params: Type.Object({ ...ofRepo, id: text }),
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, params }) => {
      const open = await openRepoVariables(app, actor, params, 'ci:write')
      await removeVariable(app, actor, open, parseRecordId(params.id))
    },
  }),
  route({
    method: 'GET',
    path: '/teams/{slug}/ci/variables',
    summary: 'What the pipelines of all repositories that the team owns are told, by key',
    ...sessions,
    params: Type.Object(ofTeam),
    output: { kind: 'list', resource: 'ciVariable' },
    handle: async ({ app, actor, params, page }) =>
      listVariables(app, await openTeamVariables(app, actor, params.slug), page),
  }),
  route({
    method: 'POST',
    path: '/teams/{slug}/ci/variables',
    summary: 'Add a variable for all repositories that the team owns',
    ...sessions,
    params: Type.Object(ofTeam),
    body: newVariable,
    output: { kind: 'one', status: 201, resource: 'ciVariable' },
    handle: async ({ app, actor, params, body }) =>
      addVariable(app, actor, await openTeamVariables(app, actor, params.slug), inputOf(body)),
  }),
  route({
    method: 'PATCH',
    path: '/teams/{slug}/ci/variables/{id}',
    summary: "Change a team's variable; only what is said changes",
    ...sessions,
    params: Type.Object({ ...ofTeam, id: text }),
    body: changes,
    output: { kind: 'one', status: 200, resource: 'ciVariable' },
    handle: async ({ app, actor, params, body }) => {
      const open = await openTeamVariables(app, actor, params.slug)
      return changeVariable(app, actor, open, { id: parseRecordId(params.id), changes: inputOf(body) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/teams/{slug}/ci/variables/{id}',
    summary: "Delete a team's variable",
    ...sessions,
    params: Type.Object({ ...ofTeam, id: text }),
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, params }) => {
      const open = await openTeamVariables(app, actor, params.slug)
      await removeVariable(app, actor, open, parseRecordId(params.id))
    },
  }),
]

function inputOf({ protected_only: protectedOnly, ...rest }: Static<typeof changes>): VariableInput {
  return { ...rest, protectedOnly }
}
