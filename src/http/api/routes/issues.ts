import { Type } from 'typebox'
import { createIssue } from '../../../features/issues/create-issue.ts'
import { deleteIssue } from '../../../features/issues/delete-issue.ts'
import { getIssue, listIssues } from '../../../features/issues/read-issues.ts'
import { updateIssue } from '../../../features/issues/update-issue.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { parseLabelNames } from '../../../features/threads/thread-filter.ts'
import { route } from '../route.ts'

const tag = 'Issues'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const issueParams = Type.Object({ ...ofRepo, number: text })
const reading = { tag, right: 'anyone', scope: 'issues:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'issues:write', role: 'Reader', rate: 'api' } as const
const issue = { kind: 'one', status: 200, resource: 'issue' } as const

const body = Type.String({ description: 'Markdown, at most 65,536 characters' })
const managed = {
  labels: Type.Optional(Type.Array(text, { maxItems: 100, description: 'Names' })),
  assignees: Type.Optional(Type.Array(text, { maxItems: 20, description: 'Usernames' })),
  milestone: Type.Optional(
    Type.Union([text, Type.Integer({ minimum: 0, maximum: 2 ** 53 }), Type.Null()], {
      description: 'A title or an id; null for none',
    }),
  ),
}

export const issueRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    summary: 'Issues, the newest first unless said otherwise',
    ...reading,
    params: repoParams,
    query: Type.Object({
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('all')], {
          description: '`open` when absent',
        }),
      ),
      labels: Type.Optional(
        Type.String({ maxLength: 2000, description: 'Names, with commas in between: all must match' }),
      ),
      assignee: Type.Optional(Type.String({ maxLength: 255, description: 'A username, `none` or `@me`' })),
      author: Type.Optional(Type.String({ maxLength: 255, description: 'A username or `@me`' })),
      milestone: Type.Optional(Type.String({ maxLength: 255, description: 'A title or an id, or `none`' })),
      q: Type.Optional(Type.String({ maxLength: 1000, description: 'Words of title, text and comments' })),
      sort: Type.Optional(Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('comments')])),
      direction: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    output: { kind: 'list', resource: 'issue' },
    handle: ({ app, actor, params, query, page }) =>
      listIssues(app, actor, params, {
        filter: { ...query, labels: parseLabelNames(query.labels) },
        request: page,
      }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    summary: 'Open an issue; what only Developers may set is left out for others',
    ...writing,
    params: repoParams,
    body: Type.Object({ title: Type.String(), body: Type.Optional(body), ...managed }),
    output: { kind: 'one', status: 201, resource: 'issue' },
    handle: ({ app, actor, params, body: input }) => createIssue(app, actor, params, input),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{number}',
    summary: 'An issue',
    ...reading,
    params: issueParams,
    output: issue,
    handle: ({ app, actor, params }) => getIssue(app, actor, params),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/{number}',
    summary: 'Change an issue: title, text and state by its author, everything by Developers',
    ...writing,
    params: issueParams,
    body: Type.Object({
      title: Type.Optional(Type.String()),
      body: Type.Optional(body),
      state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
      ...managed,
      locked: Type.Optional(Type.Boolean()),
      pinned: Type.Optional(Type.Boolean({ description: 'At most three are' })),
    }),
    output: issue,
    current: ({ app, actor, params }) => getIssue(app, actor, params),
    handle: ({ app, actor, params, body: changes, seen }) =>
      updateIssue(app, actor, params, { ...changes, seen: seen && nameText(seen) }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{number}',
    summary: 'Delete an issue, with all that was said in it',
    ...writing,
    role: 'Maintainer',
    params: issueParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteIssue(app, actor, params),
  }),
]
