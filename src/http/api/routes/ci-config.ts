import { Type } from 'typebox'
import { checkConfig } from '../../../features/ci-config/check-config.ts'
import { getConfig } from '../../../features/ci-config/get-config.ts'
import { putConfig } from '../../../features/ci-config/put-config.ts'
import { parseFileSha, parseMessage } from '../../../features/contents/write-input.ts'
import { maybeRevision } from '../revision-field.ts'
import { route } from '../route.ts'

const text = Type.String({ maxLength: 255 })
const params = Type.Object({ owner: text, repo: text })
const content = Type.String({
  description: 'The text of `.svc-ci.yml`; 64 KiB at most',
  examples: ['version: 1\njobs:\n  test:\n    steps:\n      - run: make test\n'],
})
const writing = { tag: 'CI', right: 'user', scope: 'ci:write', rate: 'api', params } as const

export const ciConfigRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/ci/config',
    tag: 'CI',
    summary: 'How pipelines are described, and what is wrong with it',
    right: 'anyone',
    scope: 'ci:read',
    role: 'Reader',
    rate: 'api',
    params,
    query: Type.Object({
      ref: maybeRevision,
    }),
    output: { kind: 'one', status: 200, resource: 'ciConfig' },
    handle: ({ app, actor, params: ref, query }) => getConfig(app, actor, ref, query.ref),
  }),
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/ci/config',
    summary: 'Replace `.svc-ci.yml` by a commit to the default branch',
    ...writing,
    role: 'Maintainer',
    body: Type.Object({
      content,
      message: Type.Optional(Type.String({ maxLength: 65_536, description: 'Says what was done if absent' })),
      sha: Type.Optional(
        Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
          description: 'The id that the file has now, null where there is none; absent: whatever it has',
        }),
      ),
    }),
    output: { kind: 'one', status: 200, resource: 'ciConfig' },
    handle: ({ app, actor, params: ref, body }) =>
      putConfig(app, actor, ref, {
        content: body.content,
        message: parseMessage('message', body.message ?? ''),
        sha: typeof body.sha === 'string' ? parseFileSha('sha', body.sha) : body.sha,
      }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/ci/config/validate',
    summary: 'What is wrong with a text, without writing it',
    ...writing,
    role: 'Developer',
    body: Type.Object({ content }),
    output: { kind: 'one', status: 200, resource: 'ciConfigCheck' },
    handle: ({ app, actor, params: ref, body }) => checkConfig(app, actor, ref, body.content),
  }),
]
