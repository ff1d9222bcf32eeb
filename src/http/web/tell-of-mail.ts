import type { Config } from '../../config.ts'
import type { User } from '../../core/user.ts'

/** What became of a mail. Without a mail server it comes to no mailbox, and only an administrator can look at it. */
export function tellOfMail(
  config: Config,
  user: Pick<User, 'isAdmin'> | null,
  /** `link`: what the mail holds, as in "you find … under". */
  { sent, link }: { readonly sent: string; readonly link: string },
): string {
  if (config.SMTP_URL !== null) return sent
  return user?.isAdmin === true
    ? `No mail server is configured: you will find ${link} under Administration, Mail.`
    : `This service sends no mail: an administrator can give you ${link}.`
}
