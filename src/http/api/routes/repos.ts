import { Type } from 'typebox'
import { invalidField } from '../../../core/errors.ts'
import { createRepo } from '../../../features/repos/create-repo.ts'
import { deleteRepo } from '../../../features/repos/delete-repo.ts'
import { forkRepo } from '../../../features/repos/fork-repo.ts'
import { getRepo } from '../../../features/repos/get-repo.ts'
import { listForks, listOwnRepos, listReposOf, searchRepos } from '../../../features/repos/list-repos.ts'
import { requireStar, starRepo } from '../../../features/repos/star-repo.ts'
import { transferRepo } from '../../../features/repos/transfer-repo.ts'
import { updateRepo } from '../../../features/repos/update-repo.ts'
import { route } from '../route.ts'

const tag = 'Repositories'
const text = Type.Optional(Type.String({ maxLength: 255 }))
const repoParams = Type.Object({ owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) })

export const repoRoutes = [
  route({
    method: 'POST',
    path: '/user/repos',
    tag,
    summary: 'Create a repository of your own; private unless said otherwise',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    body: Type.Object(
      {
        slug: Type.Optional(Type.String({ maxLength: 255, description: 'Needed: this or `name`' })),
        name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as `slug`' })),
        description: Type.Optional(Type.String({ maxLength: 4096 })),
        is_public: Type.Optional(Type.Boolean({ description: 'False when absent' })),
        private: Type.Optional(Type.Boolean({ description: 'The opposite of `is_public`' })),
        default_branch: Type.Optional(Type.String({ maxLength: 255, description: '`main` when absent' })),
        auto_init: Type.Optional(Type.Boolean({ description: 'Begin with a README' })),
      },
      {
        description: 'Needs `slug`, or `name`, which means the same.',
        examples: [{ slug: 'engine', description: 'Weaves algebraical patterns' }],
      },
    ),
    output: { kind: 'one', status: 201, resource: 'repo' },
    handle: ({ app, actor, body }) => {
      const slug = slugOf(body)
      if (slug === undefined) throw invalidField('slug', 'required', 'is required (or name, which means the same)')
      const [isPublic, defaultBranch, autoInit] = [isPublicOf(body), body.default_branch, body.auto_init]
      return createRepo(app, actor, { slug, description: body.description, isPublic, defaultBranch, autoInit })
    },
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    tag,
    summary: 'A repository',
    right: 'anyone',
    scope: 'repo:read',
    rate: 'api',
    params: repoParams,
    output: { kind: 'one', status: 200, resource: 'repo' },
    handle: ({ app, actor, params }) => getRepo(app, actor, params),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}',
    tag,
    summary: 'Change settings; an old name leads on to the new one',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    body: Type.Object(
      {
        slug: text,
        name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as `slug`' })),
        description: Type.Optional(Type.String({ maxLength: 4096 })),
        is_public: Type.Optional(Type.Boolean()),
        private: Type.Optional(Type.Boolean({ description: 'The opposite of `is_public`' })),
        default_branch: text,
        archived: Type.Optional(Type.Boolean()),
      },
      { examples: [{ description: 'Weaves algebraical patterns' }] },
    ),
    output: { kind: 'one', status: 200, resource: 'repo' },
    handle: ({ app, actor, params, body }) =>
      updateRepo(app, actor, params, {
        slug: slugOf(body),
        description: body.description,
        isPublic: isPublicOf(body),
        defaultBranch: body.default_branch,
        isArchived: body.archived,
      }),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}',
    tag,
    summary: 'Delete a repository with everything in it',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteRepo(app, actor, params),
  }),
  route({
    method: 'GET',
    path: '/user/repos',
    tag,
    summary: 'Repositories that you own or that are shared with you, last touched first',
    right: 'user',
    scope: 'repo:read',
    rate: 'api',
    output: { kind: 'list', resource: 'repo' },
    handle: ({ app, actor, page }) => listOwnRepos(app, actor, page),
  }),
  route({
    method: 'GET',
    path: '/users/{username}/repos',
    tag,
    summary: "Somebody's repositories, as far as you may see them",
    right: 'anyone',
    scope: 'repo:read',
    rate: 'api',
    params: Type.Object({ username: Type.String({ maxLength: 255 }) }),
    output: { kind: 'list', resource: 'repo' },
    handle: ({ app, actor, params, page }) => listReposOf(app, actor, params.username, page),
  }),
  route({
    method: 'GET',
    path: '/repos',
    tag,
    summary: 'Every repository that you may see, by a part of its name or description',
    right: 'anyone',
    scope: 'repo:read',
    rate: 'api',
    query: Type.Object({ q: text }),
    output: { kind: 'list', resource: 'repo' },
    handle: ({ app, actor, query, page }) => searchRepos(app, actor, query.q ?? '', page),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/forks',
    tag,
    summary: 'What was forked from it, as far as you may see it',
    right: 'anyone',
    scope: 'repo:read',
    rate: 'api',
    params: repoParams,
    output: { kind: 'list', resource: 'repo' },
    handle: ({ app, actor, params, page }) => listForks(app, actor, params, page),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/forks',
    tag,
    summary: 'Fork it: a repository of your own that begins with its branches and tags',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    body: Type.Object({
      slug: text,
      name: Type.Optional(Type.String({ maxLength: 255, description: 'The same as slug' })),
    }),
    output: { kind: 'one', status: 201, resource: 'repo' },
    handle: ({ app, actor, params, body }) => forkRepo(app, actor, params, { slug: body.slug ?? body.name }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/transfer',
    tag,
    summary: 'Give it to another owner; the old path leads on to it',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    body: Type.Object({ new_owner: Type.String({ maxLength: 255 }) }),
    output: { kind: 'one', status: 200, resource: 'repo' },
    handle: ({ app, actor, params, body }) => transferRepo(app, actor, params, body.new_owner),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/star',
    tag,
    summary: 'Whether you have starred it: 204, or 404',
    right: 'user',
    scope: 'repo:read',
    rate: 'api',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => requireStar(app, actor, params),
  }),
  route({
    method: 'PUT',
    path: '/repos/{owner}/{repo}/star',
    tag,
    summary: 'Star a repository',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => starRepo(app, actor, params, true),
  }),
  route({
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/star',
    tag,
    summary: 'Take the star back',
    right: 'user',
    scope: 'repo:write',
    rate: 'api',
    params: repoParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => starRepo(app, actor, params, false),
  }),
]

/** Either word is understood; who sends both must mean the same. */
function slugOf(body: { slug?: string; name?: string }): string | undefined {
  if (body.slug !== undefined && body.name !== undefined && body.slug !== body.name) {
    throw invalidField('name', 'contradiction', 'is not what slug says: send one of them')
  }
  return body.slug ?? body.name
}

function isPublicOf(body: { is_public?: boolean; private?: boolean }): boolean | undefined {
  if (body.is_public !== undefined && body.is_public === body.private) {
    throw invalidField('private', 'contradiction', 'contradicts is_public: send one of them')
  }
  return body.is_public ?? (body.private === undefined ? undefined : !body.private)
}
