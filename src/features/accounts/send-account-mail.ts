import type { App } from '../../app.ts'
import type { SecurityChange } from '../../core/events.ts'
import { inTransaction } from '../../db/transaction.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findUserByEmail, findUserById } from '../users/find-user.ts'
import { issueMailToken } from './mail-tokens.ts'

type Needs = Pick<App, 'config' | 'db' | 'mailer'>

/** The token is made here, not in the request: it is never stored in the clear, and a retry simply makes another. */
export async function sendVerification(app: Needs, userId: number, jobUuid: string): Promise<void> {
  const user = await findUserById(app.db, userId)
  if (user === null || user.disabled || (user.emailVerified && user.pendingEmail === null)) return
  const email = user.pendingEmail ?? user.email
  const token = await inTransaction(app, (tx) => issueMailToken(tx, { id: user.id, email }, 'verify-email'))
  await app.mailer.send(
    composeMail(app.config, {
      to: email,
      subject: 'Confirm your e-mail address',
      greeting: `Hello ${user.username},`,
      paragraphs: ['Please confirm that this address is yours. The link works once, for 24 hours.'],
      action: { label: 'Confirm the address', path: `/verify-email/${token}` },
      footer: `You get this because this address was given for an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}

/** The one mail to somebody for whom an account was made: its link chooses the password and confirms the address. */
export async function sendInvitation(app: Needs, userId: number, jobUuid: string): Promise<void> {
  const user = await findUserById(app.db, userId)
  if (user === null || user.disabled) return
  const token = await inTransaction(app, (tx) => issueMailToken(tx, user, 'invitation'))
  const host = new URL(app.config.BASE_URL).host
  await app.mailer.send(
    composeMail(app.config, {
      to: user.email,
      subject: `Your account at ${host}`,
      greeting: `Hello ${user.username},`,
      paragraphs: [
        `An administrator created an account for you at ${host}. Your user name is ${user.username}.`,
        'Choose a password to get started. The link works once, for 24 hours; after that, "Forgot your password?" on the sign-in page sends you another.',
      ],
      action: { label: 'Choose your password', path: `/reset-password/${token}` },
      footer: `You get this because this address was given for an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}

/** Only the stored address is ever written to, and only when an account has it. */
export async function sendPasswordReset(app: Needs, email: string, jobUuid: string): Promise<void> {
  const user = await findUserByEmail(app.db, email)
  if (user === null || user.disabled) return
  const token = await inTransaction(app, (tx) => issueMailToken(tx, user, 'reset-password'))
  await app.mailer.send(
    composeMail(app.config, {
      to: user.email,
      subject: 'Set a new password',
      greeting: `Hello ${user.username},`,
      paragraphs: [
        'Somebody asked for a new password for your account. The link works once, for one hour.',
        'If this was not you, ignore this mail: nothing has changed.',
      ],
      action: { label: 'Set a new password', path: `/reset-password/${token}` },
      footer: `You get this because this address belongs to an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}

interface SecurityNews {
  readonly subject: string
  readonly happened: string
  /** What to do for whom it is bad news; where, is the link. */
  readonly advice: string
  readonly action: { readonly label: string; readonly path: string }
}

const security = { label: 'Look at your security settings', path: '/settings/security' }
const newPassword = 'change your password now, which ends all other sessions'

/** A new password ends sessions, and neither tokens, keys nor passkeys: these have pages of their own. */
const news: Record<SecurityChange, SecurityNews> = {
  'password-changed': {
    subject: 'Your password was changed',
    happened: 'The password of your account was changed, and all sessions from before were ended.',
    advice:
      'If this was not you, set a new one now with a link that we send you. Then check your passkeys, linked sign-ins, tokens and SSH keys: they keep working.',
    action: { label: 'Set a new password', path: '/forgot-password' },
  },
  'two-factor-enabled': {
    subject: 'Two-factor sign-in was turned on',
    happened: 'Two-factor sign-in was turned on for your account.',
    advice: `If this was not you, ${newPassword}, and tell an administrator, who can turn it off.`,
    action: security,
  },
  'two-factor-disabled': {
    subject: 'Two-factor sign-in was turned off',
    happened: 'Two-factor sign-in was turned off for your account.',
    advice: `If this was not you, ${newPassword}, and turn it on again.`,
    action: security,
  },
  'two-factor-reset': {
    subject: 'An administrator turned your two-factor sign-in off',
    happened:
      'An administrator turned two-factor sign-in off for your account, removed any passkeys and ended all sessions. Sign in with your password, and set it up again.',
    advice: 'If you did not ask for it, tell an administrator now.',
    action: security,
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    happened: 'Ten new recovery codes were created for your account; the old ones no longer work.',
    advice: `If this was not you, ${newPassword}, and create new codes.`,
    action: security,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used to sign in',
    happened: 'A recovery code was used to sign in to your account.',
    advice: `If this was not you, ${newPassword}, and create new codes.`,
    action: security,
  },
  'codes-guessed': {
    subject: 'Somebody enters wrong codes for your account',
    happened:
      'Somebody who knows the password of your account has entered five wrong codes in the second step of signing in.',
    advice: `If this was not you, they are not in, but ${newPassword}.`,
    action: security,
  },
  'ssh-key-added': {
    subject: 'An SSH key was added to your account',
    happened: 'An SSH key was added to your account.',
    advice: `If this was not you, remove it at /settings/ssh-keys, because it outlives a new password. Then ${newPassword}.`,
    action: { label: 'Look at your SSH keys', path: '/settings/ssh-keys' },
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    happened: 'A passkey was added to your account. It opens your account without the password.',
    advice: `If this was not you, remove it at /settings/security, because it outlives a new password. Then ${newPassword}.`,
    action: security,
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    happened: 'A passkey was removed from your account, and no longer opens it.',
    advice: `If this was not you, ${newPassword}.`,
    action: security,
  },
  'passkey-copied': {
    subject: 'A passkey of yours may have been copied',
    happened:
      'Somebody tried to sign in to your account with a passkey that has counted fewer uses than we have seen: there may be a second one of it. It was refused.',
    advice: 'Remove the passkey, and add a new one in its place.',
    action: security,
  },
  'identity-linked': {
    subject: 'Your account can be opened from another service',
    happened:
      'A sign-in at another service was linked to your account: whoever signs in there is signed in to your account here.',
    advice: `If this was not you, unlink it at /settings/security, because it outlives a new password. Then ${newPassword}.`,
    action: security,
  },
  'identity-unlinked': {
    subject: 'A sign-in was unlinked from your account',
    happened: 'A sign-in at another service was unlinked from your account, and no longer opens it.',
    advice: `If this was not you, ${newPassword}.`,
    action: security,
  },
  'others-shut-out': {
    subject: 'Passkeys, tokens and SSH keys were removed from your account',
    happened:
      'Nobody had shown until now that this address is theirs: passkeys, tokens and SSH keys of the account could have been somebody else’s, and were removed.',
    advice: 'Add yours again.',
    action: security,
  },
  'token-created': {
    subject: 'An access token was created for your account',
    happened: 'A personal access token was created for your account.',
    advice: `If this was not you, revoke it at /settings/tokens, because it outlives a new password. Then ${newPassword}.`,
    action: { label: 'Look at your tokens', path: '/settings/tokens' },
  },
}

export async function sendSecurityNotice(
  app: Needs,
  userId: number,
  change: SecurityChange,
  jobUuid: string,
): Promise<void> {
  const user = await findUserById(app.db, userId)
  if (user === null || user.disabled) return
  const { subject, happened, advice, action } = news[change]
  await app.mailer.send(
    composeMail(app.config, {
      to: user.email,
      subject,
      greeting: `Hello ${user.username},`,
      paragraphs: [happened, advice],
      action,
      footer: `You get this because this address belongs to an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}

/** To the address that the account still has: it stays until the new one is confirmed. */
export async function sendAddressChangeAsked(app: Needs, userId: number, jobUuid: string): Promise<void> {
  const user = await findUserById(app.db, userId)
  if (user === null || user.disabled || user.pendingEmail === null) return
  await app.mailer.send(
    composeMail(app.config, {
      to: user.email,
      subject: 'Somebody asked for a new e-mail address for your account',
      greeting: `Hello ${user.username},`,
      paragraphs: [
        'Your account is about to get another e-mail address. This one stays in use until the new one is confirmed.',
        'If this was not you, change your password now, which cancels the change.',
      ],
      action: { label: 'Look at your profile', path: '/settings/profile' },
      footer: `You get this because this address belongs to an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}

/** To the address that was: if a thief moved the account away, this is how its owner learns of it. */
export async function sendAddressChanged(app: Needs, userId: number, oldEmail: string, jobUuid: string): Promise<void> {
  const user = await findUserById(app.db, userId)
  if (user === null) return
  await app.mailer.send(
    composeMail(app.config, {
      to: oldEmail,
      subject: 'Your account has a new e-mail address',
      greeting: `Hello ${user.username},`,
      paragraphs: [
        'The e-mail address of your account was changed; this one no longer belongs to it.',
        'If this was not you, tell an administrator now.',
      ],
      footer: `You get this because this address belonged to an account at ${app.config.BASE_URL}.`,
      key: jobUuid,
    }),
  )
}
