import { Type } from 'typebox'
import { pageOf } from '../../../core/page.ts'
import { createPull } from '../../../features/pulls/create-pull.ts'
import { getPull } from '../../../features/pulls/get-pull.ts'
import { listPulls } from '../../../features/pulls/list-pulls.ts'
import { listPullCommits } from '../../../features/pulls/read-changes.ts'
import { getVersionComparison, getVersions } from '../../../features/pulls/read-versions.ts'
import { showSource } from '../../../features/pulls/show-source.ts'
import { updatePull } from '../../../features/pulls/update-pull.ts'
import { listPullFiles } from '../../../features/reviews/view-files.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { parseLabelNames } from '../../../features/threads/thread-filter.ts'
import { route } from '../route.ts'

const tag = 'Pull requests'
const name = Type.String({ maxLength: 255 })
const maybeName = Type.Optional(name)
const repo = { owner: name, repo: name }
const repoParams = Type.Object(repo)
const pullParams = Type.Object({ ...repo, number: name })
const reading = { tag, right: 'anyone', scope: 'pulls:read', role: 'Reader', rate: 'api', remembers: true } as const
const writing = { tag, right: 'user', scope: 'pulls:write', role: 'Reader', rate: 'api' } as const
const one = { kind: 'one', status: 200, resource: 'pull' } as const

const body = Type.Optional(Type.String({ description: 'Markdown, at most 65,536 characters' }))
const managed = {
  labels: Type.Optional(Type.Array(name, { maxItems: 100, description: 'Names' })),
  assignees: Type.Optional(Type.Array(name, { maxItems: 20, description: 'Usernames' })),
  milestone: Type.Optional(
    Type.Union([name, Type.Integer({ minimum: 0, maximum: 2 ** 53 }), Type.Null()], {
      description: 'A title or an id; null for none',
    }),
  ),
}
const draft = Type.Optional(Type.Boolean({ description: 'Not to be merged yet' }))

export const pullRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls',
    summary: 'Pull requests, the newest first',
    ...reading,
    params: repoParams,
    query: Type.Object({
      state: Type.Optional(
        Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('merged'), Type.Literal('all')], {
          description: '`open` when absent',
        }),
      ),
      labels: Type.Optional(
        Type.String({ maxLength: 2000, description: 'Names, with commas in between: all must match' }),
      ),
      assignee: Type.Optional(Type.String({ maxLength: 255, description: 'A username, `none` or `@me`' })),
      author: Type.Optional(Type.String({ maxLength: 255, description: 'A username or `@me`' })),
      milestone: Type.Optional(Type.String({ maxLength: 255, description: 'A title or an id, or `none`' })),
      reviewer: Type.Optional(Type.String({ maxLength: 255, description: 'Whose review is asked for, or `@me`' })),
      source_branch: maybeName,
      target_branch: maybeName,
      draft: Type.Optional(Type.Boolean()),
      q: Type.Optional(Type.String({ maxLength: 1000, description: 'Words of title, text and comments' })),
      sort: Type.Optional(Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('comments')])),
      direction: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    output: { kind: 'list', resource: 'pull' },
    handle: ({ app, actor, params, query, page }) => {
      const { source_branch: sourceBranch, target_branch: targetBranch, draft: isDraft, ...more } = query
      const filter = { ...more, labels: parseLabelNames(query.labels), sourceBranch, targetBranch, isDraft }
      return listPulls(app, actor, params, { filter, request: page })
    },
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/pulls',
    summary: 'Open a pull request: from a branch of the repository, or of a fork of yours',
    ...writing,
    params: repoParams,
    body: Type.Object({
      title: name,
      body,
      source_branch: Type.String({
        maxLength: 300,
        description: '`branch`, or `owner:branch` or `owner/repo:branch` for a fork',
      }),
      source_repo: Type.Optional(Type.String({ maxLength: 300, description: '`owner/repository` of a fork' })),
      target_branch: Type.Optional(Type.String({ maxLength: 255, description: 'The default branch if absent' })),
      draft,
      ...managed,
    }),
    output: { kind: 'one', status: 201, resource: 'pull' },
    handle: ({ app, actor, params, body: input }) =>
      createPull(app, actor, params, {
        ...input,
        sourceBranch: input.source_branch,
        sourceRepo: input.source_repo,
        targetBranch: input.target_branch,
        isDraft: input.draft,
      }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}',
    summary: 'A pull request',
    ...reading,
    params: pullParams,
    output: one,
    handle: ({ app, actor, params }) => getPull(app, actor, params),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/pulls/{number}',
    summary: 'Change a pull request; with another target branch, approvals have to be given anew',
    ...writing,
    params: pullParams,
    body: Type.Object({
      title: maybeName,
      body,
      state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
      target_branch: maybeName,
      draft,
      ...managed,
      locked: Type.Optional(Type.Boolean()),
      reviewers: Type.Optional(
        Type.Array(name, { maxItems: 20, description: 'Usernames: these and no others are to review it' }),
      ),
    }),
    output: one,
    current: ({ app, actor, params }) => getPull(app, actor, params),
    handle: async ({ app, actor, params, body: { target_branch: targetBranch, draft: isDraft, ...said }, seen }) => {
      const changes = { ...said, targetBranch, isDraft, seen: seen && nameText(seen) }
      return showSource(app, actor, await updatePull(app, actor, params, changes))
    },
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/files',
    summary: 'The files that it changes, and which of them you have viewed',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'pullFile' },
    handle: async ({ app, actor, params, page }) => pageOf(await listPullFiles(app, actor, params), page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/diff',
    summary: 'What it changes, file by file, since its branches went apart',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'fileDiff' },
    handle: async ({ app, actor, params, page }) => pageOf(await listPullFiles(app, actor, params), page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/commits',
    summary: 'Its commits, the newest first',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'commit' },
    handle: ({ app, actor, params, page }) => listPullCommits(app, actor, params, page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/versions',
    summary: 'Every state that its commits were in, the newest first',
    ...reading,
    params: pullParams,
    output: { kind: 'list', resource: 'pullVersion' },
    handle: async ({ app, actor, params, page }) => pageOf(await getVersions(app, actor, params), page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls/{number}/versions/{range}',
    summary: 'How its commits changed between two versions, commit by commit: `1...2`',
    ...reading,
    params: Type.Object({ ...repo, number: name, range: name }),
    output: { kind: 'one', status: 200, resource: 'versionComparison' },
    handle: ({ app, actor, params }) => getVersionComparison(app, actor, params, params.range),
  }),
]
