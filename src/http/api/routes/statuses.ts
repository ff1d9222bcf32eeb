import { Type } from 'typebox'
import { getCombinedStatus, listStatuses } from '../../../features/statuses/read-statuses.ts'
import { reportStatus } from '../../../features/statuses/report-status.ts'
import { statusStates } from '../../../features/statuses/status.ts'
import { revision } from '../revision-field.ts'
import { route } from '../route.ts'

const name = Type.String({ maxLength: 255 })
const params = Type.Object({ owner: name, repo: name, sha: revision })
const tag = 'Commits'
const reading = {
  tag,
  right: 'anyone',
  scope: 'repo:read',
  role: 'Reader',
  rate: 'api',
  remembers: true,
  params,
} as const

export const statusRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{sha}/statuses',
    summary: 'What checks said of a commit, the newest first',
    ...reading,
    output: { kind: 'list', resource: 'commitStatus' },
    handle: ({ app, actor, params: ref, page }) => listStatuses(app, actor, ref, { commit: ref.sha, page }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/commits/{sha}/statuses',
    tag,
    summary: 'Report how a check of a commit went; the newest of each context counts',
    right: 'user',
    scope: 'repo:write',
    role: 'Developer',
    rate: 'api',
    params,
    body: Type.Object({
      state: Type.Union(statusStates.map((one) => Type.Literal(one))),
      context: Type.Optional(
        Type.String({
          maxLength: 255,
          description: '`default` if absent; not `ci` where pipelines report under it (`CI_ENABLED`)',
          examples: ['ci/test'],
        }),
      ),
      description: Type.Optional(Type.String({ maxLength: 1000 })),
      target_url: Type.Optional(Type.String({ maxLength: 2048, description: 'Where to read more: http or https' })),
    }),
    output: { kind: 'one', status: 201, resource: 'commitStatus' },
    handle: ({ app, actor, params: ref, body: { target_url: targetUrl, ...input } }) =>
      reportStatus(app, actor, ref, { ...input, targetUrl, commit: ref.sha }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{sha}/status',
    summary: 'All checks of a commit together: the newest status of each context',
    ...reading,
    output: { kind: 'one', status: 200, resource: 'combinedStatus' },
    handle: ({ app, actor, params: ref }) => getCombinedStatus(app, actor, ref, ref.sha),
  }),
]
