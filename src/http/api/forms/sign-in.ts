import { Type } from 'typebox'
import type { LoginResult } from '../../../features/accounts/login.ts'
import type { SessionGrant } from '../../../features/sessions/open-session.ts'
import type { RefreshedTokens } from '../../../features/sessions/refresh-session.ts'
import { type Form, type Presentation, type Presenter, plain } from './form.ts'
import { presentSignedIn, signedInUser } from './user.ts'

const tokens = { access_token: Type.String(), refresh_token: Type.String() }

function loginIn(form: Form): Presenter<LoginResult> {
  return {
    // Either the tokens or the challenge; a schema of optional fields keeps the serializer simple and drops the rest.
    schema: Type.Object({
      access_token: Type.Optional(Type.String({ description: 'Without two-factor sign-in' })),
      refresh_token: Type.Optional(Type.String()),
      token_type: Type.Optional(Type.Literal('Bearer')),
      user: Type.Optional(signedInUser[form]),
      requires_2fa: Type.Optional(Type.Boolean({ description: 'With two-factor sign-in: always true' })),
      challenge_token: Type.Optional(Type.String({ description: 'For POST /auth/2fa/verify' })),
    }),
    present: (result) =>
      result.kind === 'challenged'
        ? { requires_2fa: true, challenge_token: result.challengeToken }
        : {
            access_token: result.grant.accessToken,
            refresh_token: result.grant.refreshToken,
            token_type: 'Bearer',
            user: presentSignedIn(form, result.grant.user),
          },
  }
}

function grantIn(form: Form): Presenter<SessionGrant> {
  return {
    schema: Type.Object({ ...tokens, user: signedInUser[form] }),
    present: (grant) => ({
      access_token: grant.accessToken,
      refresh_token: grant.refreshToken,
      user: presentSignedIn(form, grant.user),
    }),
  }
}

export const login: Presentation<LoginResult> = { A: loginIn('A'), B: loginIn('B') }

export const sessionGrant: Presentation<SessionGrant> = { A: grantIn('A'), B: grantIn('B') }

export const refreshedTokens = plain<RefreshedTokens>(tokens, (value) => ({
  access_token: value.accessToken,
  refresh_token: value.refreshToken,
}))
