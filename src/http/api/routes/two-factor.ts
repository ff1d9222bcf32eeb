import { Type } from 'typebox'
import { disableTwoFactor } from '../../../features/two-factor/disable-two-factor.ts'
import { enableTwoFactor } from '../../../features/two-factor/enable-two-factor.ts'
import { renewRecoveryCodes } from '../../../features/two-factor/renew-recovery-codes.ts'
import { setUpTwoFactor } from '../../../features/two-factor/set-up.ts'
import { route } from '../route.ts'

const tag = 'Two-factor sign-in'
const code = Type.String({ minLength: 1, maxLength: 64 })

export const twoFactorRoutes = [
  route({
    method: 'POST',
    path: '/auth/2fa/setup',
    tag,
    summary: 'Begin enrolment: a secret for an authenticator application',
    right: 'session',
    enrols: true,
    scope: null,
    rate: 'api',
    output: { kind: 'one', status: 200, resource: 'twoFactorSetUp' },
    handle: ({ app, actor }) => setUpTwoFactor(app, actor),
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/enable',
    tag,
    summary: 'End enrolment with a first code',
    right: 'session',
    enrols: true,
    scope: null,
    rate: 'login',
    body: Type.Object({ code }),
    output: { kind: 'one', status: 200, resource: 'recoveryCodes' },
    handle: ({ app, actor, body }) => enableTwoFactor(app, actor, body.code),
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/recovery-codes',
    tag,
    summary: 'Make ten new recovery codes; those before are void',
    right: 'session',
    scope: null,
    rate: 'login',
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }), code }),
    output: { kind: 'one', status: 200, resource: 'recoveryCodes' },
    handle: ({ app, actor, body }) => renewRecoveryCodes(app, actor, body),
  }),
  route({
    method: 'POST',
    path: '/auth/2fa/disable',
    tag,
    summary: 'Turn two-factor sign-in off',
    right: 'session',
    scope: null,
    rate: 'login',
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }), code }),
    output: { kind: 'nothing', status: 204 },
    handle: ({ app, actor, body }) => disableTwoFactor(app, actor, body),
  }),
]
