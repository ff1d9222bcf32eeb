import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/errors.ts'
import { parseWritablePath } from '../../../core/repo-path.ts'
import type { FileOperation } from '../../../features/contents/apply-operation.ts'
import { writeFiles } from '../../../features/contents/write-files.ts'
import { parseAuthor, parseContent, parseFileSha, parseMessage } from '../../../features/contents/write-input.ts'
import { route } from '../route.ts'

const tag = 'Files'
const mebibyte = 1024 * 1024
const repo = { owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) }
const pathText = { maxLength: 8192, description: 'A path inside the repository' }
const fileParams = Type.Object({ ...repo, path: Type.String(pathText) })
const writing = { right: 'user', scope: 'repo:write', rate: 'api', role: 'Developer' } as const

const content = Type.String({ description: 'The bytes of the file in base64; 5 MiB at most', examples: ['SGVsbG8K'] })
const sha = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'The id that the file has now',
    examples: ['e965047ad7c57865823c7d992b1d046ea66edf78'],
  }),
)
const ownSha = Type.Optional(
  Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
    description: 'The id that the file has now; absent or null where there is none yet',
    examples: ['e965047ad7c57865823c7d992b1d046ea66edf78'],
  }),
)
const goneSha = Type.Optional(
  Type.String({ maxLength: 64, description: 'The id that the file has now, in the query or in the body' }),
)
const how = {
  message: Type.Optional(Type.String({ maxLength: 65_536, description: 'Says what was done if absent' })),
  branch: Type.Optional(Type.String({ maxLength: 255, description: 'The default branch if absent' })),
  new_branch: Type.Optional(
    Type.String({ maxLength: 255, description: 'Commit to a new branch that begins where `branch` is' }),
  ),
  author: Type.Optional(
    Type.Object(
      { name: Type.String({ maxLength: 255 }), email: Type.String({ maxLength: 255 }) },
      { description: 'Who wrote it, if not you' },
    ),
  ),
}
const howSchema = Type.Object(how)

const operation = Type.Object({
  action: Type.Union([Type.Literal('create'), Type.Literal('update'), Type.Literal('delete'), Type.Literal('move')]),
  path: Type.String(pathText),
  from_path: Type.Optional(Type.String({ maxLength: 8192, description: 'Where a moved file is now' })),
  content: Type.Optional(content),
  sha,
})

export const fileRoutes = [
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/contents/{path}',
    takesRest: true,
    tag,
    summary: 'Create a file, or change the one whose `sha` is sent, by a commit',
    ...writing,
    params: fileParams,
    body: Type.Object({ content, sha: ownSha, ...how }),
    bodyLimit: 8 * mebibyte,
    output: { kind: 'saved', resource: 'fileCommit' },
    handle: async ({ app, actor, params, body }) => {
      const one = { path: parseWritablePath('path', params.path), content: parseContent('content', body.content) }
      const made: FileOperation =
        typeof body.sha !== 'string'
          ? { action: 'create', ...one }
          : { action: 'update', ...one, sha: parseFileSha('sha', body.sha) }
      const value = await writeFiles(app, actor, params, { ...howOf(body), operations: [made] })
      return { created: made.action === 'create', value }
    },
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/contents/{path}',
    takesRest: true,
    tag,
    summary: 'Delete the file whose `sha` is sent, by a commit',
    ...writing,
    params: fileParams,
    // Not everything that speaks HTTP can send a body with it.
    query: Type.Object({ sha: goneSha, message: how.message, branch: how.branch, new_branch: how.new_branch }),
    body: Type.Object({ sha: goneSha, ...how }),
    output: { kind: 'one', status: 200, resource: 'fileCommit' },
    handle: ({ app, actor, params, query, body }) => {
      const asked = { ...query, ...body }
      if (asked.sha === undefined) throw invalidField('sha', 'required', 'is required')
      const path = parseWritablePath('path', params.path)
      const gone: FileOperation = { action: 'delete', path, sha: parseFileSha('sha', asked.sha) }
      return writeFiles(app, actor, params, { ...howOf(asked), operations: [gone] })
    },
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/contents',
    tag,
    summary: 'Create, change, move and delete many files by one commit',
    ...writing,
    params: Type.Object(repo),
    body: Type.Object({ ...how, operations: Type.Array(operation, { minItems: 1, maxItems: 500 }) }),
    bodyLimit: 16 * mebibyte,
    output: { kind: 'one', status: 201, resource: 'filesCommit' },
    handle: ({ app, actor, params, body }) =>
      writeFiles(app, actor, params, { ...howOf(body), operations: body.operations.map(operationOf) }),
  }),
]

function howOf(body: Static<typeof howSchema>) {
  return {
    branch: body.branch,
    newBranch: body.new_branch,
    message: parseMessage('message', body.message ?? ''),
    author: body.author === undefined ? undefined : parseAuthor('author', body.author),
  }
}

function operationOf(one: Static<typeof operation>, index: number): FileOperation {
  const field = (name: string): string => `operations.${index}.${name}`
  const path = parseWritablePath(field('path'), one.path)
  const seen = one.sha === undefined ? null : parseFileSha(field('sha'), one.sha)
  const bytes = one.content === undefined ? null : parseContent(field('content'), one.content)
  switch (one.action) {
    case 'create':
    case 'update':
      if (bytes === null) throw invalidField(field('content'), 'required', 'is required')
      return one.action === 'create'
        ? { action: 'create', path, content: bytes }
        : { action: 'update', path, content: bytes, sha: seen }
    case 'delete':
      return { action: 'delete', path, sha: seen }
    case 'move': {
      if (one.from_path === undefined) throw invalidField(field('from_path'), 'required', 'is required')
      const from = parseWritablePath(field('from_path'), one.from_path)
      return { action: 'move', from, path, content: bytes, sha: seen }
    }
  }
}
