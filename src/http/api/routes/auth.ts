import { Type } from 'typebox'
import { invalid } from '../../../core/errors.ts'
import { completeLogin } from '../../../features/accounts/complete-login.ts'
import { forgotPassword } from '../../../features/accounts/forgot-password.ts'
import { login } from '../../../features/accounts/login.ts'
import { register } from '../../../features/accounts/register.ts'
import { resendVerification } from '../../../features/accounts/resend-verification.ts'
import { resetPassword } from '../../../features/accounts/reset-password.ts'
import { verifyEmail } from '../../../features/accounts/verify-email.ts'
import { logout } from '../../../features/sessions/end-session.ts'
import { refreshSession } from '../../../features/sessions/refresh-session.ts'
import { route } from '../route.ts'

const tag = 'Authentication'
const name = Type.String({ minLength: 1, maxLength: 255 })
const password = Type.String({ minLength: 1, maxLength: 1024 })
const code = Type.String({ minLength: 1, maxLength: 64, description: 'TOTP code (6 digits) or a recovery code' })
const secret = Type.String({ minLength: 1, maxLength: 512 })

export const authRoutes = [
  route({
    method: 'POST',
    path: '/auth/register',
    tag,
    summary: 'Create an account',
    right: 'public',
    scope: null,
    rate: 'register',
    body: Type.Object({
      username: Type.String({ maxLength: 255 }),
      email: Type.String({ maxLength: 255 }),
      password: Type.String({ maxLength: 1024, description: 'At least 10 characters, and not a common one' }),
      full_name: Type.Optional(Type.String({ maxLength: 255 })),
    }),
    output: { kind: 'one', status: 201, resource: 'user' },
    handle: ({ app, via, body }) => register(app, via, { ...body, fullName: body.full_name }),
  }),
  route({
    method: 'POST',
    path: '/auth/login',
    tag,
    summary: 'Sign in with a user name or e-mail address',
    right: 'public',
    scope: null,
    rate: 'login',
    body: Type.Object(
      {
        username: Type.Optional(
          Type.String({ minLength: 1, maxLength: 255, description: 'Needed: this or `email`. Takes an address, too' }),
        ),
        email: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'In place of `username`, or beside it: then of the same account',
          }),
        ),
        password,
        code: Type.Optional(code),
      },
      {
        description: 'Needs `username` or `email`.',
        examples: [{ username: 'ada', password: 'a phrase of your own' }],
      },
    ),
    output: { kind: 'one', status: 200, resource: 'login' },
    handle: async ({ app, via, body, setSession }) => {
      const who = body.username ?? body.email
      if (who === undefined) throw invalid([{ field: 'username', code: 'required', message: 'is required' }])
      const also = body.username === undefined ? undefined : body.email
      const result = await login(app, via, { login: who, also, password: body.password, code: body.code })
      if (result.kind === 'granted') setSession(result.grant)
      return result
    },
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/verify',
    tag,
    summary: 'Finish a two-factor sign-in',
    right: 'public',
    scope: null,
    rate: 'login',
    body: Type.Object({ challenge_token: secret, code }),
    output: { kind: 'one', status: 200, resource: 'sessionGrant' },
    handle: async ({ app, via, body, setSession }) => {
      const grant = await completeLogin(app, via, { challengeToken: body.challenge_token, code: body.code })
      setSession(grant)
      return grant
    },
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    tag,
    summary: 'Exchange a refresh token for new tokens',
    right: 'public',
    scope: null,
    rate: 'api',
    body: Type.Object({ refresh_token: secret }),
    output: { kind: 'one', status: 200, resource: 'refreshedTokens' },
    handle: ({ app, via, body }) => refreshSession(app, via, body.refresh_token),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    tag,
    summary: 'End the session',
    right: 'session',
    enrols: true,
    scope: null,
    rate: 'api',
    output: { kind: 'nothing', status: 204 },
    handle: async ({ app, actor, clearSession }) => {
      await logout(app, actor)
      clearSession()
    },
  }),
  route({
    method: 'GET',
    path: '/auth/me',
    tag,
    summary: 'Who am I',
    right: 'user',
    enrols: true,
    scope: null,
    rate: 'api',
    remembers: true,
    output: { kind: 'one', status: 200, resource: 'ownUser' },
    handle: ({ actor }) => Promise.resolve(actor.user),
  }),
  route({
    method: 'POST',
    path: '/auth/forgot-password',
    tag,
    summary: 'Ask for a link to set a new password',
    right: 'public',
    scope: null,
    rate: 'reset',
    body: Type.Object({ email: name }),
    output: { kind: 'nothing', status: 202 },
    handle: ({ app, via, body }) => forgotPassword(app, via, body.email),
  }),
  route({
    method: 'POST',
    path: '/auth/reset-password',
    tag,
    summary: 'Set a new password with the token from the mail; ends all sessions',
    right: 'public',
    scope: null,
    rate: 'reset',
    body: Type.Object({ token: secret, password: Type.String({ maxLength: 1024 }) }),
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, via, body }) => resetPassword(app, via, body),
  }),
  route({
    method: 'GET',
    path: '/auth/verify-email/{token}',
    tag,
    summary: 'Confirm an e-mail address with the token from the mail',
    right: 'public',
    scope: null,
    rate: 'reset',
    secretPath: true,
    params: Type.Object({ token: secret }),
    output: { kind: 'one', status: 200, resource: 'emailVerification' },
    handle: ({ app, via, params }) => verifyEmail(app, via, params.token),
  }),
  route({
    method: 'POST',
    path: '/auth/resend-verif',
    tag,
    summary: 'Send the verification mail again',
    right: 'session',
    scope: null,
    rate: 'reset',
    output: { kind: 'nothing', status: 202 },
    handle: ({ app, actor }) => resendVerification(app, actor),
  }),
]
