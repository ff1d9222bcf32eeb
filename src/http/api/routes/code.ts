import { Type } from 'typebox'
import { type Page, pageOf } from '../../../core/page.ts'
import { getCommit } from '../../../features/commits/get-commit.ts'
import { findFiles } from '../../../features/contents/find-files.ts'
import { getArchive } from '../../../features/contents/get-archive.ts'
import { getBlame } from '../../../features/contents/get-blame.ts'
import {
  type ContentEntry,
  type Contents,
  type FileContents,
  getContents,
} from '../../../features/contents/get-contents.ts'
import { getLanguages } from '../../../features/contents/get-languages.ts'
import { getRaw } from '../../../features/contents/get-raw.ts'
import { getReadme } from '../../../features/contents/get-readme.ts'
import { compare } from '../../../features/diffs/compare.ts'
import { getCommitDiff } from '../../../features/diffs/get-diff.ts'
import { archiveBytes, rawBytes } from '../../raw-bytes.ts'
import { maybeRevision as ref, revision } from '../revision-field.ts'
import { route } from '../route.ts'

const name = Type.String({ maxLength: 255 })
const path = Type.String({ maxLength: 4096 })
const repo = { owner: name, repo: name }
const reading = { method: 'GET', right: 'anyone', scope: 'repo:read', rate: 'api', role: 'Reader' } as const

const contents = {
  ...reading,
  remembers: true,
  tag: 'Contents',
  query: Type.Object({ ref }),
  output: { kind: 'either', one: 'file', list: 'entry' },
} as const

export const codeRoutes = [
  route({
    ...contents,
    path: '/repos/{owner}/{repo}/contents',
    summary: 'What the root holds, folders first',
    params: Type.Object(repo),
    handle: async ({ app, actor, params, query, page }) =>
      present(await getContents(app, actor, params, { path: '', revision: query.ref, page })),
  }),
  route({
    ...contents,
    path: '/repos/{owner}/{repo}/contents/{path}',
    takesRest: true,
    summary: 'A file with its bytes, or what a folder holds, folders first',
    params: Type.Object({ ...repo, path }),
    handle: async ({ app, actor, params, query, page }) =>
      present(await getContents(app, actor, params, { path: params.path, revision: query.ref, page })),
  }),
  route({
    ...reading,
    remembers: true,
    path: '/repos/{owner}/{repo}/readme',
    tag: 'Contents',
    summary: 'The file that introduces a folder, the root if none is named',
    params: Type.Object(repo),
    query: Type.Object({ ref, path: Type.Optional(path) }),
    output: { kind: 'one', status: 200, resource: 'file' },
    handle: ({ app, actor, params, query }) =>
      getReadme(app, actor, params, { path: query.path ?? '', revision: query.ref }),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/files',
    tag: 'Contents',
    summary: 'Every file, or those whose path holds each word of a text',
    params: Type.Object(repo),
    query: Type.Object({ ref, q: Type.Optional(name) }),
    output: { kind: 'list', resource: 'listedFile' },
    handle: ({ app, actor, params, query, page }) =>
      findFiles(app, actor, params, { revision: query.ref, text: query.q ?? '', page }),
  }),
  route({
    ...reading,
    remembers: true,
    path: '/repos/{owner}/{repo}/languages',
    tag: 'Contents',
    summary: 'How much is written in which language, the largest share first',
    params: Type.Object(repo),
    query: Type.Object({ ref }),
    output: { kind: 'list', resource: 'language' },
    handle: async ({ app, actor, params, query, page }) =>
      pageOf(await getLanguages(app, actor, params, query.ref), page),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/blame/{path}',
    takesRest: true,
    tag: 'Contents',
    summary: 'Which commit each line of a file came with',
    params: Type.Object({ ...repo, path }),
    query: Type.Object({ ref }),
    output: { kind: 'one', status: 200, resource: 'blame' },
    handle: ({ app, actor, params, query }) => getBlame(app, actor, params, { path: params.path, revision: query.ref }),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/raw/{file}',
    takesRest: true,
    tag: 'Contents',
    summary: 'A file as it is: a branch, tag or commit, then the path. The longest ref that exists wins',
    params: Type.Object({ ...repo, file: Type.String({ maxLength: 4352 }) }),
    output: { kind: 'bytes', media: '*/*', parts: false },
    handle: async ({ app, actor, params }) => rawBytes(await getRaw(app, actor, params, params.file)),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/archive/{file}',
    takesRest: true,
    tag: 'Contents',
    summary: 'All files of a branch, tag or commit in one: `{ref}.zip` or `{ref}.tar.gz`',
    params: Type.Object({ ...repo, file: revision }),
    output: { kind: 'bytes', media: '*/*', parts: false },
    handle: async ({ app, actor, params }) => archiveBytes(await getArchive(app, actor, params, params.file)),
  }),
  route({
    ...reading,
    remembers: true,
    path: '/repos/{owner}/{repo}/commits/{sha}',
    tag: 'Commits',
    summary: 'A commit with what it changed; a branch or a tag stands for its commit',
    params: Type.Object({ ...repo, sha: revision }),
    output: { kind: 'one', status: 200, resource: 'commitDetail' },
    handle: ({ app, actor, params }) => getCommit(app, actor, params, params.sha),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/commits/{sha}/diff',
    tag: 'Commits',
    summary: 'What a commit changed against its first parent, file by file',
    params: Type.Object({ ...repo, sha: revision }),
    output: { kind: 'list', resource: 'fileDiff' },
    handle: async ({ app, actor, params, page }) =>
      pageOf(await getCommitDiff(app, actor, params, { commit: params.sha }), page),
  }),
  route({
    ...reading,
    path: '/repos/{owner}/{repo}/compare/{range}',
    takesRest: true,
    tag: 'Commits',
    summary:
      'What `head` has and `base` has not since they went apart: `base...head`. With two dots, `base..head`, the files are those in which the two differ as they are',
    params: Type.Object({ ...repo, range: Type.String({ maxLength: 520 }) }),
    output: { kind: 'one', status: 200, resource: 'comparison' },
    handle: ({ app, actor, params }) => compare(app, actor, params, params),
  }),
]

function present(found: Contents): { one: FileContents } | { list: Page<ContentEntry> } {
  return found.kind === 'file' ? { one: found.file } : { list: found.entries }
}
