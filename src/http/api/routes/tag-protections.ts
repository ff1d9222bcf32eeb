import { type Static, Type } from 'typebox'
import { addProtection } from '../../../features/protection/add-protection.ts'
import { changeProtection } from '../../../features/protection/change-protection.ts'
import { getProtection } from '../../../features/protection/get-protection.ts'
import { listProtections } from '../../../features/protection/list-protections.ts'
import type { TagProtectionInput } from '../../../features/protection/parse-tag-protection.ts'
import { parseProtectionId } from '../../../features/protection/protection-kind.ts'
import { removeProtection } from '../../../features/protection/remove-protection.ts'
import { tagProtections } from '../../../features/protection/tag-protections.ts'
import { route } from '../route.ts'

const kind = tagProtections
const tag = 'Tag protections'
const repo = { owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) }
const repoParams = Type.Object(repo)
const oneParams = Type.Object({ ...repo, id: Type.String({ maxLength: 255, description: 'The id, or the pattern' }) })
const reading = { right: 'user', scope: 'repo:read', rate: 'api', role: 'Maintainer' } as const
const writing = { right: 'user', scope: 'repo:write', rate: 'api', role: 'Maintainer' } as const

const roles = [
  Type.Literal('Developer'),
  Type.Literal('Maintainer'),
  Type.Literal('Owner'),
  Type.Literal('Nobody'),
] as const

const fields = Type.Object({
  pattern: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'A tag: `v1.0`, `v*`, `**`. `*` stands for anything but a slash, `?` for one such character, `**` for anything. Where several patterns mean a tag, each of them has to allow what is done.',
      examples: ['v*'],
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 255, description: 'The same as pattern' })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as pattern' })),
  create_role: Type.Optional(
    Type.Union([...roles], {
      description:
        'The weakest role that may create such a tag, by a push, through the API or with a release; Maintainer if absent. Once it is there, nobody moves it to another commit',
    }),
  ),
  delete_role: Type.Optional(
    Type.Union([...roles], { description: 'The weakest role that may delete such a tag; Maintainer if absent' }),
  ),
})

export const tagProtectionRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/tag-protections',
    tag,
    summary: 'Tag protections, by pattern',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'tagProtection' },
    handle: ({ app, actor, params, page }) => listProtections(app, actor, { kind, ref: params }, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/tag-protections',
    tag,
    summary: 'Protect a tag, or all tags of a pattern',
    ...writing,
    params: repoParams,
    body: fields,
    output: { kind: 'one', status: 201, resource: 'tagProtection' },
    handle: ({ app, actor, params, body }) => addProtection(app, actor, { kind, ref: params }, inputOf(body)),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/tag-protections/{id}',
    tag,
    summary: 'A tag protection',
    ...reading,
    params: oneParams,
    output: { kind: 'one', status: 200, resource: 'tagProtection' },
    handle: ({ app, actor, params }) =>
      getProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/tag-protections/{id}',
    tag,
    summary: 'Change a tag protection; what is absent stays',
    ...writing,
    params: oneParams,
    body: fields,
    output: { kind: 'one', status: 200, resource: 'tagProtection' },
    handle: ({ app, actor, params, body }) =>
      changeProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }, inputOf(body)),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/tag-protections/{id}',
    tag,
    summary: 'Take a tag protection away',
    ...writing,
    params: oneParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) =>
      removeProtection(app, actor, { kind, ref: params, id: parseProtectionId(params.id) }),
  }),
]

function inputOf(body: Static<typeof fields>): TagProtectionInput {
  return {
    pattern: body.pattern ?? body.tag ?? body.name,
    createRole: body.create_role,
    deleteRole: body.delete_role,
  }
}
