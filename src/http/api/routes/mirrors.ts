import { Type } from 'typebox'
import { getMirror } from '../../../features/mirrors/get-mirror.ts'
import { setMirror } from '../../../features/mirrors/set-mirror.ts'
import { stopFollowing } from '../../../features/mirrors/stop-following.ts'
import { syncNow } from '../../../features/mirrors/sync-mirror.ts'
import { route } from '../route.ts'
import { mirrorFields } from './bodies.ts'
import { changing, reading } from './mirror-rights.ts'

const path = '/repos/{owner}/{repo}/mirror'

export const mirrorRoutes = [
  route({
    method: 'GET',
    path,
    ...reading,
    summary: 'Which repository on another server one follows',
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params }) => getMirror(app, actor, params),
  }),
  route({
    method: 'PUT',
    path,
    ...changing,
    summary: 'Have an empty repository follow one on another server, or change how it does',
    body: Type.Object(mirrorFields),
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params, body: { interval_minutes: intervalMinutes, ...source } }) =>
      setMirror(app, actor, params, { ...source, intervalMinutes }),
  }),
  route({
    method: 'DELETE',
    path,
    ...changing,
    summary: 'Stop following: what has come stays, and can be pushed to',
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => stopFollowing(app, actor, params),
  }),
  route({
    method: 'POST',
    path: `${path}/sync`,
    ...changing,
    summary: 'Bring a repository that follows another up to date now',
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params }) => syncNow(app, actor, params),
  }),
]
