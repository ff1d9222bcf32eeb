import { Type } from 'typebox'
import { getPushMirror } from '../../../features/push-mirrors/get-push-mirror.ts'
import { sendNow } from '../../../features/push-mirrors/send-changes.ts'
import { setPushMirror } from '../../../features/push-mirrors/set-push-mirror.ts'
import { stopPushing } from '../../../features/push-mirrors/stop-pushing.ts'
import { route } from '../route.ts'
import { keptSourceFields } from './bodies.ts'
import { changing, reading } from './mirror-rights.ts'

const path = '/repos/{owner}/{repo}/push-mirror'

export const pushMirrorRoutes = [
  route({
    method: 'GET',
    path,
    ...reading,
    summary: 'Where a repository is pushed to whenever it changes',
    output: { kind: 'one', status: 200, resource: 'pushMirror' },
    handle: ({ app, actor, params }) => getPushMirror(app, actor, params),
  }),
  route({
    method: 'PUT',
    path,
    ...changing,
    summary: 'Have a repository pushed to another server whenever it changes: to an empty one, or a copy of it',
    body: Type.Object(keptSourceFields),
    output: { kind: 'one', status: 200, resource: 'pushMirror' },
    handle: ({ app, actor, params, body }) => setPushMirror(app, actor, params, body),
  }),
  route({
    method: 'DELETE',
    path,
    ...changing,
    summary: 'Push a repository nowhere any more: what was sent stays there',
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => stopPushing(app, actor, params),
  }),
  route({
    method: 'POST',
    path: `${path}/sync`,
    ...changing,
    summary: 'Push a repository to its copy now',
    output: { kind: 'one', status: 200, resource: 'pushMirror' },
    handle: ({ app, actor, params }) => sendNow(app, actor, params),
  }),
]
