import { Type } from 'typebox'
import type { User } from '../../../core/user.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { type Form, idIn, iso, type Presentation, timestamp } from './form.ts'

export const user: Presentation<User> = {
  A: {
    schema: Type.Object({
      id: Type.Integer(),
      username: Type.String(),
      email: Type.String(),
      avatar_url: Type.String({ format: 'uri' }),
      created_at: timestamp,
    }),
    present: (one, { config }) => ({
      id: one.id,
      username: one.username,
      email: one.email,
      avatar_url: config.BASE_URL + avatarUrl(one.username),
      created_at: iso(one.createdAt),
    }),
  },
  B: {
    schema: Type.Object({
      id: Type.String({ format: 'uuid' }),
      username: Type.String(),
      email: Type.String(),
      email_verified: Type.Boolean(),
      roles: Type.Array(Type.String()),
    }),
    present: (one) => ({
      id: one.uuid,
      username: one.username,
      email: one.email,
      email_verified: one.emailVerified,
      roles: rolesOf(one),
    }),
  },
}

/** What a sign-in tells of the person, in both forms. */
export const signedInUser = {
  A: Type.Object({ id: Type.Integer(), username: Type.String(), email: Type.String() }),
  B: Type.Object({ id: Type.String({ format: 'uuid' }), username: Type.String(), email: Type.String() }),
}

export function presentSignedIn(form: Form, one: User): object {
  return { id: idIn(form, one), username: one.username, email: one.email }
}

function rolesOf(one: User): string[] {
  return one.isAdmin ? ['user', 'admin'] : ['user']
}
