import { Type } from 'typebox'
import { invalidField } from '../../../core/errors.ts'
import { parseRepoPath } from '../../../core/repo-path.ts'
import { listCommits } from '../../../features/commits/list-commits.ts'
import { listBranches, listTags } from '../../../features/refs/list-refs.ts'
import { maybeRevision } from '../revision-field.ts'
import { route } from '../route.ts'

const params = Type.Object({ owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) })
const text = Type.Optional(Type.String({ maxLength: 255 }))
const reading = { right: 'anyone', scope: 'repo:read', rate: 'api', remembers: true, role: 'Reader' } as const

export const historyRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/branches',
    tag: 'Branches and tags',
    summary: 'Branches, the default one first',
    ...reading,
    params,
    output: { kind: 'list', resource: 'branch' },
    handle: ({ app, actor, params: ref, page }) => listBranches(app, actor, ref, page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/tags',
    tag: 'Branches and tags',
    summary: 'Tags by their versions, the highest first',
    ...reading,
    params,
    output: { kind: 'list', resource: 'tag' },
    handle: ({ app, actor, params: ref, page }) => listTags(app, actor, ref, page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits',
    tag: 'Commits',
    summary: 'The history of a branch, tag or commit, newest first',
    ...reading,
    params,
    query: Type.Object({
      ref: maybeRevision,
      path: Type.Optional(Type.String({ maxLength: 4096 })),
      author: text,
      since: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601' })),
      until: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601' })),
    }),
    output: { kind: 'list', resource: 'commit' },
    handle: ({ app, actor, params: ref, query, page }) => {
      const path = query.path === undefined ? undefined : parseRepoPath(query.path)
      if (path === null) throw invalidField('path', 'format', 'is not a path inside a repository')
      const filter = {
        path,
        author: query.author,
        since: time('since', query.since),
        until: time('until', query.until),
      }
      return listCommits(app, actor, ref, { revision: query.ref, filter, page })
    },
  }),
]

function time(field: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw invalidField(field, 'format', 'must be a time such as 2026-01-31T12:00:00Z')
  return at
}
