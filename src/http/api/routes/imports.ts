import { Type } from 'typebox'
import { getImport } from '../../../features/imports/get-import.ts'
import { importRepo, retryImport } from '../../../features/imports/start-import.ts'
import { createMirroredRepo } from '../../../features/mirrors/set-mirror.ts'
import { route } from '../route.ts'
import { importedRepoBody, newRepoOf, sourceFields } from './bodies.ts'

const tag = 'Repositories'
const name = Type.String({ maxLength: 255 })
const repoParams = Type.Object({ owner: name, repo: name })

export const importRoutes = [
  route({
    method: 'POST',
    path: '/user/repos/import',
    tag,
    summary: 'Create a repository with the branches and tags that another server has of it',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    body: importedRepoBody,
    output: { kind: 'one', status: 201, resource: 'repo' },
    handle: ({ app, actor, body }) => {
      const { slug, description, isPublic } = newRepoOf(body)
      const { owner, url, username, password, interval_minutes: intervalMinutes } = body
      const made = { slug, description, isPublic, owner }
      const source = { url, username, password }
      return body.mirror === true
        ? createMirroredRepo(app, actor, { ...made, follows: { ...source, intervalMinutes } })
        : importRepo(app, actor, { ...made, source })
    },
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/import',
    tag,
    summary: 'How far the import of a repository is',
    right: 'user',
    scope: 'repo:read',
    rate: 'api',
    role: 'Developer',
    params: repoParams,
    output: { kind: 'one', status: 200, resource: 'import' },
    handle: ({ app, actor, params }) => getImport(app, actor, params),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/import',
    tag,
    summary: 'Fill an empty repository from another server, or try an import that failed again',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    role: 'Developer',
    params: repoParams,
    body: Type.Object(sourceFields),
    output: { kind: 'one', status: 201, resource: 'import' },
    handle: ({ app, actor, params, body }) => retryImport(app, actor, params, body),
  }),
]
