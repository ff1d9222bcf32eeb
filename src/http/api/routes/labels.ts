import { Type } from 'typebox'
import { createLabel, deleteLabel, updateLabel } from '../../../features/labels/change-labels.ts'
import { getLabel, listLabels } from '../../../features/labels/read-labels.ts'
import { route } from '../route.ts'

const tag = 'Labels and milestones'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const labelParams = Type.Object({ ...ofRepo, label: text })
const reading = { tag, right: 'anyone', scope: 'issues:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'issues:write', role: 'Developer', rate: 'api' } as const
const one = { kind: 'one', status: 200, resource: 'label' } as const

const fields = {
  color: Type.Optional(Type.String({ description: '#rrggbb', examples: ['#c93c37'] })),
  type: Type.Optional(
    Type.Union([Type.Literal('issue'), Type.Literal('pull'), Type.Literal('any')], {
      description: '`any` when absent',
    }),
  ),
  description: Type.Optional(Type.String()),
}

export const labelRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels',
    summary: 'Labels, by name',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'label' },
    handle: ({ app, actor, params, page }) => listLabels(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/labels',
    summary: 'Make a label',
    ...writing,
    params: repoParams,
    body: Type.Object({ name: Type.String(), ...fields }),
    output: { kind: 'one', status: 201, resource: 'label' },
    handle: ({ app, actor, params, body }) => createLabel(app, actor, params, body),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels/{label}',
    summary: 'A label, by its name or id',
    ...reading,
    params: labelParams,
    output: one,
    handle: ({ app, actor, params }) => getLabel(app, actor, params),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/labels/{label}',
    summary: 'Change a label; what has it keeps it',
    ...writing,
    params: labelParams,
    body: Type.Object({ name: Type.Optional(Type.String()), ...fields }),
    output: one,
    handle: ({ app, actor, params, body }) => updateLabel(app, actor, params, body),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/labels/{label}',
    summary: 'Delete a label; what has it loses it',
    ...writing,
    params: labelParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteLabel(app, actor, params),
  }),
]
