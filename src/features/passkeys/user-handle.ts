import type { User } from '../../core/user.ts'

/** What an authenticator remembers an account by: no name, which may change and is nobody else's to read. */
export function userHandleOf(user: Pick<User, 'uuid'>): string {
  return Buffer.from(user.uuid.replaceAll('-', ''), 'hex').toString('base64url')
}
