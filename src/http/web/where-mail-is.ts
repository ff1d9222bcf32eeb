import type { Config } from '../../config.ts'
import type { User } from '../../core/user.ts'

/** For an administrator without a mail server: the mail that was just promised will come to no mailbox. */
export function whereMailIs(config: Config, user: Pick<User, 'isAdmin'> | null): string {
  return config.SMTP_URL === null && user?.isAdmin === true
    ? ' No mail server is set: you find the mail under Administration, Mail.'
    : ''
}
