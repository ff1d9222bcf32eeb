import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { createUser } from '../../../features/admin/create-user.ts'
import { deleteUser } from '../../../features/admin/delete-user.ts'
import { dropJob, listAllJobs, retryJob } from '../../../features/admin/jobs.ts'
import { getListedUser, listUsers } from '../../../features/admin/list-users.ts'
import { mailPasswordLink } from '../../../features/admin/mail-password-link.ts'
import { transferLeftRepo } from '../../../features/admin/transfer-left-repo.ts'
import { updateUser } from '../../../features/admin/update-user.ts'
import { listAudit } from '../../../features/audit/list-audit.ts'
import { resetTwoFactor } from '../../../features/two-factor/reset-two-factor.ts'
import { route } from '../route.ts'

const tag = 'Administration'
const username = Type.Object({ username: Type.String({ maxLength: 255 }) })
const repoParams = Type.Object({ owner: Type.String({ maxLength: 255 }), repo: Type.String({ maxLength: 255 }) })
const id = Type.Object({ id: Type.String({ maxLength: 64, description: 'Integer or UUID' }) })
const text = Type.Optional(Type.String({ maxLength: 255 }))

export const adminRoutes = [
  route({
    method: 'GET',
    path: '/admin/users',
    tag,
    summary: 'All accounts, newest first',
    right: 'admin',
    scope: null,
    rate: 'api',
    query: Type.Object({
      q: text,
      state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('disabled'), Type.Literal('admin')])),
    }),
    output: { kind: 'list', resource: 'adminUser' },
    handle: ({ app, actor, query, page }) => listUsers(app, actor, query, page),
  }),
  route({
    method: 'POST',
    path: '/admin/users',
    tag,
    summary: 'Create an account',
    right: 'admin',
    scope: null,
    rate: 'api',
    body: Type.Object({
      username: Type.String({ maxLength: 255 }),
      email: Type.String({ maxLength: 255 }),
      password: Type.Optional(
        Type.String({ maxLength: 1024, description: 'Without one the person gets a link by mail to choose it' }),
      ),
      full_name: text,
      is_admin: Type.Optional(Type.Boolean()),
    }),
    output: { kind: 'one', status: 201, resource: 'user' },
    handle: ({ app, actor, body }) =>
      createUser(app, actor, { ...body, fullName: body.full_name, isAdmin: body.is_admin }),
  }),
  route({
    method: 'GET',
    path: '/admin/users/{username}',
    tag,
    summary: 'One account',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: username,
    output: { kind: 'one', status: 200, resource: 'adminUser' },
    handle: ({ app, actor, params }) => getListedUser(app, actor, params.username),
  }),
  route({
    method: 'PATCH',
    path: '/admin/users/{username}',
    tag,
    summary: 'Disable or enable an account, make or unmake an administrator, give it a quota of its own',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: username,
    body: Type.Object({
      disabled: Type.Optional(Type.Boolean()),
      is_admin: Type.Optional(Type.Boolean()),
      quota_bytes: Type.Optional(
        Type.Union([Type.Integer({ minimum: 0, maximum: 1e15 }), Type.Null()], {
          description: 'Room for all that the account owns. Null: what the setting says. 0: no limit',
        }),
      ),
    }),
    output: { kind: 'one', status: 200, resource: 'adminUser' },
    handle: async ({ app, actor, params, body }) => {
      const { username: name } = await updateUser(app, actor, params.username, {
        disabled: body.disabled,
        isAdmin: body.is_admin,
        quotaBytes: body.quota_bytes,
      })
      return getListedUser(app, actor, name)
    },
  }),
  route({
    method: 'POST',
    path: '/admin/users/{username}/reset-2fa',
    tag,
    summary:
      'Turn two-factor sign-in off for somebody who lost device and codes; removes their passkeys and ends all sessions',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: username,
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, params }) => {
      await resetTwoFactor(app, actor, params.username)
    },
  }),
  route({
    method: 'POST',
    path: '/admin/users/{username}/password-link',
    tag,
    summary: 'Mail somebody a link to set a new password',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: username,
    output: { kind: 'nothing', status: 202 },
    handle: ({ app, actor, params }) => mailPasswordLink(app, actor, params.username),
  }),
  route({
    method: 'DELETE',
    path: '/admin/users/{username}',
    tag,
    summary: 'Delete an account with everything that it owns',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: username,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => deleteUser(app, actor, params.username),
  }),
  route({
    method: 'POST',
    path: '/admin/repos/{owner}/{repo}/transfer',
    tag,
    summary: 'Give a repository of a disabled account to somebody else; 409 while its owner can do that',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: repoParams,
    body: Type.Object({ new_owner: Type.String({ maxLength: 255, description: 'A person or a team' }) }),
    output: { kind: 'one', status: 200, resource: 'repo' },
    handle: ({ app, actor, params, body }) => transferLeftRepo(app, actor, params, body.new_owner),
  }),
  route({
    method: 'GET',
    path: '/admin/audit',
    tag,
    summary: 'The audit log, newest first',
    right: 'admin',
    scope: null,
    rate: 'api',
    query: Type.Object({ event: text, actor: text }),
    output: { kind: 'list', resource: 'auditEntry' },
    handle: ({ app, actor, query, page }) => listAudit(app, actor, query, page),
  }),
  route({
    method: 'GET',
    path: '/admin/jobs',
    tag,
    summary: 'Background jobs; `state=dead` is the dead-letter list',
    right: 'admin',
    scope: null,
    rate: 'api',
    query: Type.Object({
      state: Type.Optional(Type.Union([Type.Literal('ready'), Type.Literal('running'), Type.Literal('dead')])),
    }),
    output: { kind: 'list', resource: 'job' },
    handle: ({ app, actor, query, page }) => listAllJobs(app, actor, query.state ?? null, page),
  }),
  route({
    method: 'POST',
    path: '/admin/jobs/{id}/retry',
    tag,
    summary: 'Run a dead job again',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: id,
    output: { kind: 'one', status: 200, resource: 'job' },
    handle: ({ app, actor, params }) => retryJob(app, actor, parseRecordId(params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/admin/jobs/{id}',
    tag,
    summary: 'Give a dead job up',
    right: 'admin',
    scope: null,
    rate: 'api',
    params: id,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => dropJob(app, actor, parseRecordId(params.id)),
  }),
]
