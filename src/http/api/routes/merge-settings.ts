import { Type } from 'typebox'
import { changeMergeSettings } from '../../../features/pulls/change-merge-settings.ts'
import { getMergeSettings } from '../../../features/pulls/get-merge-settings.ts'
import { mergeMethods } from '../../../features/pulls/pull.ts'
import { route } from '../route.ts'

const name = Type.String({ maxLength: 255 })
const at = {
  tag: 'Pull requests',
  path: '/repos/{owner}/{repo}/merge-settings',
  right: 'user',
  rate: 'api',
  params: Type.Object({ owner: name, repo: name }),
  output: { kind: 'one', status: 200, resource: 'mergeSettings' },
} as const
const method = Type.Union(mergeMethods.map((one) => Type.Literal(one)))

export const mergeSettingsRoutes = [
  route({
    ...at,
    method: 'GET',
    summary: 'How pull requests of a repository are merged',
    scope: 'repo:read',
    role: 'Developer',
    handle: ({ app, actor, params }) => getMergeSettings(app, actor, params),
  }),
  route({
    ...at,
    method: 'PATCH',
    summary: 'Say how pull requests of a repository are merged; what is absent stays',
    scope: 'repo:write',
    role: 'Maintainer',
    body: Type.Object({
      merge_methods: Type.Optional(
        Type.Array(method, {
          maxItems: 20,
          description: 'The ones that are allowed, one at least; merging in another way is refused (409)',
        }),
      ),
      default_merge_method: Type.Optional(
        Type.Union([...method.anyOf], { description: 'The one that pages offer first; it has to be allowed' }),
      ),
      delete_branch_on_merge: Type.Optional(
        Type.Boolean({
          description: 'Whether pages offer to delete the branch; through the API, `delete_branch` says so each time',
        }),
      ),
    }),
    handle: ({ app, actor, params, body }) =>
      changeMergeSettings(app, actor, params, {
        methods: body.merge_methods,
        defaultMethod: body.default_merge_method,
        deletesBranch: body.delete_branch_on_merge,
      }),
  }),
]
