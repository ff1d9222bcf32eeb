import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { createRelease } from '../../../features/releases/create-release.ts'
import { deleteRelease } from '../../../features/releases/delete-release.ts'
import { getRelease, listReleases } from '../../../features/releases/read-releases.ts'
import { textOfRelease } from '../../../features/releases/release.ts'
import { updateRelease } from '../../../features/releases/update-release.ts'
import { writeNotes } from '../../../features/releases/write-notes.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { route } from '../route.ts'

const tag = 'Releases'
const text = Type.String({ maxLength: 255 })
const ofRepo = { owner: text, repo: text }
const repoParams = Type.Object(ofRepo)
const releaseParams = Type.Object({ ...ofRepo, id: text })
const reading = { tag, right: 'anyone', scope: 'repo:read', rate: 'api', remembers: true, role: 'Reader' } as const
const writing = { tag, right: 'user', scope: 'repo:write', rate: 'api', role: 'Developer' } as const
const one = { kind: 'one', status: 200, resource: 'release' } as const

const fields = {
  target: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        'A branch or a commit: where the tag is made if it is not there. The default branch unless said otherwise',
    }),
  ),
  target_commitish: Type.Optional(Type.String({ maxLength: 300, description: 'The same as `target`' })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'The tag, if nothing else is said' })),
  body: Type.Optional(Type.String({ description: 'Markdown, at most 65,536 characters' })),
  draft: Type.Optional(Type.Boolean({ description: 'Seen by those who may push, until it is published' })),
  prerelease: Type.Optional(Type.Boolean({ description: 'Never the latest' })),
}

export const releaseRoutes = [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases',
    summary: 'Releases, the newest first',
    ...reading,
    params: repoParams,
    output: { kind: 'list', resource: 'release' },
    handle: ({ app, actor, params, page }) => listReleases(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/releases',
    summary: 'Make a release of a tag; one that is not there is made with it, or when the draft is published',
    ...writing,
    params: repoParams,
    body: Type.Object({ tag_name: text, ...fields }),
    output: { kind: 'one', status: 201, resource: 'release' },
    handle: ({ app, actor, params, body }) =>
      createRelease(app, actor, params, { ...inputOf(body), tagName: body.tag_name }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/releases/generate-notes',
    summary:
      'Notes to begin with: what was merged since the release before. Nothing is saved; takes `pulls:read` as well',
    ...writing,
    params: repoParams,
    body: Type.Object({
      tag_name: text,
      target: fields.target,
      target_commitish: fields.target_commitish,
      prerelease: Type.Optional(Type.Boolean({ description: 'It follows prereleases, too' })),
      previous_tag_name: Type.Optional(
        Type.String({ maxLength: 255, description: 'The tag to begin behind, if not that of the release before' }),
      ),
    }),
    output: { kind: 'one', status: 200, resource: 'releaseNotes' },
    handle: ({ app, actor, params, body }) =>
      writeNotes(app, actor, params, {
        tagName: body.tag_name,
        target: body.target ?? body.target_commitish,
        isPrerelease: body.prerelease,
        since: body.previous_tag_name,
      }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases/latest',
    summary: 'The release published last that is neither a draft nor a prerelease',
    ...reading,
    params: repoParams,
    output: one,
    handle: ({ app, actor, params }) => getRelease(app, actor, params, 'latest'),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases/tags/{tag}',
    summary: 'The release of a tag; a slash in its name is written %2F',
    ...reading,
    params: Type.Object({ ...ofRepo, tag: text }),
    output: one,
    handle: ({ app, actor, params }) => getRelease(app, actor, params, { tagName: params.tag }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/releases/{id}',
    summary: 'A release',
    ...reading,
    params: releaseParams,
    output: one,
    handle: ({ app, actor, params }) => getRelease(app, actor, params, parseRecordId(params.id)),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/releases/{id}',
    summary: 'Change a release; a draft that becomes none is published',
    ...writing,
    params: releaseParams,
    body: Type.Object({ tag_name: Type.Optional(text), ...fields }),
    output: one,
    current: ({ app, actor, params }) => getRelease(app, actor, params, parseRecordId(params.id)),
    handle: ({ app, actor, params, body, seen }) =>
      updateRelease(app, actor, params, {
        id: parseRecordId(params.id),
        changes: inputOf(body),
        seen: seen && nameText(textOfRelease(seen)),
      }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/releases/{id}',
    summary: 'Delete a release with its files; the tag stays',
    ...writing,
    params: releaseParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteRelease(app, actor, params, parseRecordId(params.id)),
  }),
]

interface Body {
  tag_name?: string
  target?: string
  target_commitish?: string
  name?: string
  body?: string
  draft?: boolean
  prerelease?: boolean
}

function inputOf({ tag_name: tagName, draft: isDraft, prerelease: isPrerelease, ...same }: Body) {
  return {
    tagName,
    isDraft,
    isPrerelease,
    target: same.target ?? same.target_commitish,
    name: same.name,
    body: same.body,
  }
}
