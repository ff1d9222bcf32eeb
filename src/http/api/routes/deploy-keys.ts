import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { addDeployKey } from '../../../features/deploy-keys/add-deploy-key.ts'
import { getDeployKey, listDeployKeys } from '../../../features/deploy-keys/list-deploy-keys.ts'
import { removeDeployKey } from '../../../features/deploy-keys/remove-deploy-key.ts'
import { route } from '../route.ts'

const tag = 'Deploy keys'
const repo = { owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) }
const repoParams = Type.Object(repo)
const keyParams = Type.Object({ ...repo, id: Type.String({ maxLength: 64, description: 'Integer or UUID' }) })
const reading = { right: 'user', scope: 'repo:read', rate: 'api', role: 'Maintainer' } as const
const writing = { right: 'user', scope: 'repo:write', rate: 'api', role: 'Maintainer' } as const

export const deployKeyRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/keys',
    tag,
    summary: 'Deploy keys, newest first',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'deployKey' },
    handle: ({ app, actor, params, page }) => listDeployKeys(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/keys',
    tag,
    summary: 'Add an SSH key that opens this repository alone; for reading unless said otherwise',
    ...writing,
    params: repoParams,
    body: Type.Object({
      title: Type.Optional(Type.String({ maxLength: 255 })),
      key: Type.String({ minLength: 1, maxLength: 16_384, description: 'One line of an OpenSSH .pub file' }),
      read_only: Type.Optional(Type.Boolean({ description: 'True when absent' })),
    }),
    output: { kind: 'one', status: 201, resource: 'deployKey' },
    handle: ({ app, actor, params, body }) => addDeployKey(app, actor, params, { ...body, readOnly: body.read_only }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/keys/{id}',
    tag,
    summary: 'A deploy key',
    ...reading,
    params: keyParams,
    output: { kind: 'one', status: 200, resource: 'deployKey' },
    handle: ({ app, actor, params }) => getDeployKey(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/keys/{id}',
    tag,
    summary: 'Remove a deploy key',
    ...writing,
    params: keyParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => removeDeployKey(app, actor, params, parseRecordId(params.id)),
  }),
]
