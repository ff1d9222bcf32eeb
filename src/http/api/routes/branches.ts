import { Type } from 'typebox'
import { parseMessage } from '../../../features/contents/write-input.ts'
import { createBranch } from '../../../features/refs/create-branch.ts'
import { createTag } from '../../../features/refs/create-tag.ts'
import { deleteBranch, deleteTag } from '../../../features/refs/delete-ref.ts'
import { getBranch, getTag } from '../../../features/refs/list-refs.ts'
import { maybeRevision } from '../revision-field.ts'
import { route } from '../route.ts'

const tag = 'Branches and tags'
const repo = { owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) }
const repoParams = Type.Object(repo)
const named = Type.Object({ ...repo, name: Type.String({ maxLength: 1024, description: 'May hold slashes' }) })
const reading = { right: 'anyone', scope: 'repo:read', rate: 'api', remembers: true, role: 'Reader' } as const
const writing = { right: 'user', scope: 'repo:write', rate: 'api', role: 'Developer' } as const

/** Where something new begins; either word is understood, that of the answer among them. */
const from = {
  ref: maybeRevision,
  sha: maybeRevision,
  commit_sha: maybeRevision,
  from: maybeRevision,
  target: maybeRevision,
}

type Start = Readonly<{ [word in keyof typeof from]?: string }>

function startOf(body: Start): string | undefined {
  return body.sha ?? body.commit_sha ?? body.ref ?? body.from ?? body.target
}

export const branchRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/branches/{name}',
    takesRest: true,
    tag,
    summary: 'A branch',
    ...reading,
    params: named,
    output: { kind: 'one', status: 200, resource: 'branch' },
    handle: ({ app, actor, params }) => getBranch(app, actor, params, params.name),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/branches',
    tag,
    summary: 'Create a branch at a branch, a tag or a commit',
    ...writing,
    params: repoParams,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 1024 }), ...from }),
    output: { kind: 'one', status: 201, resource: 'branch' },
    handle: ({ app, actor, params, body }) =>
      createBranch(app, actor, params, { name: body.name, from: startOf(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/branches/{name}',
    takesRest: true,
    tag,
    summary: 'Delete a branch; the default branch and protected ones are refused',
    ...writing,
    params: named,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteBranch(app, actor, params, params.name),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/tags/{name}',
    takesRest: true,
    tag,
    summary: 'A tag',
    ...reading,
    params: named,
    output: { kind: 'one', status: 200, resource: 'tag' },
    handle: ({ app, actor, params }) => getTag(app, actor, params, params.name),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/tags',
    tag,
    summary: 'Tag a branch, a tag or a commit; with a message the tag is annotated',
    ...writing,
    params: repoParams,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 1024 }),
      ...from,
      message: Type.Optional(Type.String({ maxLength: 65_536 })),
    }),
    output: { kind: 'one', status: 201, resource: 'tag' },
    handle: ({ app, actor, params, body }) =>
      createTag(app, actor, params, {
        name: body.name,
        from: startOf(body),
        message: parseMessage('message', body.message ?? ''),
      }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/tags/{name}',
    takesRest: true,
    tag,
    summary: 'Delete a tag; protected ones are refused to those who may not',
    ...writing,
    params: named,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteTag(app, actor, params, params.name),
  }),
]
