import { Type } from 'typebox'
import { getMirror } from '../../../features/mirrors/get-mirror.ts'
import { setMirror } from '../../../features/mirrors/set-mirror.ts'
import { stopFollowing } from '../../../features/mirrors/stop-following.ts'
import { syncNow } from '../../../features/mirrors/sync-mirror.ts'
import { route } from '../route.ts'
import { mirrorFields } from './bodies.ts'

const tag = 'Repositories'
const name = Type.String({ maxLength: 255 })
const repoParams = Type.Object({ owner: name, repo: name })
const path = '/repos/{owner}/{repo}/mirror'

export const mirrorRoutes = [
  route({
    method: 'GET',
    path,
    tag,
    summary: 'Which repository on another server one follows',
    right: 'user',
    scope: 'repo:read',
    rate: 'api',
    role: 'Maintainer',
    params: repoParams,
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params }) => getMirror(app, actor, params),
  }),
  route({
    method: 'PUT',
    path,
    tag,
    summary: 'Have an empty repository follow one on another server, or change how it does',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    role: 'Maintainer',
    params: repoParams,
    body: Type.Object(mirrorFields),
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params, body: { interval_minutes: intervalMinutes, ...source } }) =>
      setMirror(app, actor, params, { ...source, intervalMinutes }),
  }),
  route({
    method: 'DELETE',
    path,
    tag,
    summary: 'Stop following: what has come stays, and can be pushed to',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    role: 'Maintainer',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => stopFollowing(app, actor, params),
  }),
  route({
    method: 'POST',
    path: `${path}/sync`,
    tag,
    summary: 'Bring a repository that follows another up to date now',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    role: 'Maintainer',
    params: repoParams,
    output: { kind: 'one', status: 200, resource: 'mirror' },
    handle: ({ app, actor, params }) => syncNow(app, actor, params),
  }),
]
