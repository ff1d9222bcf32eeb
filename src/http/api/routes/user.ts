import { Type } from 'typebox'
import { parseRecordId } from '../../../core/record-id.ts'
import { changePassword } from '../../../features/accounts/change-password.ts'
import { deleteOwnAccount } from '../../../features/accounts/delete-own-account.ts'
import { updateProfile } from '../../../features/accounts/update-profile.ts'
import { listPasskeys } from '../../../features/passkeys/list-passkeys.ts'
import { removePasskey } from '../../../features/passkeys/remove-passkey.ts'
import { endSession } from '../../../features/sessions/end-session.ts'
import { listSessions } from '../../../features/sessions/list-sessions.ts'
import { addKey } from '../../../features/ssh-keys/add-key.ts'
import { listKeys } from '../../../features/ssh-keys/list-keys.ts'
import { removeKey } from '../../../features/ssh-keys/remove-key.ts'
import { createToken } from '../../../features/tokens/create-token.ts'
import { listTokens } from '../../../features/tokens/list-tokens.ts'
import { revokeToken } from '../../../features/tokens/revoke-token.ts'
import { getProfile } from '../../../features/users/get-profile.ts'
import { route } from '../route.ts'

const tag = 'Users'
const idParams = Type.Object({ id: Type.String({ maxLength: 64, description: 'Integer or UUID' }) })

export const userRoutes = [
  route({
    method: 'GET',
    path: '/user',
    tag,
    summary: 'The authenticated user',
    right: 'user',
    scope: null,
    rate: 'api',
    remembers: true,
    output: { kind: 'one', status: 200, resource: 'ownUser' },
    handle: ({ actor }) => Promise.resolve(actor.user),
  }),
  route({
    method: 'PATCH',
    path: '/user',
    tag,
    summary:
      'Change the profile; another e-mail address needs the password, and replaces a verified one when its link was opened',
    right: 'session',
    scope: null,
    rate: 'api',
    body: Type.Object(
      {
        email: Type.Optional(Type.String({ maxLength: 255 })),
        full_name: Type.Optional(Type.String({ maxLength: 255 })),
        password: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1024,
            description: 'The present one: needed for another e-mail address',
          }),
        ),
      },
      { examples: [{ full_name: 'Ada Lovelace' }] },
    ),
    output: { kind: 'one', status: 200, resource: 'ownUser' },
    handle: ({ app, actor, body }) =>
      updateProfile(app, actor, { email: body.email, password: body.password, fullName: body.full_name }),
  }),
  route({
    method: 'DELETE',
    path: '/user',
    tag,
    summary:
      'Delete your own account with everything that it owns; refused to the last administrator and the last owner of a team',
    right: 'session',
    scope: null,
    rate: 'login',
    body: Type.Object({
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      confirm: Type.String({ maxLength: 255, description: 'The username' }),
      code: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'TOTP code (6 digits) or a recovery code: needed where two-factor sign-in is on',
        }),
      ),
    }),
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, body, clearSession }) => {
      await deleteOwnAccount(app, actor, { ...body, code: body.code ?? '' })
      clearSession()
    },
  }),
  route({
    method: 'PUT',
    path: '/user/password',
    tag,
    summary:
      'Change the password; ends all sessions, the one that asks too. A browser that asks with its cookie gets a new one',
    right: 'session',
    scope: null,
    rate: 'login',
    body: Type.Object({
      current_password: Type.String({ minLength: 1, maxLength: 1024 }),
      password: Type.String({ maxLength: 1024 }),
    }),
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, body, byCookie, setSession, clearSession }) => {
      const input = { currentPassword: body.current_password, password: body.password, stays: byCookie }
      const grant = await changePassword(app, actor, input)
      if (grant === null) clearSession()
      else setSession(grant)
    },
  }),
  route({
    method: 'GET',
    path: '/users/{username}',
    tag,
    summary: "Somebody's profile; e-mail address and roles are their own business",
    right: 'anyone',
    scope: null,
    rate: 'api',
    remembers: true,
    params: Type.Object({ username: Type.String({ maxLength: 255 }) }),
    output: { kind: 'one', status: 200, resource: 'user' },
    handle: ({ app, actor, params }) => getProfile(app, actor, params.username),
  }),
  route({
    method: 'GET',
    path: '/user/keys',
    tag: 'SSH keys',
    summary: 'SSH keys, newest first',
    right: 'session',
    scope: null,
    rate: 'api',
    output: { kind: 'list', resource: 'sshKey' },
    handle: ({ app, actor, page }) => listKeys(app, actor, page),
  }),
  route({
    method: 'POST',
    path: '/user/keys',
    tag: 'SSH keys',
    summary: 'Add an SSH key',
    right: 'session',
    scope: null,
    rate: 'api',
    body: Type.Object({
      title: Type.Optional(Type.String({ maxLength: 255 })),
      key: Type.String({ minLength: 1, maxLength: 16_384, description: 'One line of an OpenSSH .pub file' }),
    }),
    output: { kind: 'one', status: 201, resource: 'sshKey' },
    handle: ({ app, actor, body }) => addKey(app, actor, body),
  }),
  route({
    method: 'DELETE',
    path: '/user/keys/{id}',
    tag: 'SSH keys',
    summary: 'Remove an SSH key',
    right: 'session',
    scope: null,
    rate: 'api',
    params: idParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => removeKey(app, actor, parseRecordId(params.id)),
  }),
  route({
    method: 'GET',
    path: '/user/passkeys',
    tag: 'Passkeys',
    summary: 'Passkeys, newest first; they are added and used in a browser',
    right: 'session',
    scope: null,
    rate: 'api',
    output: { kind: 'list', resource: 'passkey' },
    handle: ({ app, actor, page }) => listPasskeys(app, actor, page),
  }),
  route({
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    tag: 'Passkeys',
    summary: 'Remove a passkey',
    right: 'session',
    scope: null,
    rate: 'api',
    params: idParams,
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, params }) => {
      await removePasskey(app, actor, parseRecordId(params.id))
    },
  }),
  route({
    method: 'GET',
    path: '/user/tokens',
    tag: 'Tokens',
    summary: 'Personal access tokens, newest first',
    right: 'session',
    scope: null,
    rate: 'api',
    output: { kind: 'list', resource: 'token' },
    handle: ({ app, actor, page }) => listTokens(app, actor, page),
  }),
  route({
    method: 'POST',
    path: '/user/tokens',
    tag: 'Tokens',
    summary: 'Create a personal access token; it is shown this once',
    right: 'session',
    scope: null,
    rate: 'api',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 255 }),
      scopes: Type.Array(Type.String(), { maxItems: 32 }),
      expires_in_days: Type.Optional(Type.Integer({ description: 'From 1 to 365; 90 when absent' })),
    }),
    output: { kind: 'one', status: 201, resource: 'newToken' },
    handle: ({ app, actor, body }) => createToken(app, actor, { ...body, expiresInDays: body.expires_in_days }),
  }),
  route({
    method: 'DELETE',
    path: '/user/tokens/{id}',
    tag: 'Tokens',
    summary: 'Revoke a personal access token',
    right: 'session',
    scope: null,
    rate: 'api',
    params: idParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => revokeToken(app, actor, parseRecordId(params.id)),
  }),
  route({
    method: 'GET',
    path: '/user/sessions',
    tag: 'Sessions',
    summary: 'Open sessions, last used first',
    right: 'session',
    scope: null,
    rate: 'api',
    output: { kind: 'list', resource: 'session' },
    handle: ({ app, actor, page }) => listSessions(app, actor, page),
  }),
  route({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    tag: 'Sessions',
    summary: 'End a session',
    right: 'session',
    scope: null,
    rate: 'api',
    params: idParams,
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, params }) => endSession(app, actor, parseRecordId(params.id)),
  }),
]
