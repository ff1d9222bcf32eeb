import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { createMilestone, deleteMilestone, updateMilestone } from '../../../features/milestones/change-milestones.ts'
import { textOfMilestone } from '../../../features/milestones/milestone.ts'
import { getMilestone, listMilestones } from '../../../features/milestones/read-milestones.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { route } from '../route.ts'

const tag = 'Labels and milestones'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const milestoneParams = Type.Object({ ...ofRepo, id: text })
const reading = { tag, right: 'anyone', scope: 'issues:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'issues:write', role: 'Developer', rate: 'api' } as const
const one = { kind: 'one', status: 200, resource: 'milestone' } as const
const states = [Type.Literal('open'), Type.Literal('closed')] as const

const fields = {
  description: Type.Optional(Type.String()),
  state: Type.Optional(Type.Union([...states])),
  due_at: Type.Optional(
    Type.Union([Type.String({ maxLength: 50 }), Type.Null()], {
      description: 'A day or a time; null for none',
      examples: ['2027-03-31'],
    }),
  ),
  due_on: Type.Optional(
    Type.Union([Type.String({ maxLength: 50 }), Type.Null()], { description: 'The same as `due_at`' }),
  ),
}

export const milestoneRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/milestones',
    summary: 'Milestones: what is due first comes first',
    ...reading,
    params: repoParams,
    query: Type.Object({
      state: Type.Optional(Type.Union([...states, Type.Literal('all')], { description: '`open` when absent' })),
    }),
    output: { kind: 'list', resource: 'milestone' },
    handle: ({ app, actor, params, query, page }) =>
      listMilestones(app, actor, params, { state: query.state ?? 'open', request: page }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/milestones',
    summary: 'Make a milestone',
    ...writing,
    params: repoParams,
    body: Type.Object({ title: Type.String(), ...fields }),
    output: { kind: 'one', status: 201, resource: 'milestone' },
    handle: ({ app, actor, params, body: { due_at: dueAt, due_on: dueOn, ...input } }) =>
      createMilestone(app, actor, params, { ...input, dueAt: dueAt === undefined ? dueOn : dueAt }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/milestones/{id}',
    summary: 'A milestone',
    ...reading,
    params: milestoneParams,
    output: one,
    handle: ({ app, actor, params }) => getMilestone(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/milestones/{id}',
    summary: 'Change a milestone, close it or open it again',
    ...writing,
    params: milestoneParams,
    body: Type.Object({ title: Type.Optional(Type.String()), ...fields }),
    output: one,
    current: ({ app, actor, params }) => getMilestone(app, actor, params, parseRecordId(params.id)),
    handle: ({ app, actor, params, body: { due_at: dueAt, due_on: dueOn, ...input }, seen }) => {
      const due = dueAt === undefined ? dueOn : dueAt
      const changes = { ...input, dueAt: due, seen: seen && nameText(textOfMilestone(seen)) }
      return updateMilestone(app, actor, { ...params, id: parseRecordId(params.id) }, changes)
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/milestones/{id}',
    summary: 'Delete a milestone; its issues and pull requests stay',
    ...writing,
    params: milestoneParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteMilestone(app, actor, { ...params, id: parseRecordId(params.id) }),
  }),
]
