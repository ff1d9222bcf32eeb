import { Type } from 'typebox'
import { getImport } from '../../../features/imports/get-import.ts'
import { importRepo, retryImport } from '../../../features/imports/start-import.ts'
import { createMirroredRepo } from '../../../features/mirrors/set-mirror.ts'
import { route } from '../route.ts'
import { importedRepoBody, newRepoOf, sourceFields, trackerField } from './bodies.ts'

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
      const { owner, url, username, password, tracker, interval_minutes: intervalMinutes } = body
      const made = { slug, description, isPublic, owner }
      const source = { url, username, password }
      return body.mirror === true
        ? createMirroredRepo(app, actor, { ...made, follows: { ...source, intervalMinutes, tracker } })
        : importRepo(app, actor, { ...made, source: { ...source, tracker } })
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
    summary:
      'Fill an empty repository from another server, or try an import that failed again; with `tracker`, for which one has to be a Maintainer, also one that has commits and no issues',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    role: 'Developer',
    params: repoParams,
    body: Type.Object({ ...sourceFields, ...trackerField }),
    output: { kind: 'one', status: 201, resource: 'import' },
    handle: ({ app, actor, params, body }) => retryImport(app, actor, params, body),
  }),
]
