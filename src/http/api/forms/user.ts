import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { User } from '../../../core/user.ts'
import { avatarUrl } from '../../avatar-url.ts'
import { type Form, idIn, type Presentation, type Presenter, timestamp } from './form.ts'

const emailText = 'Everybody but its owner and administrators sees an address that leads nowhere'

export const user: Presentation<User> = {
  A: {
    schema: Type.Object({
      id: Type.Integer(),
      username: Type.String(),
      email: Type.String({ description: emailText }),
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
      email: Type.String({ description: emailText }),
      email_verified: Type.Boolean({ description: 'Told to its owner and to administrators; others see false' }),
      roles: Type.Array(Type.String(), { description: 'Everybody but the owner and administrators sees ["user"]' }),
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

/** The own account: what others see, and what only its owner needs to know. */
function ownUserIn(form: Form): Presenter<User> {
  return {
    schema: Type.Object({
      ...user[form].schema.properties,
      full_name: Type.String({ description: 'Empty where none was given' }),
      pending_email: Type.Union([Type.String(), Type.Null()], {
        description: 'A new address that becomes the account’s when its link is opened',
      }),
    }),
    present: (one, context) => ({
      ...user[form].present(one, context),
      full_name: one.fullName,
      pending_email: one.pendingEmail,
    }),
  }
}

export const ownUser: Presentation<User> = { A: ownUserIn('A'), B: ownUserIn('B') }

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
